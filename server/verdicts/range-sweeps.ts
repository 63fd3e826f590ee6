import { DAY, dateIn } from '../kernel/instant.ts'
import { type Case, caseOf } from './cases.ts'
import { dayNumber } from './days.ts'
import { atMost, Draft, Found, type Glimpse, glimpse } from './found.ts'
import type { Moment, RequestSeen, Standing } from './observations.ts'
import { besideTheRange } from './queries.ts'
import { Recent } from './recent.ts'
import type { Finding, Outcome, Severity } from './rule.ts'
import { say } from './say.ts'
import { Tally } from './tally.ts'
import { waited } from './waits.ts'

/** Ranges that are asked for further apart than that belong to different errands: a program that reads every morning leaves out its holidays. */
export const ERRAND_SECONDS = 600
const MOST_SWEEPS = 32
/** As many days as history reaches back, and some. A sweep of more is not judged. */
const MOST_RANGES = 200

interface Range {
  readonly from: number
  readonly to: number
  readonly request: Glimpse
}

/** What one client asks of one endpoint, with equal filters, without a pause. */
interface Sweep {
  readonly ranges: Map<string, Range>
  latest: Moment
}

/** Two neighbours among the ranges. */
interface Seam {
  readonly before: Range
  readonly after: Range
}

export type SeamKind = 'gap' | 'overlap'
/** From the last day of one range to the first of the next, where they neither touch nor have nothing to do with each other. */
const APART: Record<SeamKind, number> = { gap: 2, overlap: 0 }
const TOUCHING = 1
const SEVERITY: Record<SeamKind, Severity> = { gap: 'warning', overlap: 'information' }

/** Ranges of days that are read one after another, in whatever order they are asked for. */
export class RangeSweeps {
  readonly #kind: SeamKind
  readonly #sweeps = new Recent<string, Sweep>(MOST_SWEEPS)
  readonly #found = new Found<Finding>()
  readonly #passed = new Tally()

  constructor(kind: SeamKind) {
    this.#kind = kind
  }

  sees(request: RequestSeen): void {
    const { range, actor, endpoint } = request
    if (range === null || request.answered !== 'whole') return
    const [from, to] = [dayNumber(range.from), dayNumber(range.to)]
    if (from === undefined || to === undefined) return
    const key = `${actor.id} ${endpoint} ${besideTheRange(endpoint, request.query)}`
    let sweep = this.#sweeps.peek(key)
    if (sweep !== undefined && waited(sweep.latest, request.began) > ERRAND_SECONDS) {
      this.#close(sweep)
      sweep = undefined
    }
    sweep ??= { ranges: new Map(), latest: request.ended }
    sweep.latest = request.ended
    const name = `${from} ${to}`
    if (!sweep.ranges.has(name) && sweep.ranges.size <= MOST_RANGES) {
      sweep.ranges.set(name, { from, to, request: glimpse(request) })
    }
    this.#sweeps.set(key, sweep)
  }

  outcome({ now, ended }: Standing): Outcome {
    const passed = this.#passed.copy()
    const findings = [...this.#found.kept]
    for (const sweep of this.#sweeps.values()) {
      const over = ended || waited(sweep.latest, now) > ERRAND_SECONDS
      const finding = this.#judge(sweep, passed)
      if (finding !== undefined) findings.push({ ...finding, provisional: over ? undefined : true })
    }
    return { passed, open: new Tally(), ...atMost(findings, this.#found.unlisted) }
  }

  #close(sweep: Sweep): void {
    const finding = this.#judge(sweep, this.#passed)
    if (finding !== undefined) this.#found.add(finding)
  }

  #judge({ ranges }: Sweep, passed: Tally): Finding | undefined {
    const [first] = ranges.values()
    if (first === undefined || ranges.size > MOST_RANGES) return undefined
    const rows = rowsOf([...ranges.values()])
    const seams = rows.flatMap(row => row.filter(seam => isMeant(seam, row)))
    const faults = seams.filter(seam => apart(seam) === APART[this.#kind])
    if (faults.length > 0) return finding(this.#kind, faults, first.request)
    const [seam] = seams
    if (seam !== undefined) passed.addCase(first.request.actor, caseOfSeam(seam))
    return undefined
  }
}

function caseOfSeam({ before, after }: Seam): Case {
  const [earlier, second] = [before.request, after.request].toSorted((a, b) => a.seq - b.seq) as [Glimpse, Glimpse]
  return caseOf(earlier, { second, role: 'next' })
}

const apart = ({ before, after }: Seam): number => after.from - before.to

/** Whether the two belong together at all: people pick single days as they like, and only a row of them is read from end to end. */
function isMeant({ before, after }: Seam, row: readonly Seam[]): boolean {
  return row.length > 1 || (before.to > before.from && after.to > after.from)
}

/** Rows of ranges of which each begins where the one before ends, or a day beside that. */
function rowsOf(ranges: readonly Range[]): Seam[][] {
  const rows: Seam[][] = []
  let row: Seam[] = []
  let reach: Range | undefined
  for (const after of ranges.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (reach === undefined) {
      reach = after
      continue
    }
    // Within what another range has already.
    if (after.to <= reach.to) continue
    const seam = { before: reach, after }
    if (Math.abs(apart(seam) - TOUCHING) <= 1) row.push(seam)
    else {
      rows.push(row)
      row = []
    }
    reach = after
  }
  return [...rows, row]
}

function finding(kind: SeamKind, faults: readonly Seam[], { seq }: Glimpse): Finding {
  const [{ before, after }] = faults as [Seam]
  const [earlier, later] = [before.request, after.request].toSorted((a, b) => a.seq - b.seq) as [Glimpse, Glimpse]
  const draft = Draft.by(later, String(seq))
  draft.add(earlier)
  draft.add(later)
  const day = dateIn((kind === 'gap' ? before.to + 1 : before.to) * DAY, 0)
  const figures = { day, first: before.request.seq, second: after.request.seq }
  const rule = kind === 'gap' ? 'range_gap' : 'range_overlap'
  const message =
    faults.length === 1 ? say(rule, 'one', figures) : say(rule, 'several', { ...figures, days: faults.length })
  return draft.finding({ severity: SEVERITY[kind], message })
}
