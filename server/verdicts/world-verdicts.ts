import { Actors } from './actors.ts'
import { Apart } from './apart.ts'
import { type Expectation, Expectations, NOT_MET, seenOf } from './expectations.ts'
import { FindingNumbers, MOST_NUMBERED } from './finding-numbers.ts'
import { Judge } from './judge.ts'
import type { Moment, Observation, Standing } from './observations.ts'
import { Recent } from './recent.ts'
import { type Finding, type Judged, type Rule, SEVERITIES, type Severity } from './rule.ts'
import { wastedBy } from './rules/wasted-quota.ts'
import { RULES } from './rules.ts'
import { NOTHING_SAID, type Said, saidBy, together } from './said.ts'
import { type InForce, inForce, type RuleSetting, type VerdictSettings } from './settings.ts'
import { expectationsView, ruleView, verdictView } from './verdict-views.ts'
import type { ActorView, ExpectationView, VerdictNewsView, VerdictRuleView, VerdictView } from './wire.ts'

type CountedOf = NonNullable<Finding['each']>

/** Of requests that it is in doubt if they came too early, the refusal and all of their numbers. */
interface DoubtedOf {
  readonly refused: number
  readonly seqs: readonly number[]
}

/** What is said apart of some tenants. */
export interface SaidApart {
  readonly rows: VerdictView[]
  /** By the number of a finding, all that it tells of. */
  readonly counted: ReadonlyMap<number, CountedOf>
  /** By rule. */
  readonly doubted: ReadonlyMap<string, readonly DoubtedOf[]>
}

/** What is judged of the clients of one world between two resets: what was heard, under a team's settings, and what a test expects. */
export class WorldVerdicts {
  readonly actors = new Actors()
  readonly #settings: VerdictSettings
  /** What was set since the world began. */
  readonly #inForce = new Map<string, InForce>()
  /** Most worlds of a run hear little, and many nothing: there is none before anything was heard or asked. */
  #appointed: Judge | undefined
  /** Every request asks for it. */
  #isOn: boolean
  readonly #listeners = new Set<(observations: readonly Observation[]) => void>()
  readonly #expectations = new Expectations()
  readonly #numbers = new FindingNumbers()
  /** What another process has said of the world, by rule. */
  readonly #kept = new Map<string, Said>()
  #lapsesIn = Infinity
  /** How grave the findings were when they were announced. */
  readonly #announced = new Recent<number, Severity>(MOST_NUMBERED)

  constructor(settings: VerdictSettings = {}) {
    this.#settings = settings
    this.#isOn = this.#isAnyOn()
  }

  /** Whether any rule is on or anybody else listens; otherwise nothing need be told. */
  get isOn(): boolean {
    return this.#isOn || this.#listeners.size > 0
  }

  hears(observations: readonly Observation[]): void {
    this.#judge.hears(observations)
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(observations)
  }

  /** Tells somebody else as well what is heard, whatever rules are on; the function that is returned ends that. */
  listen(listener: (observations: readonly Observation[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Judges by the same rules from a moment on, for somebody who tells it what is heard and asks it with `saidApart`. Here as well every client is
   * one that has just been started then: of one request both must say the same.
   */
  apart(from: Moment): Apart {
    this.#appointed?.beginsAnew()
    return new Apart(from, () => this.#appoint({ keepsEach: true }))
  }

  /** What is said apart of some tenants: one row for each rule that is on, and how each request counts that came before a wait was over. */
  saidApart(apart: Apart, tenants: ReadonlySet<string | null>, standing: Standing): SaidApart {
    const outcomes = apart.outcomes(tenants, standing)
    const rows = this.#ruleRows(outcomes)
    const [counted, doubted] = [new Map<number, CountedOf>(), new Map<string, DoubtedOf[]>()]
    for (const [rule, { findings, doubts = [] }] of outcomes) {
      for (const one of findings) if (one.each !== undefined) counted.set(this.#numbers.of(rule, one), one.each)
      doubted.set(
        rule,
        doubts.map(({ refusal, each = [] }) => ({ refused: refusal.seq, seqs: each })),
      )
    }
    return { rows, counted, doubted }
  }

  /**
   * One row for each rule that is on, and one for expectations where there are any, as if the world ended now; of what this process has
   * seen. `rowsOfWorld` has also what was kept of an earlier one.
   */
  rows(standing: Standing): VerdictView[] {
    return this.#rows(this.#outcomes(standing), standing)
  }

  /** How many errors of clients stand, without those that were expected. Costs nothing where nothing was heard. */
  errors(standing: Standing): number {
    if (this.#appointed === undefined && this.#kept.size === 0) return 0
    const findings = this.rowsOfWorld(standing).flatMap(row => row.findings)
    return findings.filter(({ severity, expected }) => severity === 'error' && !expected).length
  }

  rowsOfWorld(standing: Standing): VerdictView[] {
    return this.#rows(this.#outcomes(standing), standing, this.#kept)
  }

  /** Takes over what another process has said of the world, by rule, and what was expected. */
  takeOver(kept: ReadonlyMap<string, Said>, expectations: readonly Expectation[]): void {
    for (const id of [...RULES.map(rule => rule.id), NOT_MET]) {
      const said = kept.get(id)
      if (said === undefined) continue
      this.#kept.set(id, said)
      this.#numbers.goOnAfter(Math.max(0, ...said.findings.map(({ finding_id }) => finding_id)))
    }
    for (const one of expectations) if (RULES.some(({ id }) => id === one.rule)) this.#expectations.set(one)
  }

  /** What is to be kept for another process: of each rule of which there is something to say. */
  saidOfWorld(standing: Standing): ReadonlyMap<string, Said> {
    const outcomes = this.#outcomes(standing)
    this.#numbers.give(outcomes)
    const ids = [...RULES.map(({ id }) => id), NOT_MET]
    const said = ids.map(id => [id, this.#said(id, outcomes.get(id), this.#kept)] as const)
    return new Map(said.filter(([, one]) => isAnything(one)))
  }

  get expectations(): readonly Expectation[] {
    return this.#expectations.all()
  }

  /** Findings that were not announced before, or were lighter then. What a later request may take back is announced when the world ends. */
  news(standing: Standing): VerdictNewsView[] {
    const outcomes = this.#outcomes(standing)
    const isSettled = new Map<number, boolean>()
    for (const [id, { findings }] of outcomes) {
      for (const finding of findings) {
        isSettled.set(this.#numbers.of(id, finding), standing.ended || finding.provisional !== true)
      }
    }
    return this.#rows(outcomes, standing).flatMap(({ rule, severity, state, findings }) =>
      findings
        .filter(({ finding_id, severity: now }) => isSettled.get(finding_id) && this.#announce(finding_id, now))
        .map(finding => ({ rule, severity, state, finding })),
    )
  }

  /** How many requests of a tenant were sent in vain, of those that the quota of each Tokyo day has counted; only days on which some were. */
  wastedOf(tenant: string, standing: Standing): ReadonlyMap<string, { counted: number; inVain: number }> {
    const wasted = wastedBy(this.#outcomes(standing).values())
    return new Map(
      standing.counted.flatMap(({ tenant: whose, day, requests: counted }) => {
        const inVain = whose === tenant ? (wasted.get(`${tenant} ${day}`) ?? 0) : 0
        return inVain === 0 ? [] : [[day, { counted, inVain }]]
      }),
    )
  }

  /** Seconds of real time, from when they were last asked, until the rules say something else although nothing comes; `Infinity` where they do not. */
  get lapsesIn(): number {
    return this.#lapsesIn
  }

  ruleViews(): VerdictRuleView[] {
    return RULES.map(rule => ruleView(rule, this.#of(rule)))
  }

  /** A rule that is switched on, or that counts otherwise from now on, knows nothing of what was before. */
  set(rule: Rule, setting: RuleSetting): VerdictRuleView {
    return this.#put(rule, inForce(rule, setting))
  }

  /** As it was when the world began. */
  unset(rule: Rule): VerdictRuleView {
    return this.#put(rule, this.#atFirst(rule))
  }

  expect(expectation: Expectation, standing: Standing): ExpectationView {
    this.#expectations.set(expectation)
    const { rule } = expectation
    return seenBy(expectation, this.#said(rule, this.#outcomes(standing).get(rule), this.#kept))
  }

  /** Takes back what was expected of a rule, or only what covers the findings of this actor; whether there was anything. */
  expectNoMore(rule: string, actor?: ActorView | null): boolean {
    return this.#expectations.remove(rule, actor)
  }

  #outcomes(standing: Standing): ReadonlyMap<string, Judged> {
    const outcomes = this.#judge.outcomes(standing)
    this.#lapsesIn = Math.min(...[...outcomes.values()].map(({ open }) => open.lapsesIn))
    return outcomes
  }

  #rows(
    outcomes: ReadonlyMap<string, Judged>,
    standing: Standing,
    kept: ReadonlyMap<string, Said> = NOTHING_KEPT,
  ): VerdictView[] {
    const rows = this.#ruleRows(outcomes, kept)
    const expectations = this.#expectations.all()
    const before = kept.get(NOT_MET)
    if (expectations.length === 0 && before === undefined) return rows
    const seen = expectations.map(one => seenBy(one, this.#said(one.rule, outcomes.get(one.rule), kept)))
    const numberOf = (id: string) => this.#numbers.of(NOT_MET, { id })
    return [...rows, expectationsView(seen, { standing, numberOf, before })]
  }

  #said(rule: string, outcome: Judged | undefined, kept: ReadonlyMap<string, Said>): Said {
    const before = kept.get(rule)
    const since =
      outcome === undefined ? NOTHING_SAID : saidBy(outcome, (finding, id = rule) => this.#numbers.of(id, finding))
    return before === undefined ? since : together(before, since)
  }

  #ruleRows(outcomes: ReadonlyMap<string, Judged>, kept: ReadonlyMap<string, Said> = NOTHING_KEPT): VerdictView[] {
    this.#numbers.give(outcomes)
    return RULES.flatMap(rule => {
      const outcome = outcomes.get(rule.id)
      return outcome === undefined ? [] : [this.#row(rule, this.#said(rule.id, outcome, kept))]
    })
  }

  #row(rule: Rule, said: Said): VerdictView {
    const { severity } = this.#of(rule)
    return verdictView(rule, said, {
      severity: severity === 'off' ? rule.severity : severity,
      expected: this.#expectations.covers(rule.id, said.findings, said.more),
    })
  }

  #put(rule: Rule, now: InForce): VerdictRuleView {
    const before = this.#of(rule)
    this.#inForce.set(rule.id, now)
    if (now.severity === 'off') this.#appointed?.end(rule)
    else if (before.severity === 'off' || JSON.stringify(before.options) !== JSON.stringify(now.options)) {
      this.#appointed?.begin(rule, now.options)
      this.#kept.delete(rule.id)
    }
    this.#isOn = this.#isAnyOn()
    return ruleView(rule, now)
  }

  #isAnyOn(): boolean {
    return RULES.some(rule => this.#of(rule).severity !== 'off')
  }

  get #judge(): Judge {
    this.#appointed ??= this.#appoint()
    return this.#appointed
  }

  #appoint(keeping: { readonly keepsEach?: boolean } = {}): Judge {
    const optionsOf = (rule: Rule) => {
      const { severity, options } = this.#of(rule)
      return severity === 'off' ? undefined : options
    }
    return new Judge(RULES, optionsOf, keeping)
  }

  #of(rule: Rule): InForce {
    return this.#inForce.get(rule.id) ?? this.#atFirst(rule)
  }

  #atFirst(rule: Rule): InForce {
    return inForce(rule, this.#settings === 'off' ? 'off' : this.#settings[rule.id])
  }

  #announce(finding: number, severity: Severity): boolean {
    const before = this.#announced.get(finding)
    if (before !== undefined && SEVERITIES.indexOf(before) >= SEVERITIES.indexOf(severity)) return false
    this.#announced.set(finding, severity)
    return true
  }
}

const NOTHING_KEPT: ReadonlyMap<string, Said> = new Map()

const isAnything = ({ passed, open, inconclusive = [], findings, more, doubts, told_by }: Said): boolean =>
  passed + open + inconclusive.length + findings.length + more + doubts.length + told_by.length > 0

const seenBy = (expectation: Expectation, { findings, more }: Said): ExpectationView => ({
  ...expectation,
  seen: seenOf(expectation.caller, findings, more),
})
