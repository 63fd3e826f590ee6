import { fileURLToPath } from 'node:url'
import Koa from 'koa'
import { ERRORS } from './contract/errors.ts'
import { HEADERS, JSON_TYPE } from './contract/headers.ts'
import { DEFAULT_LIMITS } from './contract/plans.ts'
import type { EmulatorControls } from './control/emulator-controls.ts'
import { takesFile } from './control/route.ts'
import { controlMiddleware } from './control/router.ts'
import { CONTROL_ROUTES } from './control/routes/all.ts'
import { minuteWindow } from './domain/limits/windows.ts'
import { loadValidator } from './domain/validation/compile.ts'
import { protectiveChain } from './http/chain.ts'
import { errorEnvelope } from './http/error-envelope.ts'
import { createGatePolicy } from './http/gate-policy.ts'
import { reportKoaErrors } from './http/koa-errors.ts'
import { noteAccepted } from './http/leaving.ts'
import { createListeners, type Listeners } from './http/listener.ts'
import { serveDashboard } from './http/static-dashboard.ts'
import { SECOND, toHttpDate } from './kernel/instant.ts'
import { stopwatch } from './kernel/pace.ts'
import { apiEntrance } from './turn/entrance.ts'
import { strayRequests } from './turn/stray-requests.ts'
import type { World } from './world/world.ts'

/** Who may ask, and where. */
export interface FrontOptions {
  /** Default 0, which takes any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Names under which the listener may be asked. */
  readonly allowedHosts?: readonly string[] | undefined
  readonly corsOrigins?: readonly string[] | undefined
  readonly token?: string | undefined
  readonly dashboard?: boolean | undefined
  /** Where the built dashboard is. */
  readonly dashboardFolder?: string | undefined
}

interface Behind {
  readonly emulator: EmulatorControls
  /** The world that a key opens; without a key that is known, the default one. */
  readonly worldOf: (keyHash: string | undefined) => World
  readonly nextRequestId: () => string
  readonly onDefect: (error: unknown) => void
}

const DASHBOARD_FOLDER = fileURLToPath(new URL('../dist/renderer', import.meta.url))

/** Listens, and puts in front of the worlds what every request passes: gate, identifier, error renderer, and the three surfaces. */
export async function openFront(options: FrontOptions, behind: Behind): Promise<Listeners> {
  const { host, port = 0, corsOrigins = [], token, allowedHosts = [], dashboardFolder } = options
  const { onDefect } = behind
  const bind = host === undefined ? {} : { host }
  const policy = createGatePolicy({
    bindHost: host,
    allowedHosts,
    corsOrigins,
    token,
    // Snapshots and capsules are uploaded as bytes.
    takesBinary: takesFile(CONTROL_ROUTES),
  })
  const app = new Koa()
  reportKoaErrors(app, onDefect)
  const { nextRequestId } = behind
  const headersOfNobody = () => presentToNobody(behind.worldOf(undefined))
  for (const middleware of protectiveChain({ policy, nextRequestId, headersOfNobody, onDefect })) app.use(middleware)
  app.use(apiEntrance({ worldOf: behind.worldOf, stopwatch, closing: behind.emulator.closing }))
  app.use(controlMiddleware(behind.emulator))
  app.use(strayRequests(behind.worldOf))
  if (options.dashboard !== false) app.use(serveDashboard({ directory: dashboardFolder ?? DASHBOARD_FOLDER }))
  await loadValidator()
  return createListeners({
    ...bind,
    port,
    handler: app.callback(),
    onConnection: socket => noteAccepted(socket, stopwatch()),
    parserError: ({ status }) => {
      const row = status === 413 ? ERRORS.payload_too_large : ERRORS.malformed_request
      const headers = { 'Content-Type': JSON_TYPE, [HEADERS.requestId]: nextRequestId(), ...headersOfNobody() }
      return { headers, body: errorEnvelope(row) }
    },
  })
}

/**
 * What the answers have that come before there is an exchange: those of the HTTP parser (assumptions `errors.malformed`,
 * `errors.too_large`) and of the request gate. They are the default world's, like all that have no key of another.
 */
function presentToNobody({ runtime }: World): Record<string, string> {
  const now = runtime.kernel.catchUp()
  const date = { Date: toHttpDate(now) }
  if (runtime.services.register.values['auth.rate_headers_when_unknown'] === 'omit') return date
  const { per_minute } = DEFAULT_LIMITS
  return {
    ...date,
    [HEADERS.rateLimit]: String(per_minute),
    [HEADERS.rateRemaining]: String(per_minute),
    [HEADERS.rateReset]: String(minuteWindow(now).end / SECOND),
  }
}
