import type { Command } from 'commander'
import type { LedgerReason } from '../../contract/events.ts'
import type { ListFilter } from '../../contract/lists.ts'
import { counted } from '../../contract/sentences.ts'
import type { FacetsView } from '../../control/protocol/journal.ts'
import type { WorldHandle } from '../../index.ts'
import { addListFlags, listFilter } from '../list-flags.ts'
import { tokyoTime } from '../log-table.ts'
import { table } from '../output.ts'
import { onWorld, withExamples } from '../target.ts'

/** Of more events it is not said how many went to no webhook. */
const MOST_COUNTED = 1_000

/** What each reason says; of those that are about all webhooks of a tenant, nothing came to be. */
const WHY: Readonly<Record<LedgerReason, string>> = {
  daily_send_limit: 'the sends of the day were used up',
  filtered: 'its filters leave this call out',
  disabled: 'it was disabled',
  deleted: 'it was deleted',
  unsubscribed: 'it was no longer subscribed to this event',
  open_api_disabled: 'the Open API of the tenant was off',
  plan: 'the plan of the tenant has no webhooks',
}

type Filter = ListFilter<'ledger'>

export function configure(command: Command): void {
  addListFlags(command, 'ledger')
  withExamples(command, 'ringback ledger', 'ringback ledger --tenant pro --event call.missed')
  onWorld(command, async ({ world, json, print }) => {
    const filter = listFilter(command, 'ledger')
    const entries = await world.ledger.list(filter)
    const rows = entries.map(entry => [
      tokyoTime(entry.at),
      entry.tenant,
      entry.event,
      entry.reason,
      entry.call_id,
      entry.external_id,
      entry.webhook_id ?? `all of ${entry.tenant}`,
      WHY[entry.reason],
    ])
    const titles = ['AT (JST)', 'TENANT', 'EVENT', 'REASON', 'CALL', 'EXTERNAL ID', 'WEBHOOK', 'WHY']
    const none = entries.length === 0 ? await nothingText(world, filter) : ''
    print(entries, () => table(titles, rows, none))
    if (json || entries.length === 0) return
    const total = await totalOf(world.client, 'ledger', filter)
    // To stderr, since it is no entry.
    if (total > entries.length)
      process.stderr.write(
        `ringback: the newest ${entries.length} of ${total} entries; --limit ${total} shows them all.\n`,
      )
  })
}

/** Nothing was held back by a limit, a filter or a webhook that is off; that does not mean that anything was sent. */
async function nothingText({ client, events }: WorldHandle, filter: Filter): Promise<string> {
  const heldBack = await totalOf(client, 'ledger')
  const { tenant, event, call_id, external_id } = filter
  const which = { tenant, event, call_id, external_id }
  const happened = await totalOf(client, 'events', which)
  const found =
    happened === 0 || happened > MOST_COUNTED
      ? 0
      : (await events.list({ ...which, limit: MOST_COUNTED })).filter(({ deliveries }) => deliveries.length === 0)
          .length
  const unheard = found === 0 ? '' : unheardText(found, happened)
  if (heldBack > 0) {
    const others = `without these filters there ${heldBack === 1 ? 'is' : 'are'} ${heldBack.toLocaleString('en')}`
    return `No entry matches; ${others}.${unheard}`
  }
  if (happened === 0)
    return Object.values(which).every(value => value === undefined)
      ? 'Nothing was held back: no event has occurred.'
      : 'Nothing was held back: no such event has occurred.'
  return `Nothing was held back.${unheard}`
}

function unheardText(unheard: number, happened: number): string {
  const which = unheard === happened ? counted(unheard, 'event') : `${unheard} of ${counted(happened, 'event')}`
  return ` ${which} went to no webhook, since none was subscribed.`
}

type Narrow = Omit<Filter, 'limit'>

const totalOf = async (
  client: WorldHandle['client'],
  list: 'ledger' | 'events',
  filter: Narrow = {},
): Promise<number> => (await client.get<FacetsView>(['facets', list], withoutLimit(filter))).total

const withoutLimit = ({ limit: _, ...filter }: Narrow & { limit?: unknown }): Narrow => filter
