import type { AssumptionId } from '../../contract/assumptions.ts'
import { FIXTURE_NAMES, isFixtureName } from '../../contract/fixture-names.ts'
import { checkAssumptionValue } from '../../domain/validation/assumption-value.ts'
import { validateForwards } from '../../domain/webhooks/forward.ts'
import { parseInstant } from '../../kernel/instant.ts'
import type { Pace } from '../../kernel/job.ts'
import { ControlError, invalid, notFound } from '../control-error.ts'
import { parsePace } from '../pace.ts'
import type { CreateWorldBody, ResetBody, WorldsPage } from '../protocol.ts'
import type { ControlCall, ProcessRoute, WorldCall, WorldRoute } from '../route.ts'
import { viewWorld } from '../views.ts'
import { FORWARDS } from './forwards.ts'

const seed = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 }
const fixture = { type: 'string' }
const clock = { type: 'string' }

/** Safe as the name of a file and in a path. */
export const WORLD_ID = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'

export const worldsRoutes: readonly ProcessRoute[] = [
  {
    scope: 'process',
    method: 'GET',
    path: '/worlds',
    summary: 'List worlds',
    answers: 'WorldsPage',
    handle: ({ emulator }): WorldsPage => {
      const broken = [...emulator.brokenWorlds()].map(([world_id, reason]) => ({ world_id, reason }))
      const data = emulator.worlds().flatMap(world => {
        try {
          return viewWorld(world, emulator.url)
        } catch (error) {
          broken.push({ world_id: world.world_id, reason: error instanceof Error ? error.message : String(error) })
          return []
        }
      })
      return { data, broken, next_cursor: null }
    },
  },
  {
    scope: 'process',
    method: 'DELETE',
    path: '/worlds/{world}',
    summary: 'Delete a world, even a broken one',
    status: 204,
    handle: ({ emulator, params: { world = '' } }) => {
      if (world === 'default')
        throw new ControlError(409, 'default_world', 'The world default always exists. Reset it instead.')
      if (emulator.world(world) === undefined && !emulator.brokenWorlds().has(world)) throw notFound('world', world)
      emulator.removeWorld(world)
    },
  },
  {
    scope: 'process',
    method: 'POST',
    path: '/worlds',
    summary: 'Create a world; omitted options are those the emulator was started with',
    status: 201,
    answers: 'WorldView',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        world_id: { type: 'string', pattern: WORLD_ID },
        seed,
        fixture,
        clock,
        pace: { type: ['string', 'number'] },
        assumptions: { type: 'object' },
        forwards: FORWARDS,
      },
    },
    handle: async ({ emulator, body }: ControlCall<CreateWorldBody>) => {
      const { world_id, seed, forwards } = body
      const problem = validateForwards(forwards ?? [])
      if (problem !== undefined) throw invalid(problem)
      const world = await emulator.createWorld({
        ...(world_id === undefined ? {} : { world_id }),
        ...(seed === undefined ? {} : { seed }),
        ...(body.fixture === undefined ? {} : { fixture: fixtureOf(body.fixture) }),
        ...clockOf(body),
        assumptions: assumptionsOf(body.assumptions ?? {}),
        ...(forwards === undefined ? {} : { forwards }),
      })
      return viewWorld(world, emulator.url)
    },
  },
]

export const worldRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '',
    summary: 'Get a world with its tenants and keys',
    answers: 'WorldView',
    handle: ({ world, emulator }) => viewWorld(world, emulator.url),
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/reset',
    summary: 'Reset a world to a fresh start',
    answers: 'WorldView',
    body: { type: 'object', additionalProperties: false, properties: { seed, fixture, clock } },
    handle: async ({ world, emulator, body }: WorldCall<ResetBody>) => {
      await world.reset({
        ...(body.seed === undefined ? {} : { seed: body.seed }),
        ...(body.fixture === undefined ? {} : { fixture: fixtureOf(body.fixture) }),
        ...clockOf(body),
      })
      return viewWorld(world, emulator.url)
    },
  },
]

function fixtureOf(name: string) {
  if (!isFixtureName(name)) throw invalid(`fixture must be one of ${FIXTURE_NAMES.join(', ')} (got ${name}).`)
  return name
}

/** Where a clock starts, and at which pace. An instant alone freezes it there. */
function clockOf({ clock, pace }: Pick<CreateWorldBody, 'clock' | 'pace'>): {
  clock?: number | undefined
  pace?: Pace
} {
  const chosen = pace === undefined ? undefined : parsePace(pace)
  if (pace !== undefined && chosen === undefined)
    throw invalid('pace must be frozen, live, or a factor from 0.001 to 100000.')
  if (clock === undefined) return chosen === undefined ? {} : { pace: chosen }
  if (clock === 'live') return { clock: undefined, pace: chosen ?? 'live' }
  const instant = parseInstant(clock)
  if (instant === undefined)
    throw invalid(`clock must be live, or an ISO 8601 instant between 2000 and 2099 with a zone (got ${clock}).`)
  return { clock: instant, pace: chosen ?? 'frozen' }
}

function assumptionsOf(given: { [id: string]: unknown }): Partial<Record<AssumptionId, unknown>> {
  const checked: Partial<Record<AssumptionId, unknown>> = {}
  for (const [id, value] of Object.entries(given)) {
    const result = checkAssumptionValue(id, value)
    if (!result.ok) throw invalid(result.message)
    checked[id as AssumptionId] = result.value
  }
  return checked
}
