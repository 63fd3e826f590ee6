import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { AxisLane } from '../../components/axis/axis-lanes.ts'
import type { Target } from '../../components/axis/layout.ts'
import { isTokyoMidnight } from '../../components/axis/midnights.ts'
import { instantOfTarget, subjectOfTarget } from '../../components/axis/subject-of-target.ts'
import type { IconName } from '../../components/icons.tsx'
import type { Control, Lane, TimelineItem } from '../../data/timeline.ts'
import type { Noun } from '../../routing/nouns.ts'
import { windowId, windowOfId } from './window-key.ts'

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

/**
 * `act`: something that was done to the world, by its number; `held`: what was held back, by its entry in the ledger; `moment`: a midnight, or what is
 * planned, by its instant; `window`: of a limit.
 */
export type LiveNoun = Noun | 'act' | 'held' | 'moment' | 'window'

/** What opens beside the list; of a delivery with the number of the attempt that was meant. */
export interface Subject {
  readonly noun: LiveNoun
  readonly id: string
  readonly part?: string
}

/** What was done to the world, as it opens beside the list; a certification has its scorecard elsewhere. */
export const subjectOfAct = (act: Control): Subject | undefined =>
  act.kind === 'call'
    ? { noun: 'call', id: act.call_id }
    : act.kind === 'certification'
      ? undefined
      : { noun: 'act', id: String(act.id) }

/** What was held back opens by itself: of what a limit has stopped there is no event. */
const subjectOfHeld = ({ id }: LedgerEntry): Subject => ({ noun: 'held', id: String(id) })

/** A jump of the clock opens with what it has brought about; another pace has nothing more to say. */
export const subjectOfMove = (key: string, { from, to }: { from: number; to: number }) =>
  from === to ? undefined : ({ noun: 'act', id: key.replace('action ', '') } as const)

/** Which attempt made a delivery what it was then; none has cancelled it. */
const attemptOf = ({ status, attempt_count }: DeliveryView): Pick<Subject, 'part'> =>
  status === 'cancelled' || attempt_count === 0 ? {} : { part: String(attempt_count) }

/** What a mark of the axis opens beside it; of many requests at one place the newest that was refused, else the newest. */
export function subjectOfMark(target: Target): Subject | undefined {
  switch (target.kind) {
    case 'control':
      return subjectOfAct(target.mark.value)
    case 'dropped':
      return subjectOfHeld(target.mark.value)
    case 'move':
      return subjectOfMove(target.mark.key, target.mark)
    case 'attempt': {
      const { planned, value } = target.mark
      return {
        ...{ noun: 'delivery', id: value.delivery_id },
        ...(planned === undefined ? attemptOf(value) : { part: String(planned.attempt) }),
      }
    }
    case 'window':
    case 'setting':
      return { noun: 'window', id: windowId(target.mark) }
    default: {
      const at = instantOfTarget(target)
      return at === undefined ? subjectOfTarget(target) : { noun: 'moment', id: new Date(at).toISOString() }
    }
  }
}

/** What is open that is no item of the list: its mark, when it is, and whose. */
export function markOfOpen(
  noun: string | undefined,
  id: string | undefined,
): { key: string; at: number; tenant?: string } | undefined {
  if (id === undefined) return undefined
  const window = noun === 'window' ? windowOfId(id) : undefined
  if (window !== undefined) {
    const { tenant, limit, from } = window
    return { key: `window ${tenant} ${limit} ${new Date(from).toISOString()}`, at: from, tenant }
  }
  const at = noun === 'moment' ? Date.parse(id) : Number.NaN
  return Number.isNaN(at) ? undefined : { key: `${isTokyoMidnight(at) ? 'midnight' : 'planned'} ${at}`, at }
}

/** What an item is about and where it leads. */
export function subjectOf(item: TimelineItem): Subject | undefined {
  switch (item.lane) {
    case 'exchange':
      return { noun: 'request', id: item.value.request_id }
    case 'call':
      return { noun: 'call', id: item.value.call_id }
    case 'event':
      return { noun: 'event', id: item.value.event_id }
    case 'delivery':
      return { noun: 'delivery', id: item.value.delivery_id, ...attemptOf(item.value) }
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
