import type { ActorView } from './wire.ts'

/** Whose findings are expected: of clients for which all that is given is so. */
export type Caller = Partial<ActorView>

/** What a test has said that it would provoke. */
export interface Expectation {
  readonly rule: string
  /** `null`: at least once. */
  readonly times: number | null
  /** `null`: of whichever client, and of receivers. */
  readonly caller: Caller | null
}

/** The rule that says so when less was found. */
export const NOT_MET = 'expectation_not_met' as const

/** Enough of what was found to tell whether it is expected. */
interface FoundOf {
  readonly actor: ActorView | null
  /** Whether it was already in the run of which it was kept. */
  readonly expected?: boolean
}

/** At most one a rule and caller; the last word counts, and one of every client takes the place of all others. */
export class Expectations {
  #all: readonly Expectation[] = []

  set(expectation: Expectation): void {
    const { rule, caller } = expectation
    const others = this.#all.filter(one => one.rule !== rule || (caller !== null && !isSame(one.caller, caller)))
    this.#all = [...others, expectation]
  }

  /** Takes back all of a rule; of a client, those that are about it, else the one of every client. Whether there was any. */
  remove(rule: string, actor?: ActorView | null): boolean {
    const own = this.#all.filter(one => one.rule === rule)
    const about = actor == null ? [] : own.filter(({ caller }) => caller !== null && isOf(caller, { actor }))
    const gone = actor === undefined ? own : about.length > 0 ? about : own.filter(({ caller }) => caller === null)
    this.#all = this.#all.filter(one => !gone.includes(one))
    return gone.length > 0
  }

  all(): readonly Expectation[] {
    return this.#all
  }

  /**
   * Which findings of a rule are expected: the first ones of whom that was said. Of those that are not listed nobody knows whose they are, so
   * only an expectation of every client covers them.
   */
  covers(rule: string, found: readonly FoundOf[], unlisted: number): { listed: boolean[]; unlisted: number } {
    const left = this.#all
      .filter(one => one.rule === rule)
      // One of a client goes first, so that what is expected of every client is left for the others.
      .sort((one, other) => Number(one.caller === null) - Number(other.caller === null))
      .map(({ caller, times }) => ({ caller, times: times ?? Number.POSITIVE_INFINITY }))
    const listed = found.map(finding => {
      if (finding.expected) return true
      const covering = left.find(({ caller, times }) => times > 0 && (caller === null || isOf(caller, finding)))
      if (covering !== undefined) covering.times -= 1
      return covering !== undefined
    })
    const ofAll = left.find(({ caller }) => caller === null)?.times ?? 0
    return { listed, unlisted: Math.min(unlisted, ofAll) }
  }
}

/** How much of a rule was found that an expectation is about. */
export const seenOf = (caller: Caller | null, found: readonly FoundOf[], unlisted: number): number =>
  caller === null ? found.length + unlisted : found.filter(finding => isOf(caller, finding)).length

export const isMet = ({ times, seen }: { readonly times: number | null; readonly seen: number }): boolean =>
  seen >= (times ?? 1)

const PARTS = ['tenant', 'key', 'product', 'instance'] as const

const isOf = (caller: Caller, { actor }: FoundOf): boolean =>
  actor !== null && PARTS.every(part => caller[part] === undefined || caller[part] === actor[part])

const isSame = (one: Caller | null, other: Caller): boolean =>
  one !== null && PARTS.every(part => one[part] === other[part])

/** A caller in one line: `axios/1.7, pro, svc_live_…C24l`. */
export const callerText = ({ product, tenant, key, instance }: Caller): string =>
  [product, tenant, key, instance].filter(part => part != null).join(', ')
