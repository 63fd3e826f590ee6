import type { IncomingMessage } from 'node:http'
import type { Answered } from '../contract/answered.ts'
import { API_PREFIX } from '../contract/constants.ts'
import { BODY_MAX_BYTES, BULK_BODY_MAX_BYTES } from '../contract/errors.ts'
import { fieldProblem } from '../contract/field-problems.ts'
import { isOrigin, ORIGIN_HEADER, type Origin } from '../contract/origins.ts'
import type { FaultEffect } from '../domain/faults/faults.ts'
import { foreignKeyOf } from '../domain/tenants/sent-keys.ts'
import { hashKey, maskKey } from '../domain/tenants/tenants.ts'
import { loadValidator } from '../domain/validation/compile.ts'
import { pathOf, surfaceOf } from '../http/addresses.ts'
import { type BodyOutcome, readBody } from '../http/body.ts'
import { carriesOther, connectionOf, type Leaving, whenLeft } from '../http/leaving.ts'
import { BODY_PROBLEM_ERRORS, BYTE_ORDER_MARK, hasByteOrderMark, parseJsonBody } from '../http/parse-json.ts'
import { pause, sendAnswer, sendTruncated } from '../http/send-answer.ts'
import type { HttpContext, HttpMiddleware } from '../http/state.ts'
import { parseDuration } from '../kernel/instant.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { World } from '../world/world.ts'
import type { Response } from './answer.ts'
import type { ApiRequest, ReadBody } from './request.ts'
import { findRoute } from './routes.ts'
import { answer } from './turn.ts'

interface Options {
  /** The world that a key opens; without a known key, the default one. */
  readonly worldOf: (keyHash: string | undefined) => World
  readonly stopwatch: () => number
  /** Aborted when the process begins to close, which takes the connections of clients away. */
  readonly closing: AbortSignal
}

const WITHOUT_BODY: BodyOutcome = { kind: 'body', bytes: Buffer.alloc(0) }
const ORIGIN_NAME = ORIGIN_HEADER.toLowerCase()
const AUTHORIZATION = 'authorization'
/** Headers without which no body follows. */
const ANNOUNCING: readonly string[] = ['content-length', 'transfer-encoding']

/** Where requests to the emulated API enter: their bytes are read, the key selects the world, and the world answers. */
export function apiEntrance({ worldOf, stopwatch, closing }: Options): HttpMiddleware {
  return async function api(ctx, next) {
    const started = stopwatch()
    const path = pathOf(ctx.req.url ?? '')
    if (surfaceOf(path) !== 'api') {
      carriesOther(ctx.req)
      return next()
    }
    const below = path.slice(API_PREFIX.length)
    const head = headOf(ctx.req.rawHeaders)
    const outcome = head.announcesBody ? await bodyOf(ctx, below) : WITHOUT_BODY
    if (outcome.kind === 'aborted') return
    const { credentials } = head
    const request = toApiRequest(ctx.req, below, outcome, head)
    const world = worldOf(credentials.keyHash)
    const { runtime } = world
    const answered = await answer(runtime, request, started)
    const foreign_key = world.keyHashes.has(credentials.keyHash ?? '') ? null : credentials.wellFormed
    const leaving = noteLeaving(ctx, answered, { runtime, started, foreign_key, closing })
    if (answered.fault === undefined) sendAnswer(ctx, answered)
    else await sendFaulty(ctx, answered, { fault: answered.fault, leaving })
  }
}

/** Notes what is known of the exchange only once its answer has left: real time, the connection, and how it left. */
function noteLeaving(
  { req, res }: HttpContext,
  { seq, exchange, body, fault }: Response,
  {
    runtime,
    started,
    foreign_key,
    closing,
  }: { runtime: WorldRuntime; started: number; foreign_key: string | null; closing: AbortSignal },
): Leaving {
  const { exchanges, kernel, realTime, services, witness } = runtime
  const { ordinal: connection, accepted } = connectionOf(req)
  return whenLeft(res, (answered: Answered) => {
    const departure = { began_us: realTime(started), ended_us: realTime(), connection, answered }
    // Who is sent away has not left.
    const isSentAway = answered === 'gone' && closing.aborted
    const isKept = !isSentAway && (answered === 'gone' || fault?.latency !== undefined)
    exchanges.left(seq, departure, { now: kernel.now, isKept })
    witness.left({
      ...departure,
      exchange,
      body,
      accepted_us: accepted === null ? null : realTime(accepted),
      foreign_key,
    })
    // Whoever lists what broke off, or was held back, did not find it so when the row was written.
    if (answered !== 'whole' || fault !== undefined) services.facts.emit('exchange', seq)
  })
}

async function bodyOf(ctx: HttpContext, path: string): Promise<BodyOutcome> {
  const bulk = findRoute(ctx.req.method ?? '', path).endpoint?.bulk === true
  const [outcome] = await Promise.all([
    readBody(ctx.req, { maxBytes: bulk ? BULK_BODY_MAX_BYTES : BODY_MAX_BYTES, response: ctx.res }),
    loadValidator(),
  ])
  return outcome
}

/** What the emulated API asks of the headers of a request. */
interface Head {
  readonly rawHeaders: readonly string[]
  readonly headers: readonly (readonly [string, string])[]
  readonly credentials: Credentials
  readonly origin: Origin
  readonly announcesBody: boolean
}

let latest: Head | undefined

/** A client sends the same headers with most of its requests, and to compare them takes less than to read them. */
function headOf(rawHeaders: readonly string[]): Head {
  if (latest === undefined || !isSame(latest.rawHeaders, rawHeaders)) latest = readHead(rawHeaders)
  return latest
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}

/** Two headers with a key, other schemes and odd spacing present none (assumption `auth.unauthorized`). */
function readHead(rawHeaders: readonly string[]): Head {
  const fields: { name: string; lower: string; value: string }[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    fields.push({ name, lower: name.toLowerCase(), value: rawHeaders[index + 1] as string })
  }
  const keys = fields.filter(({ lower }) => lower === AUTHORIZATION)
  const credentials =
    keys.length > 1 ? unreadable(keys.map(({ value }) => value).join('\n')) : credentialsIn(keys[0]?.value)
  const said = fields.findLast(({ lower }) => lower === ORIGIN_NAME)?.value
  return {
    rawHeaders,
    headers: fields
      .filter(({ lower }) => lower !== ORIGIN_NAME)
      .map(({ name, lower, value }) => [name, lower === AUTHORIZATION ? (credentials.shown ?? '') : value]),
    credentials,
    origin: said !== undefined && isOrigin(said) ? said : 'client',
    announcesBody: fields.some(({ lower }) => ANNOUNCING.includes(lower)),
  }
}

function toApiRequest(req: IncomingMessage, path: string, outcome: BodyOutcome, head: Head): ApiRequest {
  const url = req.url ?? ''
  const mark = url.indexOf('?')
  return {
    method: req.method ?? 'GET',
    path,
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers: head.headers,
    body: outcome.kind === 'body' && outcome.bytes.length > 0 ? outcome.bytes : null,
    keyHash: head.credentials.keyHash,
    unreadable: head.credentials.unreadable,
    origin: head.origin,
    readBody: verbatim => parseOutcome(outcome, req.headers['content-type'], verbatim),
  }
}

interface Credentials {
  readonly keyHash: string | undefined
  /** Tells a header that presents no key from others; unlike a key, it finds no world. */
  readonly unreadable?: string | undefined
  /** What the journal stores instead of the value of the header. */
  readonly shown: string | undefined
  /** A key that looks like one of the real service, as it may be shown. */
  readonly wellFormed: string | null
}

/** `Authorization` that presents no key. */
const unreadable = (value: string): Credentials => ({
  keyHash: undefined,
  unreadable: hashKey(value),
  shown: '…',
  wellFormed: null,
})

const ABSENT: Credentials = { keyHash: undefined, shown: undefined, wellFormed: null }

/** Recent headers: a client sends the same one with every request, and a digest costs more than most gates. */
const MOST_RECENT = 256
const recent = new Map<string, Credentials>()

const BEARER = /^bearer ([\x21-\x7e]+)$/i

/** The key in the value of the one `Authorization` header; `undefined` without one. */
export function credentialsIn(value: string | undefined): Credentials {
  if (value === undefined) return ABSENT
  let credentials = recent.get(value)
  if (credentials === undefined) {
    const key = BEARER.exec(value)?.[1]
    credentials =
      key === undefined
        ? unreadable(value)
        : { keyHash: hashKey(key), shown: `Bearer ${maskKey(key)}`, wellFormed: foreignKeyOf(key) }
    if (recent.size === MOST_RECENT) recent.clear()
    recent.set(value, credentials)
  }
  return credentials
}

/** The value of a body, or why it cannot be read. */
export function parseOutcome(
  outcome: BodyOutcome,
  contentType: string | undefined,
  verbatim?: string | undefined,
): ReadBody {
  if (outcome.kind === 'too_large')
    return {
      problem: {
        error: 'payload_too_large',
        message: fieldProblem('body_large', { bytes: outcome.maxBytes }),
      },
    }
  if (outcome.kind === 'encoded')
    return {
      problem: {
        error: 'unsupported_media_type',
        assumption: 'requests.content_encoding',
        message: fieldProblem('body_encoded', { encoding: outcome.encoding.slice(0, 40) }),
      },
    }
  if (outcome.kind === 'aborted')
    return { problem: { error: 'malformed_request', message: fieldProblem('body_broken_off') } }
  if (outcome.bytes.length === 0) return { value: undefined }
  const marked = hasByteOrderMark(outcome.bytes)
  const bytes = marked ? outcome.bytes.subarray(BYTE_ORDER_MARK.length) : outcome.bytes
  if (bytes.length === 0) return { value: undefined }
  const parsed = parseJsonBody(bytes, contentType, { verbatim })
  if (parsed.ok) return { value: parsed.value, verbatim: parsed.verbatim, marked }
  const { problem, message, details } = parsed
  return { problem: { error: BODY_PROBLEM_ERRORS[problem], message, details } }
}

/** The part of a fault that happens on the wire, in real time. What was decided and counted stays as it is. */
async function sendFaulty(
  ctx: HttpContext,
  response: Response,
  { fault: { latency, drop, truncate }, leaving }: { fault: FaultEffect; leaving: Leaving },
): Promise<void> {
  if (latency !== undefined) await pause(ctx.res, parseDuration(latency) ?? 0)
  if (drop === true) {
    ctx.respond = false
    leaving.cut()
    ctx.res.destroy()
  } else if (truncate !== undefined) {
    ctx.respond = false
    leaving.cut()
    sendTruncated(ctx.res, response, truncate)
  } else sendAnswer(ctx, response)
}
