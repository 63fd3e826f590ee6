import { fileURLToPath } from 'node:url'
import Koa from 'koa'
import { apiEntrance } from './api-entrance.ts'
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
import { createListeners, type Listeners } from './http/listener.ts'
import { serveDashboard } from './http/static-dashboard.ts'
import { type Instant, SECOND } from './kernel/instant.ts'
import { stopwatch } from './kernel/pace.ts'
import type { World } from './world.ts'

/** Who may ask, and where. */
export interface FrontOptions {
  /** Default 0, which takes any free port. */
  readonly port?: number
  readonly host?: string
  /** Names under which the listener may be asked. */
  readonly allowedHosts?: readonly string[]
  readonly corsOrigins?: readonly string[]
  readonly token?: string | undefined
  readonly dashboard?: boolean
  /** Where the built dashboard is. */
  readonly dashboardFolder?: string
}

interface Behind {
  readonly emulator: EmulatorControls
  /** The world that a key opens; without a key that is known, the default one. */
  readonly worldOf: (keyHash: string | undefined) => World
  readonly nextRequestId: () => string
  /** What the clock of the default world shows. */
  readonly now: () => Instant
  readonly onDefect: (error: unknown) => void
}

const DASHBOARD_FOLDER = fileURLToPath(new URL('../dist/renderer', import.meta.url))

/** Listens, and puts in front of the worlds what every request passes: gate, identifier, error renderer, and the three surfaces. */
export async function openFront(options: FrontOptions, behind: Behind): Promise<Listeners> {
  const { host, port = 0, corsOrigins = [], token, allowedHosts = [], dashboardFolder } = options
  const { onDefect } = behind
  const bind = host === undefined ? {} : { host }
  const policy = createGatePolicy({
    ...(host === undefined ? {} : { bindHost: host }),
    allowedHosts,
    corsOrigins,
    token,
    // Snapshots and capsules are uploaded as bytes.
    takesBinary: takesFile(CONTROL_ROUTES),
  })
  const app = new Koa()
  reportKoaErrors(app, onDefect)
  for (const middleware of protectiveChain({ policy, nextRequestId: behind.nextRequestId, onDefect }))
    app.use(middleware)
  app.use(apiEntrance({ worldOf: behind.worldOf, stopwatch }))
  app.use(controlMiddleware(behind.emulator))
  if (options.dashboard !== false) app.use(serveDashboard({ directory: dashboardFolder ?? DASHBOARD_FOLDER }))
  await loadValidator()
  return createListeners({
    ...bind,
    port,
    handler: app.callback(),
    parserError: ({ status }) => answerParserError(status, behind),
  })
}

/** Errors of the HTTP parser, which come before there is a request (assumptions `errors.malformed`, `errors.too_large`). */
function answerParserError(
  status: number,
  { nextRequestId, now }: Behind,
): { headers: Record<string, string>; body: string } {
  const row = status === 413 ? ERRORS.payload_too_large : ERRORS.malformed_request
  const { per_minute } = DEFAULT_LIMITS
  return {
    headers: {
      'Content-Type': JSON_TYPE,
      [HEADERS.requestId]: nextRequestId(),
      [HEADERS.rateLimit]: String(per_minute),
      [HEADERS.rateRemaining]: String(per_minute),
      [HEADERS.rateReset]: String(minuteWindow(now()).end / SECOND),
    },
    body: errorEnvelope(row),
  }
}
