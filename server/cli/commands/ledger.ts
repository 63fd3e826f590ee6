import type { Command } from 'commander'
import { counted } from '../../contract/sentences.ts'
import type { FacetsView } from '../../control/protocol/journal.ts'
import type { WorldHandle } from '../../index.ts'
import { addListFlags, listFilter } from '../list-flags.ts'
import { tokyoTime } from '../log-table.ts'
import { table } from '../output.ts'
import { onWorld, withExamples } from '../target.ts'

/** Of more events it is not said how many went to no webhook. */
const MOST_COUNTED = 1_000

export function configure(command: Command): void {
  addListFlags(command, 'ledger')
  withExamples(command, 'ringback ledger', 'ringback ledger --tenant pro --event call.missed')
  onWorld(command, async ({ world, print }) => {
    const entries = await world.ledger.list(listFilter(command, 'ledger'))
    const rows = entries.map(({ at, tenant, event, reason, external_id, webhook_id }) => [
      tokyoTime(at),
      tenant,
      event,
      reason,
      external_id,
      webhook_id,
    ])
    const none = entries.length === 0 ? await nothingText(world) : ''
    print(entries, () => table(['AT (JST)', 'TENANT', 'EVENT', 'REASON', 'EXTERNAL ID', 'WEBHOOK'], rows, none))
  })
}

/** Nothing was held back by a limit, a filter or a webhook that is off; that does not mean that anything was sent. */
async function nothingText({ client, events }: WorldHandle): Promise<string> {
  const heldBack = await totalOf(client, 'ledger')
  if (heldBack > 0) return `No entry matches; without these filters there are ${heldBack.toLocaleString('en')}.`
  const happened = await totalOf(client, 'events')
  if (happened === 0) return 'Nothing was held back: no event has occurred.'
  const unheard =
    happened > MOST_COUNTED
      ? 0
      : (await events.list({ limit: MOST_COUNTED })).filter(({ deliveries }) => deliveries.length === 0).length
  if (unheard === 0) return 'Nothing was held back.'
  const which = unheard === happened ? counted(unheard, 'event') : `${unheard} of ${counted(happened, 'event')}`
  return `Nothing was held back. ${which} went to no webhook, since none was subscribed.`
}

const totalOf = async (client: WorldHandle['client'], list: 'ledger' | 'events'): Promise<number> =>
  (await client.get<FacetsView>(['facets', list])).total
