import { MOST_ACTORS, MOST_CASES_LISTED, MOST_FINDINGS } from './bounds.ts'
import { NOT_MET } from './expectations.ts'
import { NamedRequests } from './named-requests.ts'
import { Recent } from './recent.ts'
import { SEVERITIES, type Severity } from './rule.ts'
import { RULES } from './rules.ts'
import { notMetBecause } from './unmet.ts'
import { stateOf } from './verdict-views.ts'
import type { EndReason, JudgedWorldView, NamedRequestView, RunVerdictView, VerdictView } from './wire.ts'

/** Worlds that have ended and are named. */
const MOST_WORLDS = 10_000

/** What was said of one world. */
export interface Judged {
  readonly world_id: string
  readonly rows: readonly VerdictView[]
}

/** What was said of a world that has ended, and the requests that its findings name. */
export interface JudgedAtEnd extends Judged {
  readonly requests: readonly NamedRequestView[]
}

/** The verdicts of a whole run: of worlds that have ended, each judged when it did, so that those that a test removed count as well. */
export class RunVerdicts {
  readonly requests = new NamedRequests()
  readonly #worlds = new Recent<number, JudgedWorldView>(MOST_WORLDS)
  readonly #rows = new Map<string, RunVerdictView>()
  #ended = 0

  /** A world that was reset has ended, and begins anew under the same name. */
  ended({ world_id, rows, requests }: JudgedAtEnd, reason: EndReason): void {
    this.#ended += 1
    this.requests.ended(requests)
    this.#worlds.set(this.#ended, { world_id, ended: true, reason })
    add(this.#rows, { world_id, rows })
  }

  /** Together with the worlds that are still there. */
  with(present: readonly Judged[]): { data: RunVerdictView[]; worlds: JudgedWorldView[] } {
    const rows = new Map([...this.#rows].map(([rule, row]) => [rule, copyOf(row)]))
    for (const judged of present) add(rows, judged)
    const still = present.map(({ world_id }) => ({ world_id, ended: false, reason: null }))
    return { data: inOrder(rows), worlds: [...this.#worlds.values(), ...still] }
  }
}

/** The order of the table, expectations after it. */
function inOrder(rows: ReadonlyMap<string, RunVerdictView>): RunVerdictView[] {
  return [...RULES.map(({ id }) => id), NOT_MET].flatMap(id => rows.get(id) ?? [])
}

function add(rows: Map<string, RunVerdictView>, { world_id, rows: added }: Judged): void {
  for (const row of added) {
    const sum = rows.get(row.rule)
    if (sum === undefined) rows.set(row.rule, copyOf(inWorld(row, world_id)))
    else addRow(sum, inWorld(row, world_id))
  }
}

function inWorld(row: VerdictView, world_id: string): RunVerdictView {
  return {
    ...row,
    passed_cases: row.passed_cases.map(one => ({ ...one, world_id })),
    open_cases: row.open_cases.map(one => ({ ...one, world_id })),
    inconclusive: row.inconclusive.map(one => ({ ...one, world_id })),
    doubts: row.doubts.map(doubt => ({ ...doubt, world_id })),
    findings: row.findings.map(finding => ({ ...finding, world_id })),
  }
}

const copyOf = (row: RunVerdictView): RunVerdictView => ({
  ...row,
  callers: row.callers.map(caller => ({ ...caller })),
  passed_cases: [...row.passed_cases],
  open_cases: [...row.open_cases],
  inconclusive: [...row.inconclusive],
  doubts: [...row.doubts],
  told_by: [...row.told_by],
  findings: [...row.findings],
})

function addRow(sum: RunVerdictView, row: RunVerdictView): void {
  sum.severity = graver(sum.severity, row.severity)
  sum.met += row.met
  sum.failed += row.failed
  sum.expected += row.expected
  sum.open += row.open
  sum.of_run += row.of_run
  sum.state = stateOf(sum)
  for (const cases of ['passed_cases', 'open_cases', 'inconclusive'] as const)
    sum[cases].push(...row[cases].slice(0, MOST_CASES_LISTED - sum[cases].length))
  sum.doubts.push(...row.doubts.slice(0, MOST_FINDINGS - sum.doubts.length))
  sum.told_by.push(...row.told_by.slice(0, MOST_FINDINGS - sum.told_by.length))
  sum.not_met_because = notMetBecause(sum)
  sum.findings.push(...row.findings.slice(0, MOST_FINDINGS - sum.findings.length))
  for (const caller of row.callers) addCaller(sum, caller)
}

function addCaller(sum: RunVerdictView, caller: RunVerdictView['callers'][number]): void {
  const name = JSON.stringify(caller.actor)
  const known = sum.callers.find(({ actor }) => JSON.stringify(actor) === name)
  if (known === undefined) {
    if (sum.callers.length < MOST_ACTORS) sum.callers.push({ ...caller })
    return
  }
  known.passed += caller.passed
  known.failed += caller.failed
  known.expected += caller.expected
  known.open += caller.open
  known.of_run += caller.of_run
}

const graver = (one: Severity, other: Severity): Severity =>
  SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other
