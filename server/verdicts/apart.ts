import type { Judge } from './judge.ts'
import type { Moment, Observation, Standing } from './observations.ts'
import type { Judged } from './rule.ts'
import type { Tally } from './tally.ts'

/** What a tenant is called here that nobody knows: `null` in observations of requests whose key is not known. */
type Tenant = string | null

/**
 * What is said of clients from one moment on, beside the judge of their world: what began before it is no part of it, and each tenant is judged
 * by itself, so that it can be said of some of them only.
 */
export class Apart {
  readonly #from: Moment
  readonly #appoint: () => Judge
  readonly #judges = new Map<Tenant, Judge>()

  constructor(from: Moment, appoint: () => Judge) {
    this.#from = from
    this.#appoint = appoint
  }

  hears(observations: readonly Observation[]): void {
    for (const seen of observations) {
      if (seen.kind === 'change') for (const judge of this.#judges.values()) judge.hears([seen])
      else {
        const judge = this.#of(seen.kind === 'request' ? seen.actor.tenant : seen.tenant)
        if (isSince(this.#from, seen)) judge.hears([seen])
        else judge.passesBy(seen)
      }
    }
  }

  /** Of each rule that is on, for these tenants together. */
  outcomes(tenants: ReadonlySet<Tenant>, standing: Standing): ReadonlyMap<string, Judged> {
    const together = new Map<string, Judged>()
    // Somebody must say of each rule that nothing came up, where nothing was heard.
    const judged: (readonly [Tenant, Judge])[] = [...this.#judges].filter(([tenant]) => tenants.has(tenant))
    if (judged.length === 0) judged.push([null, this.#appoint()])
    for (const [tenant, judge] of judged) {
      for (const [rule, outcome] of judge.outcomes(this.#standingOf(tenant, standing))) {
        const others = together.get(rule)
        together.set(rule, others === undefined ? outcome : joined(others, outcome))
      }
    }
    return together
  }

  #of(tenant: Tenant): Judge {
    const known = this.#judges.get(tenant)
    if (known !== undefined) return known
    const judge = this.#appoint()
    this.#judges.set(tenant, judge)
    return judge
  }

  #standingOf(tenant: Tenant, standing: Standing): Standing {
    const isIts = (one: { readonly tenant: string }) => one.tenant === tenant
    return {
      ...standing,
      webhooks: standing.webhooks.filter(isIts),
      keys: standing.keys.filter(isIts),
      suppressed: standing.suppressed.filter(one => isIts(one) && one.at >= this.#from.at),
      counted: standing.counted.filter(isIts),
    }
  }
}

/** Whether it began at that moment or later. */
export const isSince = (from: Moment, { began }: { readonly began: Moment }): boolean => began.real_us >= from.real_us

function bothOf(one: Tally | undefined, other: Tally | undefined): Tally | undefined {
  const sum = one?.copy() ?? other?.copy()
  if (sum !== undefined && one !== undefined && other !== undefined) sum.addAll(other)
  return sum
}

function joined(one: Judged, other: Judged): Judged {
  const both = (of: 'passed' | 'open') => {
    const sum = one[of].copy()
    sum.addAll(other[of])
    return sum
  }
  return {
    passed: both('passed'),
    open: both('open'),
    inconclusive: bothOf(one.inconclusive, other.inconclusive),
    findings: [...one.findings, ...other.findings].toSorted((a, b) => a.seen.real_us - b.seen.real_us),
    more: (one.more ?? 0) + (other.more ?? 0),
    doubts: [...(one.doubts ?? []), ...(other.doubts ?? [])],
    told_by: [...one.told_by, ...other.told_by],
  }
}
