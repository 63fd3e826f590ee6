import type { FiredJob, JobKind } from '../../server/control/protocol/clock.ts'

/** Jobs that say the same, as one entry: the first of them, and how many there are. */
export interface FiredGroup {
  readonly text: string
  readonly first: FiredJob
  readonly count: number
}

const isFailed = ({ kind, status_code }: FiredJob) =>
  kind === ('webhook.attempt' satisfies JobKind) &&
  status_code !== undefined &&
  !(typeof status_code === 'number' && status_code >= 200 && status_code < 300)

/** What belongs to what is open comes first, its newest before all, and then what failed; `open` are the segments of the address. Pure. */
export function byConcern(fired: readonly FiredJob[], open: readonly string[]): FiredJob[] {
  const own = fired.filter(({ subject }) => open.includes(subject))
  const others = fired.filter(({ subject }) => !open.includes(subject))
  return [...own.toReversed(), ...others.filter(isFailed), ...others.filter(job => !isFailed(job))]
}

/** In the order of the first of each. What a fault has to do with is no part of the rest. Pure. */
export function firedGroups(fired: readonly FiredJob[], textOf: (job: FiredJob) => string): FiredGroup[] {
  const groups = new Map<string, FiredGroup>()
  for (const job of fired) {
    const text = textOf(job)
    const key = `${typeof job.fault === 'number' ? job.fault : ''} ${text}`
    const found = groups.get(key)
    groups.set(key, found === undefined ? { text, first: job, count: 1 } : { ...found, count: found.count + 1 })
  }
  return [...groups.values()]
}

/** Around what happened, so that its first and last do not stand at the edges. */
const [MARGIN, LEAST_SECONDS] = [1.25, 10]

/**
 * What the address of Live says to have in view all that fell due, from the first to the last: seconds, and the instant in the middle. Empty
 * where nothing is known of it. Pure.
 */
export function stretchOf(fired: readonly FiredJob[]): string {
  const [first, last] = [fired[0], fired.at(-1)]
  if (first === undefined || last === undefined) return ''
  const [from, to] = [Date.parse(first.due_at), Date.parse(last.due_at)]
  const span = Math.max(LEAST_SECONDS, Math.ceil(((to - from) / 1_000) * MARGIN))
  return `?span=${span}&at=${Math.round((from + to) / 2)}`
}

/**
 * How many of what fell due are rows of Live, and whether that is all of it: a Tokyo midnight is a line on the axis alone, and what was not sent, as its webhook
 * is disabled, stands nowhere there.
 */
export function rowsInLive(fired: readonly FiredJob[]): { rows: number; isAll: boolean } {
  const due = fired.filter(({ skipped }) => skipped !== true)
  const rows = due.filter(({ kind }) => kind !== ('day.rollover' satisfies JobKind)).length
  return { rows, isAll: rows === due.length }
}
