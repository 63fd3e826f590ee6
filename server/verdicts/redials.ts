import { Draft, Found, type Glimpse, glimpse } from './found.ts'
import type { Moment, RequestSeen, Standing } from './observations.ts'
import { Recent } from './recent.ts'
import type { Outcome } from './rule.ts'
import { say, spoken } from './say.ts'
import { Tally } from './tally.ts'
import { waited } from './waits.ts'

/** For so long an equal initiation is taken for a repeat of the one whose answer was lost. */
export const REDIAL_SECONDS = 120

/** An initiation that placed a call and whose answer the client never had. */
interface Lost {
  readonly request: Glimpse
  readonly external_id: number | null
  /** When the client first heard of a later initiation of this kind: what it sends after that is no repeat of this one. */
  heard: number | undefined
  redialled: boolean
  /** Of the repeats of the first one in a row, once there is one. */
  repeats: Repeats | undefined
}

/** Calls that were placed since an answer was lost. */
export interface Repeats {
  readonly draft: Draft
  readonly first: Glimpse
  readonly second: number
  /** The number as it may be shown. */
  readonly shown: string
  readonly seconds: number[]
  /** Those of the calls that were placed without an external_id. */
  readonly nameless: string[]
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
  readonly #passed = new Tally()
  readonly found = new Found<Repeats>()

  constructor(kind: RedialKind) {
    this.#kind = kind
  }

  sees(request: RequestSeen): void {
    const { initiation, actor, status } = request
    if (initiation === null || status !== 200) return
    const key = `${actor.tenant} ${actor.product} ${initiation.loose}`
    const lost = this.#lost.get(key)?.filter(one => !this.#settles(one, request.began)) ?? []
    const followed = lost.findLast(one => follows(one, request))
    const repeats = followed && this.#repeat(followed, request)
    if (request.answered === 'whole') {
      for (const one of lost) if (waited(one.request.ended, request.began) >= 0) one.heard ??= request.ended.real_us
    } else if (initiation.placed.length > 0) {
      const { external_id } = initiation
      lost.push({ request: glimpse(request), external_id, heard: undefined, redialled: false, repeats })
    }
    if (lost.length === 0) this.#lost.delete(key)
    else this.#lost.set(key, lost.slice(-MOST_LOST))
  }

  /** Whose answers were lost without a second call, and whose second call may still come. */
  decided({ now, ended }: Standing): { passed: Tally; open: Tally } {
    const [passed, open] = [this.#passed.copy(), new Tally()]
    for (const one of [...this.#lost.values()].flat()) {
      if (!this.#concerns(one)) continue
      const over = ended || waited(one.request.ended, now) > REDIAL_SECONDS
      ;(over ? passed : open).add(one.request.actor)
    }
    return { passed, open }
  }

  #concerns({ redialled, external_id }: Lost): boolean {
    return !redialled && (this.#kind === 'nameless' || external_id !== null)
  }

  /** Forgets one that nobody can repeat any more. */
  #settles(one: Lost, now: Moment): boolean {
    const over = waited(one.request.ended, now) > REDIAL_SECONDS
    if (over && this.#concerns(one)) this.#passed.add(one.request.actor)
    return over
  }

  #repeat(lost: Lost, request: RequestSeen): Repeats | undefined {
    const external_id = request.initiation?.external_id ?? null
    lost.redialled = true
    if (kindOf(lost.external_id, external_id) !== this.#kind) return undefined
    lost.repeats ??= this.#begin(lost, request)
    const { draft, nameless, seconds } = lost.repeats
    draft.add(request)
    if (external_id === null && nameless.length < MOST_SAID) nameless.push(nameOf(request))
    if (seconds.length < MOST_SAID) seconds.push(waited(lost.request.ended, request.began))
    return lost.repeats
  }

  #begin({ request: first, external_id }: Lost, request: RequestSeen): Repeats {
    const draft = Draft.by(request, String(first.seq))
    draft.add(first)
    const nameless = external_id === null ? [nameOf(first)] : []
    const shown = request.initiation?.shown ?? ''
    const repeats: Repeats = { draft, first, second: request.seq, shown, seconds: [], nameless }
    this.found.add(repeats)
    return repeats
  }
}

/** How the rules on initiations name one among themselves. */
export const nameOf = ({ actor, seq }: Pick<Glimpse, 'actor' | 'seq'>): string => `${actor.id}:${seq}`

function follows({ request, heard }: Lost, { began }: RequestSeen): boolean {
  if (waited(request.ended, began) < 0) return false
  return heard === undefined || began.real_us < heard
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
  const findings = redials.found.kept.map(({ draft, first, second, shown: number, seconds, nameless }) => {
    const answered = first.answered === 'gone' ? 'gone' : 'cut'
    const message =
      draft.times === 2
        ? say(rule, answered, { second, number, seconds: spoken(seconds[0] ?? 0), first: first.seq })
        : say(rule, 'several', { calls: draft.times, number, first: first.seq })
    return draft.finding({ severity: 'error', message, figures: { seconds }, takes: nameless })
  })
  return { ...redials.decided(standing), findings, more: redials.found.unlisted }
}
