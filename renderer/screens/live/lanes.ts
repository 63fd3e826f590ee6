import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { AxisLane } from '../../components/axis/axis-lanes.ts'
import type { Target } from '../../components/axis/layout.ts'
import type { IconName } from '../../components/icons.tsx'
import type { Control, Lane, TimelineItem } from '../../data/timeline.ts'
import type { Noun } from '../../routing/nouns.ts'

/** The lanes of the list, each with that of the axis on which it stands. */
export const LANES = [
  { lane: 'exchange', icon: 'requests', on: 'requests' },
  { lane: 'call', icon: 'calls', on: 'calls' },
  { lane: 'event', icon: 'live', on: 'webhooks' },
  { lane: 'delivery', icon: 'webhooks', on: 'webhooks' },
  { lane: 'ledger', icon: 'blocked', on: 'webhooks' },
  { lane: 'clock', icon: 'clock', on: 'clock' },
  { lane: 'control', icon: 'edit', on: 'clock' },
] as const satisfies readonly { lane: Lane; icon: IconName; on: AxisLane }[]

/** `act`: something that was done to the world, by its number; `held`: what was held back, by its entry in the ledger. */
export type LiveNoun = Noun | 'act' | 'held'

/** What was done to the world, as it opens beside the list; a certification has its scorecard elsewhere. */
export const subjectOfAct = (act: Control): { noun: LiveNoun; id: string } | undefined =>
  act.kind === 'call'
    ? { noun: 'call', id: act.call_id }
    : act.kind === 'certification'
      ? undefined
      : { noun: 'act', id: String(act.id) }

/** What somebody has set of a window is among what was done to the world. */
export function subjectOfSetting(
  items: readonly TimelineItem[],
  { mark: { tenant, limit }, setting: { at } }: Extract<Target, { kind: 'setting' }>,
): { noun: LiveNoun; id: string } | undefined {
  const isIt = (act: Control) => act.kind === 'limits' && act.tenant === tenant && limit in act.set
  const found = items.find(item => item.at === at && item.lane === 'control' && isIt(item.value))
  return found?.lane === 'control' ? subjectOfAct(found.value) : undefined
}

/** What was held back opens by itself: of what a limit has stopped there is no event. */
export const subjectOfHeld = ({ id }: LedgerEntry): { noun: LiveNoun; id: string } => ({ noun: 'held', id: String(id) })

/** A jump of the clock opens with what it has brought about; another pace has nothing more to say. */
export const subjectOfMove = (key: string, { from, to }: { from: number; to: number }) =>
  from === to ? undefined : ({ noun: 'act', id: key.replace('action ', '') } as const)

/** What an item is about and where it leads. */
export function subjectOf(item: TimelineItem): { noun: LiveNoun; id: string } | undefined {
  switch (item.lane) {
    case 'exchange':
      return { noun: 'request', id: item.value.request_id }
    case 'call':
      return { noun: 'call', id: item.value.call_id }
    case 'event':
      return { noun: 'event', id: item.value.event_id }
    case 'delivery':
      return { noun: 'delivery', id: item.value.delivery_id }
    case 'ledger':
      return subjectOfHeld(item.value)
    case 'control':
      return subjectOfAct(item.value)
    case 'clock':
      return subjectOfMove(item.key, item.value)
  }
}

/** Whose it is; `null` for what is of all of them: a fault is of the tenant that it names. */
export function tenantOf(item: TimelineItem): string | null {
  if (item.lane === 'clock') return null
  if (item.lane !== 'control') return item.value.tenant
  if (item.value.kind === 'fault') return matchedTenant(item.value.match)
  return 'tenant' in item.value ? item.value.tenant : null
}

const matchedTenant = (match: { readonly tenant?: string | undefined } | null) => match?.tenant ?? null

/** A delivery that waits for its first attempt is planned: the axis has it, and after a reload nothing would tell of it. */
export const isMade = (item: TimelineItem) => item.lane !== 'delivery' || item.value.attempt_count > 0
