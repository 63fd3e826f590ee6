import { FIXTURE_NAMES } from '../../../fixtures/names.ts'
import { ASSUMPTION_IDS, ASSUMPTIONS } from '../../contract/assumptions.ts'
import { CALL_STATUSES, CALL_TYPES, NEXT_STEPS } from '../../contract/calls.ts'
import * as constants from '../../contract/constants.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import { ERRORS } from '../../contract/errors.ts'
import { DELIVERY_HEADERS, EVENT_KINDS, SUBSCRIBABLE_EVENTS } from '../../contract/events.ts'
import { HEADERS } from '../../contract/headers.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import { DEFAULT_LIMITS, PLANS } from '../../contract/plans.ts'
import { SCOPES } from '../../contract/scopes.ts'
import { SIGNATURE_SNIPPETS } from '../../domain/webhooks/signature-snippets.ts'
import { notFound } from '../control-error.ts'
import type { HealthView, SignatureSnippetView } from '../protocol.ts'
import type { ProcessRoute } from '../route.ts'

/** Made once: it says the same as long as the process runs. */
let made: ReturnType<typeof openApiDocument> | undefined
const defaults = () => {
  made ??= openApiDocument()
  return made
}

/** What concerns the process and the contract, whatever the world. */
export const processRoutes: readonly ProcessRoute[] = [
  {
    scope: 'process',
    method: 'GET',
    path: '/health',
    summary: 'Whether the process answers, and can write what it is told',
    answers: 'HealthView',
    handle: ({ emulator }): HealthView => ({
      status: emulator.worlds().some(({ life }) => life.store.failing) ? 'degraded' : 'ok',
      version: emulator.version,
      worlds: emulator.worlds().length,
      uptime_seconds: emulator.uptimeSeconds(),
    }),
  },
  {
    scope: 'process',
    method: 'GET',
    path: '/contract',
    summary: 'The emulated contract as data',
    handle: () => ({
      version: constants.API_VERSION,
      prefix: constants.API_PREFIX,
      endpoints: ENDPOINTS,
      plans: PLANS,
      default_limits: DEFAULT_LIMITS,
      scopes: SCOPES,
      errors: ERRORS,
      events: EVENT_KINDS,
      subscribable_events: SUBSCRIBABLE_EVENTS,
      headers: HEADERS,
      delivery_headers: DELIVERY_HEADERS,
      call_statuses: CALL_STATUSES,
      call_types: CALL_TYPES,
      next_steps: NEXT_STEPS,
      constants,
      signature_snippets: SIGNATURE_SNIPPETS satisfies readonly SignatureSnippetView[],
      fixtures: FIXTURE_NAMES,
      assumptions: ASSUMPTION_IDS.map(id => ({ id, ...ASSUMPTIONS[id] })),
    }),
  },
  {
    scope: 'process',
    method: 'GET',
    path: '/contract/openapi.json',
    summary: 'The emulated contract as an OpenAPI 3.0 file',
    query: { world: 'A world, whose values of the assumptions then apply; without it the defaults do' },
    handle: ({ emulator, query }) => {
      const id = query.get('world')
      if (id === null) return defaults()
      const world = emulator.world(id)
      if (world === undefined) throw notFound('world', id)
      return openApiDocument(world.life.services.register.values)
    },
  },
]
