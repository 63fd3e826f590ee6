import { ASSUMPTION_IDS, ASSUMPTIONS } from '../../contract/assumptions.ts'
import { CALL_STATUSES, CALL_TYPES, NEXT_STEPS } from '../../contract/calls.ts'
import * as constants from '../../contract/constants.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import { ERRORS } from '../../contract/errors.ts'
import { DELIVERY_HEADERS, EVENT_KINDS, SUBSCRIBABLE_EVENTS } from '../../contract/events.ts'
import { FIXTURE_NAMES } from '../../contract/fixture-names.ts'
import { HEADERS } from '../../contract/headers.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import { DEFAULT_LIMITS, PLANS } from '../../contract/plans.ts'
import { SCOPES } from '../../contract/scopes.ts'
import { SIGNATURE_SNIPPETS } from '../../workshop/signature-snippets.ts'
import { notFound } from '../control-error.ts'
import type { HealthView } from '../protocol/process.ts'
import type { SignatureSnippetView } from '../protocol/signatures.ts'
import type { ProcessRoute } from '../route.ts'
import { viewHostClock } from '../views.ts'

/** Routes about the process and the contract, not about a world. */
export const processRoutes: readonly ProcessRoute[] = [
  {
    method: 'GET',
    path: '/health',
    summary: 'Check the health of the process: whether it answers and can write',
    answers: 'HealthView',
    handle: ({ emulator }): HealthView => {
      const problems: HealthView['problems'] = emulator
        .worlds()
        .flatMap(({ world_id, problem }) => (problem === undefined ? [] : [{ world_id, ...problem }]))
      for (const [world_id, reason] of emulator.brokenWorlds())
        problems.push({ world_id, kind: 'broken', message: `The world cannot be opened: ${reason}.` })
      return {
        status: problems.length > 0 ? 'degraded' : 'ok',
        version: emulator.version,
        worlds: emulator.worlds().length,
        uptime_seconds: emulator.uptimeSeconds(),
        problems,
        started: emulator.started,
        clock: viewHostClock(emulator.worlds()),
      }
    },
  },
  {
    method: 'GET',
    path: '/contract',
    summary: 'Get the emulated contract as data',
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
    method: 'GET',
    path: '/contract/openapi.json',
    summary: 'Get the emulated contract as OpenAPI 3.0',
    query: { world: 'The world whose assumptions apply; the default world if omitted' },
    handle: ({ emulator, query }) => {
      const id = query.get('world') ?? 'default'
      const world = emulator.world(id)
      if (world === undefined) throw notFound('world', id)
      return openApiDocument(world.runtime.services.register.values)
    },
  },
]
