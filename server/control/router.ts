import Router from '@koa/router'
import { JSON_TYPE } from '../contract/headers.ts'
import { compile, loadValidator, type Validate } from '../domain/validation/compile.ts'
import { fieldPath, messageOf } from '../domain/validation/messages.ts'
import { Problems } from '../domain/validation/problem.ts'
import { pathOf } from '../http/addresses.ts'
import { readBody } from '../http/body.ts'
import { writeError } from '../http/error-envelope.ts'
import { parseJsonBody } from '../http/parse-json.ts'
import type { HttpContext, HttpMiddleware } from '../http/state.ts'
import { valueWithoutSecrets } from '../journal/redact.ts'
import { ClockStoppedError } from '../kernel/clock-errors.ts'
import { StoreFailureError } from '../store/store-failure.ts'
import type { World } from '../world/world.ts'
import { ControlError, invalidField, isRefusal, notFound, refusal } from './control-error.ts'
import type { EmulatorControls } from './emulator-controls.ts'
import { receiveFile } from './receive-file.ts'
import { ANSWERED, CONTROL_PREFIX, type ControlRoute, fullPath, RawAnswer } from './route.ts'
import { CONTROL_ROUTES } from './routes/all.ts'

const BODY_LIMIT = 10 * 1024 * 1024

interface Finder {
  readonly router: Router<HttpContext['state'], HttpContext>
  /** By the names that they have in the router. */
  readonly routes: ReadonlyMap<string, ControlRoute>
}

/** Made once for all emulators of a process: that takes a tenth of the time in which one starts. */
let finder: Finder | undefined

function makeFinder(): Finder {
  const router = new Router<HttpContext['state'], HttpContext>({ sensitive: true, strict: true })
  const routes = new Map<string, ControlRoute>()
  for (const route of CONTROL_ROUTES) {
    const name = `${route.method} ${fullPath(route)}`
    routes.set(name, route)
    router.register(fullPath(route).replace(/\{(\w+)\}/g, ':$1'), [route.method], () => undefined, { name })
  }
  return { router, routes }
}

/** Answers everything under `/control`, from the table of routes. */
export function controlMiddleware(emulator: EmulatorControls): HttpMiddleware {
  finder ??= makeFinder()
  const { router, routes } = finder
  return async function control(ctx, next) {
    const path = pathOf(ctx.req.url ?? '')
    if (path !== CONTROL_PREFIX && !path.startsWith(`${CONTROL_PREFIX}/`)) return next()
    try {
      const matched = router.match(path, ctx.method).path
      if (matched.length === 0) throw notFound('control path', path)
      const layer = matched.find(candidate => candidate.methods.includes(ctx.method))
      const route = layer && routes.get(layer.name ?? '')
      if (layer === undefined || route === undefined) {
        ctx.set('Allow', [...new Set(matched.flatMap(candidate => candidate.methods))].join(', '))
        throw refusal(405, 'method_not_allowed', 'one', { method: ctx.method })
      }
      await run(ctx, emulator, route, layer.params(path, layer.captures(path)))
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { status, code, message, details = null, headers } = error
      // Messages quote what they complain about, and errors end up in the logs of clients.
      writeError(ctx, { status, code, headers, ...valueWithoutSecrets({ message, details }) })
    }
  }
}

async function run(
  ctx: HttpContext,
  emulator: EmulatorControls,
  route: ControlRoute,
  params: Record<string, string>,
): Promise<void> {
  // Checked before the body is read, so that nobody sends a large file to a world that does not exist.
  if (route.rawBody !== undefined && route.scope === 'world') worldOf(emulator, params.world)
  using file = route.rawBody === undefined ? undefined : await receiveFile(ctx, { emulator, maxBytes: route.rawBody })
  const body = file ?? (await bodyOf(ctx, route))
  const url = ctx.req.url ?? ''
  const mark = url.indexOf('?')
  const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))
  const call = { emulator, params, query, body, ctx: ctx as never }
  const result = await (route.scope === 'process'
    ? route.handle(call)
    : inOneRuntime(worldOf(emulator, params.world), world => route.handle({ ...call, world })))
  if (result === ANSWERED) return
  ctx.set('Cache-Control', 'no-store')
  if (result instanceof RawAnswer) {
    ctx.status = route.status ?? 200
    ctx.body = result.bytes
    ctx.set({ ...result.headers, 'Content-Type': result.type })
  } else if (route.status === 204) ctx.status = 204
  else {
    ctx.status = route.status ?? 200
    ctx.body = JSON.stringify(result)
    ctx.set('Content-Type', JSON_TYPE)
  }
}

/** Runs a handler. It is no defect when it fails because the world was reset or removed while it waited. */
async function inOneRuntime(world: World, handle: (world: World) => unknown): Promise<unknown> {
  const { signal } = world.runtime
  try {
    return await handle(world)
  } catch (error) {
    const outage = world.runtime.store.outage(error)
    if (outage !== undefined) throw outage
    const isTold = [ControlError, ClockStoppedError, StoreFailureError].some(kind => error instanceof kind)
    if (!signal.aborted || isTold) throw error
    throw refusal(409, 'world_ended', 'one')
  }
}

function worldOf(emulator: EmulatorControls, world_id: string | undefined) {
  const world = emulator.world(world_id ?? '')
  const reason = emulator.brokenWorlds().get(world_id ?? '')
  if (reason !== undefined) throw refusal(409, 'world_broken', 'one', { world: world_id ?? '', reason })
  if (world === undefined) throw notFound('world', world_id ?? '')
  return world
}

const validators = new Map<ControlRoute, Validate>()

async function bodyOf(ctx: HttpContext, route: ControlRoute): Promise<unknown> {
  if (route.body === undefined) return undefined
  const outcome = await readBody(ctx.req, { maxBytes: BODY_LIMIT, response: ctx.res })
  if (outcome.kind === 'too_large') throw refusal(413, 'payload_too_large', 'body', { bytes: outcome.maxBytes })
  if (outcome.kind !== 'body') throw refusal(400, 'malformed_request', 'unread')
  // An empty body means no options: `POST …/reset` without one resets to the world's own settings.
  const parsed =
    outcome.bytes.length === 0
      ? { ok: true as const, value: {} }
      : parseJsonBody(outcome.bytes, ctx.req.headers['content-type'])
  if (!parsed.ok)
    throw new ControlError(parsed.problem === 'media_type' ? 415 : 400, 'malformed_request', parsed.message)
  await loadValidator()
  let validate = validators.get(route)
  if (validate === undefined) {
    validate = compile(route.body)
    validators.set(route, validate)
  }
  const errors = validate(parsed.value)
  if (errors.length === 0) return parsed.value
  const problems = new Problems()
  for (const error of errors) problems.add(fieldPath(error), messageOf(error))
  const details = problems.result()?.details ?? {}
  const [first] = Object.entries(details)
  throw invalidField(first?.[0] ?? '', first?.[1][0] ?? '', details)
}
