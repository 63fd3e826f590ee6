import type { Exchanges } from '../journal/exchanges.ts'
import { type Instant, toIso } from '../kernel/instant.ts'
import { META, readMeta, removeMeta, writeMeta } from '../store/meta.ts'
import type { Store } from '../store/store.ts'
import { type KeptRow, keptRows, removeKeptRow, removeKeptRows, saveKeptRow } from '../store/tables/verdicts.ts'
import type { Expectation } from '../verdicts/expectations.ts'
import type { Standing } from '../verdicts/observations.ts'
import { NOTHING_SAID, nameOf, type Said } from '../verdicts/said.ts'
import { passedIn } from '../verdicts/verdict-views.ts'
import type { ActorView, KeptView, RunRequestView, RunView, VerdictView } from '../verdicts/wire.ts'
import type { WorldVerdicts } from '../verdicts/world-verdicts.ts'
import { markRun } from './run-evidence.ts'

/** From which request on a world is judged, and up to which one another process than this has judged it. */
export interface JudgedSince {
  readonly from: number
  readonly kept: (KeptView & { readonly until: number }) | null
  /** The run of the capsule from which the world was opened, which is judged with it. */
  readonly run: RunView | null
}

interface Opening {
  readonly store: Store
  readonly verdicts: WorldVerdicts
  /** The newest request that the database has. */
  readonly last: number
  /** Real time. */
  readonly now: Instant
}

/**
 * Keeps what is said of the clients of a world in its database, a row for each rule: a start of the process goes on with it. Only what has
 * changed is written. A world in memory does not outlive its process, so nothing of it is kept.
 */
export class KeptVerdicts {
  readonly since: JudgedSince
  /** Whether the database outlives the process. */
  readonly isLasting: boolean
  /** Whether the world goes on with what an earlier process has kept, what was expected included. */
  readonly hasReopened: boolean
  readonly #store: Store
  readonly #verdicts: WorldVerdicts
  /** What the database has, by rule. */
  readonly #written: Map<string, string>

  constructor({ store, verdicts, last, now }: Opening) {
    this.#store = store
    this.#verdicts = verdicts
    this.isLasting = !store.db.memory
    this.hasReopened = readMeta(store, META.judged) !== undefined
    this.since = sinceOf(store, { last, now })
    const rows = keptRows(store)
    this.#written = new Map(rows.map(row => [row.rule, textOf(row)]))
    const { kept } = this.since
    if (kept !== null) {
      const mark = { by: kept.by, at: kept.at }
      verdicts.takeOver(new Map(rows.map(row => [row.rule, marked(saidIn(row), mark)])), rows.flatMap(expectedIn))
    }
  }

  /** Notes that this process goes on judging. Call it in a transaction. */
  begin(): void {
    if (!this.isLasting) return
    forgetRun(this.#store)
    writeMeta(this.#store, META.judged, JSON.stringify(this.since))
  }

  /** Writes what is new, where there is a database. Throws when that cannot be written. */
  keep(standing: () => Standing): void {
    // Nobody goes on with a world whose database was closed under it.
    if (!this.isLasting || !this.#store.db.open) return
    const rows = rowsOf(this.#verdicts.saidOfWorld(standing()), this.#verdicts.expectations)
    const changed = rows.filter(row => this.#written.get(row.rule) !== textOf(row))
    const gone = [...this.#written.keys()].filter(rule => !rows.some(row => row.rule === rule))
    if (changed.length + gone.length === 0) return
    this.#store.transaction(() => {
      for (const row of changed) saveKeptRow(this.#store, row)
      for (const rule of gone) removeKeptRow(this.#store, rule)
    })
    for (const row of changed) this.#written.set(row.rule, textOf(row))
    for (const rule of gone) this.#written.delete(rule)
  }
}

/** A database in which nobody has been judged yet. */
export function forgetVerdicts(store: Store): void {
  removeKeptRows(store)
  removeMeta(store, META.judged)
  forgetRun(store)
}

/** In the database of a world it stands in `META.judged`. */
function forgetRun(store: Store): void {
  removeMeta(store, META.judged_capsule)
  removeMeta(store, META.judged_until)
}

/** Whether a file brings the verdicts of the run that it was taken of. */
export const bringsVerdicts = (store: Store): boolean => readMeta(store, META.judged_capsule) !== undefined

interface Run {
  readonly rows: readonly VerdictView[]
  readonly exchanges: Pick<Exchanges, 'find' | 'last'>
  /** When the capsule is taken, in real time. */
  readonly at: Instant
}

/**
 * Puts into a copy of a world what is shown of it now, as it is shown: neither what was expected nor how grave a rule was follows from the
 * file. Expectations do not go with it, since a file excuses no client. The copy has already been cut where the capsule ends.
 */
export function bringVerdicts(store: Store, { rows, exchanges, at }: Run): void {
  forgetVerdicts(store)
  const mark: KeptView = { by: 'capsule', at: toIso(at) }
  for (const row of rows) {
    const { rule, failed, callers, passed_cases, inconclusive, doubts, told_by, findings } = row
    const listed = findings.filter(finding => !finding.expected).length
    const said: Said = {
      passed: passedIn(row),
      open: 0,
      callers: callers.map(({ actor, passed }) => ({ actor, passed, open: 0, of_run: 0 })),
      cases: passed_cases,
      inconclusive,
      doubts,
      told_by,
      findings,
      more: failed - listed,
      of_run: 0,
    }
    save(
      store,
      rule,
      markRun(marked(said, mark), store, id => exchanges.find(id)),
    )
  }
  writeMeta(store, META.judged_capsule, String(at))
  writeMeta(store, META.judged_until, String(exchanges.last))
}

/**
 * Takes what a capsule says into the world that it becomes. It is believed what it says of its run, but not that it has the requests on which
 * that rests, nor that anything was expected. An older version did not write what is missing.
 */
export function takeRun(store: Store): void {
  removeMeta(store, META.judged)
  for (const row of keptRows(store)) {
    const said = saidIn(row)
    const foundOf = (caller: ActorView) =>
      said.findings.filter(({ actor }) => actor !== null && nameOf(actor) === nameOf(caller)).length
    const callers = said.callers.map(one => ({ ...one, of_run: one.passed + foundOf(one.actor) }))
    const of_run = said.passed + said.findings.length + said.more
    save(
      store,
      row.rule,
      markRun({ ...said, callers, of_run }, store, () => undefined),
    )
  }
}

const save = (store: Store, rule: string, said: Said): void =>
  saveKeptRow(store, { rule, said: JSON.stringify(said), expectations: '[]' })

function sinceOf(store: Store, { last, now }: Pick<Opening, 'last' | 'now'>): JudgedSince {
  const before = readMeta(store, META.judged)
  if (before !== undefined) {
    const { from, kept, run = null } = JSON.parse(before) as Omit<JudgedSince, 'run'> & Partial<JudgedSince>
    return { from, kept: last < from ? kept : { by: 'restart', at: toIso(now), until: last }, run }
  }
  const taken_at = readMeta(store, META.judged_capsule)
  if (taken_at === undefined) return { from: last + 1, kept: null, run: null }
  const until = readMeta(store, META.judged_until)
  const run = { taken_at: toIso(Number(taken_at)), until: until === undefined ? null : Number(until) }
  return { from: last + 1, kept: { by: 'capsule', at: run.taken_at, until: run.until ?? last }, run }
}

/** What was found by the process before is said to be so; what was open is not decided any more. */
function marked(said: Said, mark: KeptView): Said {
  return {
    ...said,
    open: 0,
    callers: said.callers.map(caller => ({ ...caller, open: 0 })),
    findings: said.findings.map(finding => ({ ...finding, kept: finding.kept ?? mark })),
  }
}

function rowsOf(said: ReadonlyMap<string, Said>, expectations: readonly Expectation[]): KeptRow[] {
  const rules = new Set([...said.keys(), ...expectations.map(({ rule }) => rule)])
  return [...rules].map(rule => {
    const expected = expectations.filter(one => one.rule === rule).map(({ times, caller }) => ({ times, caller }))
    return {
      rule,
      said: JSON.stringify(said.get(rule) ?? NOTHING_SAID),
      expectations: JSON.stringify(expected),
    }
  })
}

const textOf = ({ said, expectations }: KeptRow): string => `${said}\n${expectations}`

/** With what an older version did not write. */
function saidIn({ said: text }: KeptRow): Said {
  const said = JSON.parse(text) as Said
  const whole = <Of extends { readonly of_run: RunRequestView | null }>(list: readonly Of[]): Of[] =>
    list.map(one => ({ ...one, of_run: one.of_run ?? null }))
  const withDeliveries = <Of extends Said['cases'][number] | Said['findings'][number]>(one: Of): Of => ({
    ...one,
    evidence: whole(one.evidence),
    deliveries_of_run: one.deliveries_of_run ?? [],
  })
  return {
    ...said,
    callers: said.callers.map(one => ({ ...one, of_run: one.of_run ?? 0 })),
    cases: said.cases.map(withDeliveries),
    open_cases: (said.open_cases ?? []).map(withDeliveries),
    inconclusive: (said.inconclusive ?? []).map(withDeliveries),
    doubts: said.doubts.map(one => ({ ...one, evidence: whole(one.evidence) })),
    told_by: said.told_by.map(one => ({
      ...one,
      requests: whole(one.requests),
      requests_total: one.requests_total ?? one.requests.length,
    })),
    findings: said.findings.map(one => ({
      ...withDeliveries(one),
      evidence_total: one.evidence_total ?? one.evidence.length,
      deliveries_total: one.deliveries_total ?? one.deliveries.length,
    })),
    of_run: said.of_run ?? 0,
  }
}

const expectedIn = ({ rule, expectations }: KeptRow): Expectation[] =>
  (JSON.parse(expectations) as Omit<Expectation, 'rule'>[]).map(one => ({ rule, ...one }))
