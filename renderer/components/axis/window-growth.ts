import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { lastNotAbove } from './time-scale.ts'

/** What was used of a window from each instant on at which that changed: the instants ascend, and each has one entry. */
export interface Growth {
  readonly ats: readonly number[]
  readonly used: readonly number[]
  /** When nothing was left of it, oldest first; `to` is infinite where nothing came back. */
  readonly full: readonly Stretch[]
  /** The most that was used of it at a time: somebody may have given some back. */
  readonly peak: number
  /** The limit from each of these instants on, where that was changed meanwhile. */
  readonly mosts?: readonly (number | null)[]
}

/** The limit of a window. */
export interface Ceiling {
  /** At its end, or now; `null` without a limit. */
  readonly most: number | null
  /** Those that held before, and until when, oldest first, where it was changed while the window went on. */
  readonly mostBefore?: readonly { readonly until: number; readonly most: number | null }[]
}

/** The limit of a window at an instant in it. */
export function mostAt({ most, mostBefore }: Ceiling, at: number): number | null {
  const earlier = mostBefore?.find(({ until }) => at < until)
  return earlier === undefined ? most : earlier.most
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** That somebody set what is used. */
export interface Setting {
  readonly at: number
  readonly from: number
  readonly to: number
  /** The most that was used before, after, and between where it was set several times at once. */
  readonly most: number
}

/** When a tenant used slots, ascending. */
export interface Uses {
  /** Of the minute and the burst window. */
  readonly rate: Float64Array
  /** Of the day. */
  readonly day: Float64Array
}

/** What the register has on which requests use slots. */
export interface Counting {
  readonly failed: boolean
  readonly refused: boolean
  readonly head: boolean
}

const NONE: Uses = { rate: new Float64Array(), day: new Float64Array() }

/** What a fault hit may have been answered by it, and is left out: less is said then than was, and never more. */
function uses({ method, status, code, fault, tenant }: ExchangeView, counting: Counting): keyof Uses | undefined {
  if (tenant === null || fault !== null || (method === 'HEAD' && !counting.head)) return undefined
  if (status < 400) return 'day'
  const counts = code === 'rate_limit_exceeded' ? counting.refused : counting.failed
  return counts ? 'rate' : undefined
}

/** Instants in memory that is used again each time that they are read. */
class Instants {
  #all = new Float64Array(1_024)
  #count = 0

  clear(): void {
    this.#count = 0
  }

  push(at: number): void {
    if (this.#count === this.#all.length) {
      const larger = new Float64Array(2 * this.#count)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[this.#count++] = at
  }

  read(): Float64Array {
    return this.#all.subarray(0, this.#count)
  }
}

/** Reads from requests when each tenant used slots. What it has read holds until it reads again: that is many times a second, and of thousands of them. */
export class SlotReader {
  readonly #found = new Map<string, { readonly rate: Instants; readonly day: Instants }>()

  /** @param items newest first, as the timeline has them */
  read(items: readonly TimelineItem[], counting: Counting): (tenant: string) => Uses {
    for (const { rate, day } of this.#found.values()) {
      rate.clear()
      day.clear()
    }
    for (let index = items.length - 1; index >= 0; index--) {
      const item = items[index]!
      if (item.lane !== 'exchange') continue
      const used = uses(item.value, counting)
      if (used === undefined) continue
      const own = this.#of(item.value.tenant!)
      own.rate.push(item.at)
      if (used === 'day') own.day.push(item.at)
    }
    return tenant => {
      const own = this.#found.get(tenant)
      return own === undefined ? NONE : { rate: own.rate.read(), day: own.day.read() }
    }
  }

  #of(tenant: string) {
    const own = this.#found.get(tenant) ?? { rate: new Instants(), day: new Instants() }
    this.#found.set(tenant, own)
    return own
  }
}

interface Known extends Ceiling {
  readonly from: number
  readonly to: number
  /** What the emulator says is used of it by now, or was at its end. */
  readonly used: number
  /** When slots of it were used, ascending. */
  readonly uses: ArrayLike<number>
  /** Ascending, of this window. */
  readonly settings: readonly Setting[]
  /** When the emulator said so; its end, where it said so later. */
  readonly readAt: number
}

/**
 * How what is used of a window grew. Requests may be told of before the count that has them, and that which cannot be placed is said to have come
 * last: at no instant is more claimed than was used by then. Pure.
 */
export function growthOf({ from, to, used, uses, settings, readAt, ...ceiling }: Known): Growth {
  const [ats, values]: [number[], number[]] = [[], []]
  let value = 0
  const step = (at: number, next: number) => {
    value = next
    if (ats.at(-1) === at) values[values.length - 1] = next
    else {
      ats.push(at)
      values.push(next)
    }
  }
  let set = 0
  const setUpTo = (at: number) => {
    for (; set < settings.length && settings[set]!.at <= at; set++) step(settings[set]!.at, settings[set]!.to)
  }
  for (let index = 0; index < uses.length; index++) {
    setUpTo(uses[index]!)
    const isLast = set === settings.length
    // Before somebody set it, it was what they set it from.
    const bound = isLast ? used : settings[set]!.from
    if (value < bound) step(uses[index]!, value + 1)
  }
  setUpTo(to)
  if (value !== used) step(Math.max(ats.at(-1) ?? from, readAt), used)
  return grown({ ats, used: values }, settings, ceiling)
}

const MINUTE_MS = 60_000

/**
 * The same of a day of which it is known what was used at the start of each minute in which that changed, and at the end, and what somebody set:
 * within such a minute no more is claimed than was used before. Pure.
 */
export function growthThrough(
  points: readonly { readonly at: string; readonly used: number }[],
  { settings, ...ceiling }: Pick<Known, 'settings'> & Ceiling,
): Growth {
  const known = points.map(({ at, used }) => ({ at: Date.parse(at), used }))
  const set = settings.map(({ at, to }) => ({ at, used: to }))
  // Nothing changed from the end of a minute to the next of them.
  const over = known.slice(1).map(({ at, used }, index) => ({ at: Math.min(at, known[index]!.at + MINUTE_MS), used }))
  // The last of what was set at an instant is what holds there, but for what is used by now.
  const steps = [...known.slice(0, -1), ...set, ...over].sort((one, other) => one.at - other.at)
  // Of one instant the last holds.
  const own = steps.filter(({ at }, index) => steps[index + 1]?.at !== at)
  return grown({ ats: own.map(({ at }) => at), used: own.map(step => step.used) }, settings, ceiling)
}

type Steps = Pick<Growth, 'ats' | 'used'>

function grown(steps: Steps, settings: readonly Setting[], ceiling: Ceiling): Growth {
  const all = ceiling.mostBefore === undefined ? steps : withChanges(steps, ceiling)
  const { full, peak } = extremesOf(all, ceiling.most)
  return { ...all, full, peak: Math.max(peak, ...settings.map(setting => setting.most)) }
}

/** With an entry also where the limit was changed: something may be left from there on, or nothing, and nobody has used anything. */
function withChanges({ ats, used }: Steps, ceiling: Ceiling): Steps & Pick<Growth, 'mosts'> {
  const changes = (ceiling.mostBefore ?? []).map(({ until }) => until)
  const all = [...new Set([...ats, ...changes])].sort((one, other) => one - other)
  return {
    ats: all,
    used: all.map(at => used[lastNotAbove(ats, at)] ?? 0),
    mosts: all.map(at => mostAt(ceiling, at)),
  }
}

function extremesOf(
  { ats, used, mosts }: Steps & Pick<Growth, 'mosts'>,
  most: number | null,
): Pick<Growth, 'full' | 'peak'> {
  const full: Stretch[] = []
  let begin: number | undefined
  let peak = 0
  for (let index = 0; index < ats.length; index++) {
    const value = used[index]!
    const limit = mosts === undefined ? most : mosts[index]!
    peak = Math.max(peak, value)
    const isFull = limit !== null && value >= limit
    if (isFull) begin ??= ats[index]!
    else if (begin !== undefined) {
      full.push({ from: begin, to: ats[index]! })
      begin = undefined
    }
  }
  if (begin !== undefined) full.push({ from: begin, to: Number.POSITIVE_INFINITY })
  return { full, peak }
}

/** What was used at an instant. */
export const usedAt = ({ ats, used }: Growth, at: number): number => used[lastNotAbove(ats, at)] ?? 0
