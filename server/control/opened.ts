import { toIso } from '../kernel/instant.ts'
import type { World } from '../world/world.ts'
import type { RequestId } from './identifiers.ts'
import type { OpenedCapsule } from './protocol/snapshots.ts'
import { viewWorld } from './views.ts'

/** A world that was opened from a capsule or a snapshot. */
export function viewOpened(world: World, url: string): OpenedCapsule {
  const { request_id, rewound, redacted, ringback, taken_at } = world.origin
  return {
    ...viewWorld(world, url),
    request_id: request_id as RequestId | null,
    rewound,
    redacted,
    taken_by: ringback,
    taken_at: taken_at === null ? null : toIso(taken_at),
    sending: world.runtime.sending,
    note: noteOn(world.world_id),
  }
}

/** What such a world may not do, and how to allow it. */
const noteOn = (world_id: string): string =>
  `The clock is frozen, forwards in the file were ignored, and deliveries go to inboxes only. To let deliveries out, use "ringback world sending everywhere --world ${world_id}" or PUT /control/worlds/${world_id}/sending. Run the clock with PUT …/clock and map addresses with PUT …/forwards.`
