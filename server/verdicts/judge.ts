import type { EndpointId } from '../contract/endpoints.ts'
import type { Observation, RequestSeen, Standing } from './observations.ts'
import type { Finding, Judged, Outcome, Rule, RuleOptions } from './rule.ts'
import { FAMILIES } from './rules.ts'
import { WaitTrack } from './wait-track.ts'

/** A rule that is on, with what it remembers. */
interface Sitting {
  readonly rule: Rule
  readonly state: unknown
}

/** Judges the clients of one world by what it hears. What it says is what would be true if the world ended now. */
export class Judge {
  readonly #order: readonly Rule[]
  readonly #sittings = new Map<string, Sitting>()
  readonly #waits: WaitTrack
  /** Who hears of a request, by its endpoint and status. */
  readonly #listeners = new Map<EndpointId | null, Map<number, readonly Sitting[]>>()

  /** `optionsOf` says what a rule begins with; `undefined` is a rule that is off. `keepsEach`: how each request that came early counts is kept. */
  constructor(
    rules: readonly Rule[],
    optionsOf: (rule: Rule) => RuleOptions | undefined,
    { keepsEach = false }: { readonly keepsEach?: boolean } = {},
  ) {
    this.#waits = new WaitTrack({ keepsEach })
    this.#order = inOrderOfPrecedence(rules)
    for (const rule of rules) {
      const options = optionsOf(rule)
      if (options !== undefined) this.begin(rule, options)
    }
  }

  /** From here on the rule is on, and knows nothing of what was before. */
  begin(rule: Rule, options: RuleOptions): void {
    this.#sittings.set(rule.id, { rule, state: rule.begin(options) })
    this.#listeners.clear()
  }

  end(rule: Rule): void {
    this.#sittings.delete(rule.id)
    this.#listeners.clear()
  }

  hears(observations: readonly Observation[]): void {
    for (const seen of observations) {
      if (seen.kind === 'request') this.#hearsRequest(seen)
      else if (seen.kind === 'attempt') {
        for (const { rule, state } of this.#sittings.values()) if (rule.hears.attempts) rule.attempts?.(seen, state)
      } else {
        this.#waits.changes(seen)
        for (const { rule, state } of this.#sittings.values()) if (rule.hears.changes) rule.changes?.(seen, state)
      }
    }
  }

  /** From here on every client is one that has just been started, as to what it may know of refusals and what it repeats. */
  beginsAnew(): void {
    this.#waits.beginsAnew()
    for (const { rule, state } of this.#sittings.values()) rule.beginsAnew?.(state)
  }

  /** What is judged elsewhere tells here only that its client had it in flight. */
  passesBy(seen: Observation): void {
    if (seen.kind !== 'request' || seen.origin !== 'client') return
    this.#waits.passesBy(seen)
    for (const { rule, state } of this.#sittings.values()) rule.passesBy?.(seen, state)
  }

  /** Of each rule that is on. */
  outcomes(standing: Standing): ReadonlyMap<string, Judged> {
    const outcomes = new Map<string, Outcome>()
    const waits = this.#waits.at()
    const takenOf = new Map<readonly string[], Set<string>>()
    for (const { id } of this.#order) {
      const sitting = this.#sittings.get(id)
      if (sitting === undefined) continue
      const family = familyOf(id)
      const taken = takenOf.get(family) ?? new Set()
      takenOf.set(family, taken)
      const outcome = sitting.rule.end(sitting.state, { standing, waits, taken, earlier: outcomes })
      outcomes.set(id, outcome)
      for (const finding of outcome.findings) for (const name of finding.takes ?? []) taken.add(name)
    }
    return withTold(outcomes)
  }

  #hearsRequest(request: RequestSeen): void {
    if (request.origin !== 'client') return
    this.#waits.sees(request)
    for (const { rule, state } of this.#listenersOf(request)) rule.sees?.(request, state)
  }

  #listenersOf({ endpoint, status }: RequestSeen): readonly Sitting[] {
    const byStatus = this.#listeners.get(endpoint) ?? new Map<number, readonly Sitting[]>()
    const known = byStatus.get(status)
    if (known !== undefined) return known
    const listeners = [...this.#sittings.values()].filter(({ rule }) => wants(rule, endpoint, status))
    this.#listeners.set(endpoint, byStatus.set(status, listeners))
    return listeners
  }
}

function wants({ hears: { requests } }: Rule, endpoint: EndpointId | null, status: number): boolean {
  if (requests === undefined || requests === 'all') return requests === 'all'
  const { endpoints, status: isWanted } = requests
  if (endpoints !== undefined && (endpoint === null || !endpoints.includes(endpoint))) return false
  return isWanted === undefined || isWanted(status)
}

const familyOf = (id: string): readonly string[] => FAMILIES.find(family => family.includes(id)) ?? [id]

/** Says of each rule where the situations are told that it has left to others. */
function withTold(outcomes: ReadonlyMap<string, Outcome>): ReadonlyMap<string, Judged> {
  return new Map(
    [...outcomes].map(([id, outcome]) => {
      const left = new Set(outcome.leaves)
      const isOf = ({ takes = [] }: Finding) => takes.some(name => left.has(name))
      const others = left.size === 0 ? [] : familyOf(id).filter(other => other !== id)
      const told_by = others.flatMap(rule =>
        (outcomes.get(rule)?.findings ?? []).filter(isOf).map(finding => ({ rule, finding })),
      )
      return [id, { ...outcome, told_by }]
    }),
  )
}

/** The order of the table, but a rule after the stronger ones of its family. */
function inOrderOfPrecedence(rules: readonly Rule[]): readonly Rule[] {
  const ids = new Set(rules.flatMap(({ id }) => familyOf(id)))
  return [...ids].flatMap(id => rules.filter(rule => rule.id === id))
}
