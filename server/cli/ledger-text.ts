import type { LedgerReason } from '../contract/events.ts'
import type { ListFilter } from '../contract/lists.ts'
import { counted } from '../contract/sentences.ts'
import type { EventView } from '../control/protocol/events.ts'
import type { FacetsView } from '../control/protocol/journal.ts'
import type { WorldHandle } from '../index.ts'
import { callState } from './call-state.ts'
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
  const { events, unheard } = await occurred(world, filter)
  const isNone = events?.length === 0
  const others = `without these filters there ${heldBack === 1 ? 'is' : 'are'} ${heldBack.toLocaleString('en')}`
  const first = heldBack > 0 ? `No entry matches; ${others}.` : `Nothing was held back${isNone ? '' : '.'}`
  return [
    `${first}${isNone ? noneText(filter, heldBack) : unheardText(unheard.length, events?.length ?? 0)}`,
    ...(isNone ? await callText(world, filter) : []),
    ...named(unheard),
    ...waysOn(world, filter, { unheard, isSent: events?.some(({ deliveries }) => deliveries.length > 0) === true }),
  ].join('\n')
}

/** Beside entries: what has none, as no webhook was subscribed to it. */
export async function alsoUnheard(world: WorldHandle, filter: LedgerFilter): Promise<string[]> {
  const { unheard } = await occurred(world, filter)
  if (unheard.length === 0) return []
  const events = unheard.length === 1 ? '1 other event' : `${unheard.length} other events`
  return [[`${events} went to no webhook, since none was subscribed:`, ...named(unheard)].join('\n')]
}

interface Occurred {
  /** `undefined` where they are too many to be looked at. */
  readonly events: readonly EventView[] | undefined
  /** Those to which no webhook was subscribed. What was held back has no delivery either, but an entry. */
  readonly unheard: readonly EventView[]
}

/** What has occurred, the newest first. */
async function occurred({ client, events, ledger }: WorldHandle, filter: LedgerFilter): Promise<Occurred> {
  const { tenant, event, call_id, external_id, within } = filter
  const which = { tenant, event, call_id, external_id }
  const counts = await Promise.all([totalOf(client, 'events', which), totalOf(client, 'ledger', which)])
  if (Math.max(...counts) > MOST_COUNTED) return { events: undefined, unheard: [] }
  const [all, entries] = await Promise.all([
    events.list({ ...which, limit: MOST_COUNTED }),
    ledger.list({ ...which, limit: MOST_COUNTED }),
  ])
  const [from, until] = within?.split('/').map(text => Date.parse(text)) ?? []
  const found = all.filter(
    ({ occurred_at }) => !(Date.parse(occurred_at) < Number(from)) && !(Date.parse(occurred_at) >= Number(until)),
  )
  const heldBack = new Set(entries.map(({ event_id }) => event_id))
  const unheard = found.filter(({ deliveries, event_id }) => deliveries.length === 0 && !heldBack.has(event_id))
  return { events: found, unheard }
}

function noneText({ limit: _, ...filter }: LedgerFilter, heldBack: number): string {
  if (heldBack > 0) return ' No event matches either.'
  const isAny = Object.values(filter).every(value => value === undefined)
  return isAny ? ': no event has occurred.' : ', and no event matches.'
}

const named = (unheard: readonly EventView[]): string[] => [
  ...unheard.slice(0, MOST_NAMED).map(event => `  ${eventText(event)}`),
  ...(unheard.length > MOST_NAMED ? [`  and ${unheard.length - MOST_NAMED} more before`] : []),
]

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
  if (call !== undefined)
    return [`Its call ${callState(call)}. To see it: ${here(`call show ${call.call_id}${inWorld(world)}`)}`]
  const others = tenant === undefined ? [] : await world.calls.list({ external_id, limit: MOST_COUNTED })
  const [other] = others
  if (other === undefined) return [`There is no call with the external_id ${external_id}.`]
  const owners = [...new Set(others.map(row => row.tenant))].join(' and ')
  const command = `ledger --tenant ${other.tenant} --external-id ${inShell(external_id)}${inWorld(world)}`
  return [`The call with the external_id ${external_id} is of ${owners}, not of ${tenant}: ${here(command)}`]
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
      // Where a plan has no sends at all, giving some back changes nothing.
      if (limit === null || limit === 0 || used < limit) return []
      const until = resets_at === null ? '' : `, until ${tokyoTime(resets_at)} JST`
      const command = here(`limits set webhook_sends=0 --tenant ${tenant}${inWorld(world)}`)
      const past = `The sends of ${tenant} are used up (${used} of ${limit})${until}. What was held back is not sent later.`
      return [`${past} For what comes next to be sent: ${command}`]
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
