import { objectOf } from '../../contract/control-bodies.ts'
import { shown } from '../../contract/shown.ts'
import { START_OPTIONS } from '../../contract/start-options.ts'
import { parseInstant } from '../../kernel/instant.ts'
import { RECORDING_LIMIT } from '../../store/undo-log.ts'
import type { ForkPoint } from '../../world/fork.ts'
import type { World } from '../../world/world.ts'
import { invalid, invalidAs, notFound } from '../control-error.ts'
import type { ForkBody, ForkedFromView, ForkedWorld } from '../protocol/worlds.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { viewForkedFrom, viewWorld } from '../views.ts'

const LONGEST_AT = 100

export const forkRoutes: readonly WorldRoute[] = [
  {
    method: 'POST',
    path: '/fork',
    summary: 'Fork a world: as it was before a request, at an instant, or now, as a new world with keys of its own',
    status: 201,
    answers: 'ForkedWorld',
    errors: {
      '404': `\`not_recorded\`: the world cannot be taken back that far, which is its newest ${RECORDING_LIMIT.exchanges} requests, or ${RECORDING_LIMIT.bytes / 1e6} MB of changes, since it records; \`details.oldest\` is the first request before which it can, such as \`#12\`, or null.`,
      '409': '`world_exists`: there is a world with this `world_id`.',
    },
    body: objectOf({
      at: {
        type: 'string',
        maxLength: LONGEST_AT,
        description: 'A request_id, a number such as #59 or 59, or an instant; now if omitted',
      },
      world_id: START_OPTIONS.world_id.schema,
      forwards: { enum: ['off', 'keep'], description: 'off, the default, delivers to inboxes only' },
      seed: START_OPTIONS.seed.schema,
    }),
    handle: ({ world: origin, emulator, body }: WorldCall<ForkBody>): ForkedWorld => {
      const { at, world_id, forwards = 'off', seed } = body
      const { world, issued } = emulator.forkWorld(origin, pointOf(origin, at), { world_id, forwards, seed })
      const view = viewWorld(world, emulator.url)
      for (const { keys } of view.tenants) for (const key of keys) key.key ??= issued.get(key.key_id)
      return { ...view, forked_from: viewForkedFrom(world) as ForkedFromView }
    },
  },
]

function pointOf({ runtime }: World, at: string | undefined): ForkPoint {
  if (at === undefined) return 'now'
  const instant = parseInstant(at)
  if (instant !== undefined) {
    // A world that does not record can be forked at no instant: that is told before all else.
    const isFuture = instant > runtime.kernel.catchUp()
    if (isFuture && runtime.recording !== undefined) throw invalidAs('future_fork', { given: at })
    return { instant }
  }
  const isNumber = /^#?[1-9]\d{0,9}$/.test(at)
  if (!isNumber && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(at))
    throw invalid(
      `at must be a request_id, a number such as #59, or an ISO 8601 instant with a zone (got ${shown(at)}).`,
    )
  const seq = isNumber ? Number(at.replace('#', '')) : runtime.exchanges.seqOf(at)
  if (seq === undefined || seq > runtime.exchanges.last) throw notFound('request', at)
  return { seq }
}
