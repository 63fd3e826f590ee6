import type { Sentence } from '../contract/sentences.ts'
import { caseOf, exhibit } from './cases.ts'
import { Draft, Found, type Glimpse, glimpse } from './found.ts'
import type { AttemptSeen, Initiation, Moment, RequestSeen, Standing } from './observations.ts'
import { acknowledges } from './receivers.ts'
import { Recent } from './recent.ts'
import type { Exhibit, Hears, Outcome } from './rule.ts'
import { say, waitFigures } from './say.ts'
import { Tally } from './tally.ts'
import { waited } from './waits.ts'

/** For so long an equal initiation is taken for a repeat of the one whose answer was lost. */
export const REDIAL_SECONDS = 120

/**
 * Who gives up and sends anew does so over another connection: that it has left is noticed a little later than what it sends next. Seconds; beyond
 * them, the two were sent at once.
 */
export const LEFT_WITHIN = 0.05

/** Who is told 409 and dials the person within so many seconds, with another external_id or none, has gone around the refusal. */
export const AT_ONCE_SECONDS = 10

/** An initiation that placed a call and whose answer the client never had. */
interface Lost {
  readonly request: Glimpse
  readonly external_id: number | null
  /** Hashes of the ids of the calls that it placed. */
  readonly placed: readonly number[]
  /** When the client first heard of this call, or of a later one of this kind: what it sends after that is no repeat of this one. */
  heard: number | undefined
  /** When a repeat of it had been told that there is a call of this external_id already. */
  told: Moment | undefined
  /** What shows it, where that is a request: the 409 that told it, or the list or the detail in which it looked. */
  shownBy: { readonly second: Exhibit; readonly role: 'told' | 'in_time' } | undefined
  redialled: boolean
  /** Of the repeats of the first one in a row, once there is one. */
  repeats: Repeats | undefined
  /** Another one was sent while its client was still there: nobody knows whether that one was meant as a repeat. */
  isBeside: boolean
}

/** What is kept of an initiation that placed a call. */
type Placed = Glimpse & Pick<RequestSeen, 'initiation'>

/** Calls that were placed since an answer was lost. */
export interface Repeats {
  readonly draft: Draft
  readonly first: Glimpse
  readonly second: number
  /** The number as it may be shown. */
  readonly shown: string
  readonly seconds: number[]
  /** How long after the answer was lost the second call came. */
  readonly wait: Sentence['figures']
  /** Those of the calls that were placed without an external_id. */
  readonly nameless: string[]
}

/** Initiations, and what tells a client of its calls. */
export const REDIALS_HEAR: Hears = {
  requests: { endpoints: ['initiateCall', 'listCalls', 'getCall'], status: status => status === 200 || status === 409 },
  attempts: true,
}

/** Whether the repeat was told apart by an external_id of its own, or not at all. */
export type RedialKind = 'fresh' | 'nameless'

const MOST_KEYS = 1_024
/** Of one person, of whom the client has not heard yet. */
const MOST_LOST = 8
const MOST_SAID = 12

/**
 * Initiations that call again whom an initiation has called already whose answer was lost. The repeat may come from another worker or with another
 * key of the tenant, but it comes from the same product: another one cannot know that anything was lost.
 */
export class Redials {
  readonly #kind: RedialKind
  readonly #lost = new Recent<string, Lost[]>(MOST_KEYS)
  /** Whose answers arrived whole, the newest last. */
  readonly #whole = new Recent<string, Placed[]>(MOST_KEYS)
  readonly #passed = new Tally()
  readonly found = new Found<Repeats>()
  /** Of those that were repeated in the way that the other rule is about. */
  readonly others = new Set<string>()

  constructor(kind: RedialKind) {
    this.#kind = kind
  }

  sees(request: RequestSeen): void {
    const { initiation, actor, status } = request
    if (initiation !== null) {
      const key = `${actor.tenant} ${actor.product} ${initiation.loose}`
      if (status === 200) this.#initiates(key, request, initiation)
      else this.#conflicts(key, request)
    } else if (status === 200 && request.answered === 'whole') this.#looks(request)
  }

  /** An event of a call tells its receiver what has become of it. */
  attempts(attempt: AttemptSeen): void {
    const { call, ended } = attempt
    if (call !== null && attempt.forged === null && acknowledges(attempt)) {
      this.#hear(ended, ({ placed }) => placed.includes(call))
    }
  }

  /** Whose answers were lost without a second call, and whose second call may still come. */
  decided({ now, ended }: Standing): { passed: Tally; open: Tally } {
    const [passed, open] = [this.#passed.copy(), new Tally()]
    for (const one of [...this.#lost.values()].flat()) {
      if (!this.#concerns(one)) continue
      const knows = one.told !== undefined || one.heard !== undefined
      const left = REDIAL_SECONDS - waited(one.request.ended, now)
      if (ended || knows || left < 0) passed.addCase(one.request.actor, caseOf(one.request, one.shownBy))
      else {
        open.addCase(one.request.actor, caseOf(one.request))
        open.lapses(left)
      }
    }
    return { passed, open }
  }

  #initiates(key: string, request: RequestSeen, { external_id, placed }: Initiation): void {
    const lost = this.#lost.get(key)?.filter(one => !this.#settles(one, request.began)) ?? []
    const followed = lost.findLast(one => follows(one, request))
    const repeats = followed && this.#repeat(followed, request)
    if (request.answered === 'whole') {
      for (const one of lost) {
        if (isAfter(one, request)) one.heard ??= request.ended.real_us
        else if (isDuring(one.request, request)) one.isBeside = true
      }
      if (placed.length > 0) this.#remember(key, request)
    } else if (placed.length > 0) {
      const beside = (this.#whole.peek(key) ?? []).filter(other => isDuring(request, other))
      const memory = { heard: undefined, told: undefined, shownBy: undefined, redialled: false, repeats }
      const isBeside = beside.length > 0
      const one: Lost = { request: glimpse(request), external_id, placed, ...memory, isBeside }
      const next = beside.find(other => isAfter(one, other))
      if (next !== undefined && followed === undefined) {
        this.#repeat(one, next)
        one.heard = next.ended.real_us
      }
      lost.push(one)
    }
    if (lost.length === 0) this.#lost.delete(key)
    else this.#lost.set(key, lost.slice(-MOST_LOST))
  }

  #remember(key: string, request: RequestSeen): void {
    const known = this.#whole.get(key) ?? []
    this.#whole.set(key, [...known, { ...glimpse(request), initiation: request.initiation }].slice(-MOST_LOST))
  }

  /** A list or a detail in which a call may be: who has looked dials on purpose. */
  #looks(request: RequestSeen): void {
    const { actor, external_id, endpoint } = request
    const isOf = (one: Lost) => (external_id === null ? endpoint === 'listCalls' : one.external_id === external_id)
    const isHeardOf = (one: Lost) => one.request.actor.tenant === actor.tenant && isOf(one) && isAfter(one, request)
    this.#hear(request.ended, isHeardOf, request)
  }

  #hear({ real_us }: Moment, isHeardOf: (one: Lost) => boolean, by?: Exhibit): void {
    for (const lost of this.#lost.values())
      for (const one of lost) {
        if (!isHeardOf(one)) continue
        one.heard ??= real_us
        if (by !== undefined) one.shownBy ??= { second: exhibit(by), role: 'in_time' }
      }
  }

  /** Its repeat is told that there is a call of this external_id already: who dials a while after that knows of it. At once it is the way around the refusal. */
  #conflicts(key: string, request: RequestSeen): void {
    const { answered, external_id } = request
    if (answered !== 'whole' || external_id === null) return
    for (const one of this.#lost.peek(key) ?? []) {
      if (one.external_id !== external_id || !isAfter(one, request)) continue
      one.told ??= request.ended
      one.shownBy ??= { second: exhibit(request), role: 'told' }
    }
  }

  #concerns({ redialled, external_id, isBeside }: Lost): boolean {
    return !redialled && !isBeside && (this.#kind === 'nameless' || external_id !== null)
  }

  /** Forgets one that nobody can repeat any more. */
  #settles(one: Lost, now: Moment): boolean {
    const over = waited(one.request.ended, now) > REDIAL_SECONDS
    if (over && this.#concerns(one)) this.#passed.addCase(one.request.actor, caseOf(one.request, one.shownBy))
    return over
  }

  #repeat(lost: Lost, request: Placed): Repeats | undefined {
    const external_id = request.initiation?.external_id ?? null
    lost.redialled = true
    if (kindOf(lost.external_id, external_id) !== this.#kind) {
      if (this.others.size < MOST_KEYS) this.others.add(lostName(lost.request))
      return undefined
    }
    lost.repeats ??= this.#begin(lost, request)
    const { draft, nameless, seconds } = lost.repeats
    draft.add(request)
    if (external_id === null && nameless.length < MOST_SAID) nameless.push(nameOf(request))
    if (seconds.length < MOST_SAID) seconds.push(Math.max(0, waited(lost.request.ended, request.began)))
    return lost.repeats
  }

  #begin({ request: first, external_id }: Lost, request: Placed): Repeats {
    // It is known once both are over.
    const { ended } = first.ended.real_us > request.ended.real_us ? first : request
    const draft = Draft.by({ ...request, ended }, String(first.seq))
    draft.add(first)
    const nameless = external_id === null ? [nameOf(first)] : []
    const shown = request.initiation?.shown ?? ''
    const repeats: Repeats = {
      draft,
      first,
      second: request.seq,
      shown,
      seconds: [],
      nameless,
      wait: waitFigures(first.ended, request.began),
    }
    this.found.add(repeats)
    return repeats
  }
}

/** How the rules on initiations name one among themselves. */
export const nameOf = ({ actor, seq }: Pick<Glimpse, 'actor' | 'seq'>): string => `${actor.id}:${seq}`

/** The same of one whose answer was lost. */
const lostName = ({ seq }: Pick<Glimpse, 'seq'>): string => `lost ${seq}`

const isAfter = ({ request }: Pick<Lost, 'request'>, { began }: Pick<RequestSeen, 'began'>): boolean =>
  began.real_us >= request.began.real_us &&
  waited(request.ended, began) >= (request.answered === 'gone' ? -LEFT_WITHIN : 0)

/** Whether the other one was sent while it was under way. */
const isDuring = ({ began, ended }: Pick<RequestSeen, 'began' | 'ended'>, other: Pick<RequestSeen, 'began'>): boolean =>
  other.began.real_us > began.real_us && waited(other.began, ended) > 0

function follows(lost: Lost, request: RequestSeen): boolean {
  const knew =
    (lost.heard !== undefined && request.began.real_us >= lost.heard) ||
    (lost.told !== undefined && waited(lost.told, request.began) > AT_ONCE_SECONDS)
  return isAfter(lost, request) && !knew
}

function kindOf(before: number | null, after: number | null): RedialKind {
  return before !== null && after !== null && before !== after ? 'fresh' : 'nameless'
}

/** What either rule on repeated initiations says. */
export function redialFindings(
  rule: 'double_call' | 'fresh_external_id_on_retry',
  redials: Redials,
  standing: Standing,
): Outcome {
  const findings = redials.found.kept.map(({ draft, first, second, shown: number, seconds, wait, nameless }) => {
    const lost = first.answered === 'gone' ? 'gone' : first.broken_off === 'truncated' ? 'truncated' : 'cut'
    const message =
      draft.times === 2
        ? say(rule, lost, { second, number, first: first.seq, ...wait })
        : say(rule, 'several', { calls: draft.times, number, first: first.seq })
    return draft.finding({ severity: 'error', message, figures: { seconds }, takes: [...nameless, lostName(first)] })
  })
  return { ...redials.decided(standing), findings, more: redials.found.unlisted, leaves: [...redials.others] }
}
