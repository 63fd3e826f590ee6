import { Actors } from './actors.ts'
import { type Expectation, Expectations, NOT_MET } from './expectations.ts'
import { FindingNumbers, MOST_NUMBERED } from './finding-numbers.ts'
import { Judge } from './judge.ts'
import type { Observation, Standing } from './observations.ts'
import { Recent } from './recent.ts'
import { type Outcome, type Rule, SEVERITIES, type Severity } from './rule.ts'
import { wastedBy } from './rules/wasted-quota.ts'
import { RULES } from './rules.ts'
import { type InForce, inForce, type RuleSetting, type VerdictSettings } from './settings.ts'
import { expectationsView, foundIn, ruleView, verdictView } from './verdict-views.ts'
import type { ExpectationView, VerdictNewsView, VerdictRuleView, VerdictView } from './wire.ts'

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

  /** One row for each rule that is on, and one for expectations where there are any, as if the world ended now. */
  rows(standing: Standing): VerdictView[] {
    return this.#rows(this.#judge.outcomes(standing), standing)
  }

  /** How many errors of clients stand, without those that were expected. Costs nothing where nothing was heard. */
  errors(standing: Standing): number {
    if (this.#appointed === undefined) return 0
    const findings = this.rows(standing).flatMap(row => row.findings)
    return findings.filter(({ severity, expected }) => severity === 'error' && !expected).length
  }

  /** Findings that were not announced before, or were lighter then. What a later request may take back is announced when the world ends. */
  news(standing: Standing): VerdictNewsView[] {
    const outcomes = this.#judge.outcomes(standing)
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
    const wasted = wastedBy(this.#judge.outcomes(standing).values())
    return new Map(
      standing.counted.flatMap(({ tenant: whose, day, requests: counted }) => {
        const inVain = whose === tenant ? (wasted.get(`${tenant} ${day}`) ?? 0) : 0
        return inVain === 0 ? [] : [[day, { counted, inVain }]]
      }),
    )
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
    const outcome = this.#judge.outcomes(standing).get(expectation.rule)
    return { ...expectation, seen: outcome === undefined ? 0 : foundIn(outcome) }
  }

  /** Takes back what was expected of a rule; whether there was anything. */
  expectNoMore(rule: string): boolean {
    return this.#expectations.remove(rule)
  }

  #rows(outcomes: ReadonlyMap<string, Outcome>, standing: Standing): VerdictView[] {
    this.#numbers.give(outcomes)
    const rows = RULES.flatMap(rule => {
      const outcome = outcomes.get(rule.id)
      return outcome === undefined ? [] : [this.#row(rule, outcome)]
    })
    const expectations = this.#expectations.all()
    if (expectations.length === 0) return rows
    const seen = expectations.map(one => ({ ...one, seen: foundIn(outcomes.get(one.rule)) }))
    return [...rows, expectationsView(seen, { standing, numberOf: id => this.#numbers.of(NOT_MET, { id }) })]
  }

  #row(rule: Rule, outcome: Outcome): VerdictView {
    const { severity } = this.#of(rule)
    return verdictView(rule, outcome, {
      severity: severity === 'off' ? rule.severity : severity,
      expected: this.#expectations.covers(rule.id, foundIn(outcome)),
      numberOf: finding => this.#numbers.of(rule.id, finding),
    })
  }

  #put(rule: Rule, now: InForce): VerdictRuleView {
    const before = this.#of(rule)
    this.#inForce.set(rule.id, now)
    if (now.severity === 'off') this.#appointed?.end(rule)
    else if (before.severity === 'off' || JSON.stringify(before.options) !== JSON.stringify(now.options)) {
      this.#appointed?.begin(rule, now.options)
    }
    this.#isOn = this.#isAnyOn()
    return ruleView(rule, now)
  }

  #isAnyOn(): boolean {
    return RULES.some(rule => this.#of(rule).severity !== 'off')
  }

  get #judge(): Judge {
    this.#appointed ??= new Judge(RULES, rule => {
      const { severity, options } = this.#of(rule)
      return severity === 'off' ? undefined : options
    })
    return this.#appointed
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
