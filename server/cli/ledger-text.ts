import type { LedgerReason } from '../contract/events.ts'
import type { ListFilter } from '../contract/lists.ts'
import { counted } from '../contract/sentences.ts'
import type { EventView } from '../control/protocol/events.ts'
import type { FacetsView } from '../control/protocol/journal.ts'
import type { WorldHandle } from '../index.ts'
import { tokyoTime } from './log-table.ts'
import { here } from './own-command.ts'
import { inShell } from './shell-text.ts'

/** Of more events it is not said how many went to no webhook. */
const MOST_COUNTED = 1_000
/** Events that are named. */
const MOST_NAMED = 3

/** What each reason says; of those that are about all webhooks of a tenant, nothing came to be. */
export const WHY: Readonly<Record<LedgerReason, string>> = {
  daily_send_limit: 'the sends of the day were used up',
  filtered: 'its filters leave this call out',
  disabled: 'it was disabled',
  deleted: 'it was deleted',
  unsubscribed: 'it was no longer subscribed to this event',
  open_api_disabled: 'the Open API of the tenant was off',
  plan: 'the plan of the tenant has no webhooks',
}

export type LedgerFilter = ListFilter<'ledger'>

/** Nothing was held back by a limit, a filter or a webhook that is off; that does not mean that anything was sent. */
export async function nothingText(world: WorldHandle, filter: LedgerFilter): Promise<string> {
  const heldBack = await totalOf(world.client, 'ledger')
  const events = await eventsOf(world, filter)
  const unheard = events?.filter(({ deliveries }) => deliveries.length === 0) ?? []
  const others = `without these filters there ${heldBack === 1 ? 'is' : 'are'} ${heldBack.toLocaleString('en')}`
  const none = events?.length === 0 ? noneText(filter, heldBack) : ''
  const first = heldBack > 0 ? `No entry matches; ${others}.${none}` : `Nothing was held back${none || '.'}`
  return [
    `${first}${unheardText(unheard.length, events?.length ?? 0)}`,
    ...(events?.length === 0 ? await callText(world, filter) : []),
    ...unheard.slice(0, MOST_NAMED).map(event => `  ${eventText(event)}`),
    ...(unheard.length > MOST_NAMED ? [`  and ${unheard.length - MOST_NAMED} more before`] : []),
    ...waysOn(world, filter, { unheard, isSent: (events?.length ?? 0) > unheard.length }),
  ].join('\n')
}

/** What has occurred, the newest first; `undefined` where that is too much to be looked at. */
async function eventsOf({ client, events }: WorldHandle, filter: LedgerFilter): Promise<EventView[] | undefined> {
  const { tenant, event, call_id, external_id, within } = filter
  const which = { tenant, event, call_id, external_id }
  if ((await totalOf(client, 'events', which)) > MOST_COUNTED) return undefined
  const all = await events.list({ ...which, limit: MOST_COUNTED })
  if (within === undefined) return all
  const [from = 0, until = 0] = within.split('/').map(text => Date.parse(text))
  return all.filter(({ occurred_at }) => Date.parse(occurred_at) >= from && Date.parse(occurred_at) < until)
}

function noneText({ limit: _, ...filter }: LedgerFilter, heldBack: number): string {
  const isAny = Object.values(filter).every(value => value === undefined)
  if (heldBack > 0) return ' No such event has occurred.'
  return isAny ? ': no event has occurred.' : ': no such event has occurred.'
}

function unheardText(unheard: number, happened: number): string {
  if (unheard === 0) return ''
  const which = unheard === happened ? counted(unheard, 'event') : `${unheard} of ${counted(happened, 'event')}`
  return ` ${which} went to no webhook, since none was subscribed:`
}

/** `call.completed of max, at 2026-03-10 12:01:11.000 (call_7x…, crm-1)` */
function eventText({ event, tenant, occurred_at, call_id, external_id }: EventView): string {
  const names = [call_id, external_id].filter(name => name !== null)
  return `${event} of ${tenant}, at ${tokyoTime(occurred_at)} JST${names.length === 0 ? '' : ` (${names.join(', ')})`}`
}

/** What the call does of which no event is there. */
async function callText(world: WorldHandle, { tenant, external_id }: LedgerFilter): Promise<string[]> {
  if (!external_id) return []
  const [call] = await world.calls.list({ tenant, external_id, limit: 1 })
  if (call === undefined) return [`There is no call with the external_id ${external_id}.`]
  return [`Its call is ${call.status} now. To see it: ${here(`call show ${call.call_id}${inWorld(world)}`)}`]
}

interface Found {
  readonly unheard: readonly EventView[]
  readonly isSent: boolean
}

function waysOn(
  world: WorldHandle,
  { tenant, event, external_id }: LedgerFilter,
  { unheard, isSent }: Found,
): string[] {
  const [first] = unheard
  const flags = Object.entries({ tenant, event, 'external-id': external_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [` --${name} ${inShell(value)}`],
  )
  return [
    ...(first === undefined
      ? []
      : [`To receive what comes next: ${here(`listen --tenant ${first.tenant}${inWorld(world)}`)}`]),
    ...(isSent
      ? [`To see what became of what was sent: ${here(`deliveries list${flags.join('')}${inWorld(world)}`)}`]
      : []),
  ]
}

/** Of the tenants whose sends are still used up: until when, and how to send again. */
export async function usedUpText(world: WorldHandle, tenants: readonly string[]): Promise<string[]> {
  const lines = await Promise.all(
    [...new Set(tenants)].map(async tenant => {
      const { webhook_sends } = await world.tenant(tenant).limits.get()
      const { used, limit, resets_at } = webhook_sends
      if (limit === null || used < limit) return []
      const until = resets_at === null ? '' : `, until ${tokyoTime(resets_at)} JST`
      const command = here(`limits set webhook_sends=0 --tenant ${tenant}${inWorld(world)}`)
      return [`The sends of ${tenant} are used up (${used} of ${limit})${until}. To send again at once: ${command}`]
    }),
  )
  return lines.flat()
}

const inWorld = ({ id }: WorldHandle): string => (id === 'default' ? '' : ` --world ${id}`)

type Narrow = Omit<LedgerFilter, 'limit'>

export const totalOf = async (
  client: WorldHandle['client'],
  list: 'ledger' | 'events',
  { limit: _, ...filter }: Narrow & { limit?: unknown } = {},
): Promise<number> => (await client.get<FacetsView>(['facets', list], filter)).total
