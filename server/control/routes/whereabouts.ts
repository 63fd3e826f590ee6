import { findListedDelivery } from '../../store/tables/deliveries.ts'
import type { World } from '../../world/world.ts'
import type { WhereaboutsView } from '../protocol/worlds.ts'
import type { ProcessRoute } from '../route.ts'

/** What has an id that no other world gives to a thing of its own. */
const HAS = {
  requests: ({ runtime }, id) => runtime.exchanges.find(id) !== undefined,
  calls: ({ runtime }, id) => runtime.services.calls.find(id) !== undefined,
  events: ({ runtime }, id) => runtime.services.events.find(id) !== undefined,
  deliveries: ({ runtime }, id) => findListedDelivery(runtime.store, id) !== undefined,
} satisfies { readonly [list: string]: (world: World, id: string) => boolean }

const PARAMETERS = Object.entries({
  requests: 'request_id',
  calls: 'call_id',
  events: 'event_id',
  deliveries: 'delivery_id',
} as const) as [keyof typeof HAS, string][]

export const whereaboutsRoutes: readonly ProcessRoute[] = PARAMETERS.map(([list, name]) => ({
  method: 'GET',
  path: `/whereabouts/${list}/{${name}}`,
  summary: `Find the worlds whose ${list} have this id`,
  answers: 'WhereaboutsView',
  handle: ({ emulator, params }): WhereaboutsView => {
    const found: WhereaboutsView = { worlds: [], asked: 0, unasked: emulator.brokenWorlds().size }
    for (const world of emulator.worlds()) {
      try {
        if (HAS[list](world, params[name] ?? '')) found.worlds.push(world.world_id)
        found.asked += 1
      } catch {
        // A world whose file cannot be read may have it.
        found.unasked += 1
      }
    }
    return found
  },
}))
