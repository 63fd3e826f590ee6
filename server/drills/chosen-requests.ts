import type { Heard } from './evidence.ts'
import type { Judgement } from './judgement.ts'

/** Requests in a row that are not shown. */
export interface LeftOut {
  readonly first: Heard
  readonly last: Heard
  readonly count: number
  /** How many of them failed. */
  readonly failed: number
}

/** Of many requests those that tell how it went. */
export interface Chosen {
  readonly newest: readonly Heard[]
  /** Those before them: the first ones, that by which the situation came, and where each reason begins. */
  readonly earlier: readonly Heard[]
  readonly left_out: readonly LeftOut[]
  /** How many requests failed: each that is known once, and those that are only counted. */
  readonly failed_total: number
}

/** Of the beginning of a run. */
const FIRST = 3
/** Around what is looked for: one before it, and these after it. */
const AFTER_MET = 2
const AFTER_FAILED = 4
/** More findings begin alike. */
const MOST_BEGINNINGS = 8

/** `requests` are all that were heard, in their order; the newest of them are always shown. */
export function chosenFrom(
  requests: readonly Heard[],
  { met, conditions }: Pick<Judgement, 'met' | 'conditions'>,
  most: number,
): Chosen {
  const reasons = conditions.flatMap(row => row.reasons)
  const failed = new Set(reasons.flatMap(one => (one.decided ? one.at_fault.map(({ seq }) => seq) : [])))
  const unknown = reasons.reduce((sum, one) => sum + (one.decided ? one.at_fault_total - one.at_fault.length : 0), 0)
  const failed_total = failed.size + unknown
  const begins = requests.length - most
  if (begins <= 0) return { newest: requests, earlier: [], left_out: [], failed_total }
  const indexOf = new Map(requests.map(({ seq }, index) => [seq, index]))
  const around = (seq: number | undefined, after: number) => {
    const index = seq === undefined ? undefined : indexOf.get(seq)
    return index === undefined ? [] : Array.from({ length: after + 2 }, (_, nth) => index - 1 + nth)
  }
  const firsts = reasons.flatMap(({ at_fault: [first] }) => first ?? []).slice(0, MOST_BEGINNINGS)
  const wanted = new Set([
    ...Array.from({ length: FIRST }, (_, index) => index),
    ...around(met?.request?.seq, AFTER_MET),
    ...firsts.flatMap(({ seq }) => around(seq, AFTER_FAILED)),
  ])
  const isShown = (index: number) => wanted.has(index) || index >= begins
  const earlier: Heard[] = []
  const gaps: Heard[][] = []
  for (const [index, request] of requests.slice(0, begins).entries()) {
    // A line for one that is left out takes as much room as that one.
    const isAlone = isShown(index - 1) && isShown(index + 1)
    if (isShown(index) || isAlone) earlier.push(request)
    else if (index > 0 && !isShown(index - 1) && gaps.length > 0) gaps.at(-1)?.push(request)
    else gaps.push([request])
  }
  return { newest: requests.slice(begins), earlier, left_out: gaps.map(gap => gapOf(gap, failed)), failed_total }
}

function gapOf(gap: readonly Heard[], failed: ReadonlySet<number>): LeftOut {
  const inOrder = gap.toSorted((one, other) => one.seq - other.seq)
  const [first, last] = [inOrder[0], inOrder.at(-1)] as [Heard, Heard]
  return { first, last, count: gap.length, failed: gap.filter(({ seq }) => failed.has(seq)).length }
}
