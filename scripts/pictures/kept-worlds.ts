import type { StartedEmulator, WorldHandle } from '../../server/index.ts'
import type { Story } from './story.ts'

/** The world of a capsule of the story, at the request that more than one check refuses. */
export async function openCapsuleOf({ url, world }: StartedEmulator, { refused_id }: Story): Promise<void> {
  const capsule = await world.capsule({ request_id: refused_id })
  const opened = await fetch(`${url}/control/capsules?world_id=from-a-capsule`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(capsule),
  })
  if (!opened.ok) throw new Error(`The capsule of the story did not open: ${await opened.text()}`)
}

/** A snapshot, and what is under way since then: a call that talks, and one that rings. */
export async function leavePending(world: WorldHandle): Promise<void> {
  await world.snapshots.take('calm')
  await world.calls.place({ tenant: 'pro', phone_number: '03-5555-0001', external_id: 'crm-1001' })
  await world.clock.advance({ by: 'PT14S' })
  await world.calls.place({ tenant: 'pro', phone_number: '03-5555-0001', external_id: 'crm-1002' })
  await world.clock.advance({ by: 'PT3S' })
}
