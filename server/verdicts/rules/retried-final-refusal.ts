import { MOST_ACTORS, MOST_FINGERPRINTS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import { listed } from '../listed.ts'
import type { RequestSeen } from '../observations.ts'
import { isReading, nameOf } from '../per-request.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule, type Severity } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

/** What a write is refused with for what it is. */
const FINAL: ReadonlySet<number> = new Set([400, 403, 409, 413, 415, 422])
/** What may be otherwise the next time: a key is issued, a customer registered. */
const UNSURE: ReadonlySet<number> = new Set([401, 404, 405])
export const WITHIN = 60
export const ERROR_FROM = 3
export const UNSURE_WARNING_FROM = 10

/** A request that was refused, and how often it came again. */
interface Refused {
  readonly draft: Draft
  readonly isSure: boolean
  readonly status: number
  last: Glimpse
  repeats: number
}

type Requests = Recent<string, Refused>

interface State {
  /** By tenant, and by request. */
  readonly refused: Recent<string | null, Requests>
  readonly found: Found<Refused>
  readonly passed: Tally
}

export const retriedFinalRefusal = rule<State>({
  id: 'retried_final_refusal',
  group: 'refusals',
  severity: 'warning',
  hears: { requests: 'all', changes: true },
  rests_on: 'good manners',
  begin: () => ({ refused: new Recent(MOST_ACTORS), found: new Found(), passed: new Tally() }),
  sees(request, state) {
    const requests = state.refused.get(request.actor.tenant)
    if (request.status < 300) {
      if (requests !== undefined) succeed(requests, request, state)
      return
    }
    const known = requests?.get(nameOf(request))
    if (known !== undefined && request.began.real_us < known.last.ended.real_us) return
    const isRefusal = request.answered === 'whole' && (FINAL.has(request.status) || UNSURE.has(request.status))
    if (known !== undefined && waited(known.last.ended, request.began) <= WITHIN) {
      repeat(known, request, state)
      if (isRefusal) known.last = glimpse(request)
      return
    }
    if (known !== undefined) pass(known, state)
    if (isRefusal)
      state.refused
        .of(request.actor.tenant, () => new Recent(MOST_FINGERPRINTS))
        .set(nameOf(request), refusedBy(request))
  },
  changes(change, { refused }) {
    if (change.tenant === null) refused.clear()
    else refused.delete(change.tenant)
  },
  end({ refused, found, passed: before }, { standing: { now } }) {
    const [passed, open] = [before.copy(), new Tally()]
    for (const requests of refused.values()) {
      for (const { repeats, last } of requests.values()) {
        if (repeats > 0) continue
        const left = WITHIN - waited(last.ended, now)
        if (left < 0) passed.addCase(last.actor, caseOf(last))
        else {
          open.addCase(last.actor, caseOf(last))
          open.lapses(left)
        }
      }
    }
    return { passed, open, ...listed(found.kept.map(findingOf), found.unlisted) }
  },
})

function refusedBy(request: RequestSeen): Refused {
  const draft = Draft.by(request, String(request.seq))
  draft.add(request)
  const isSure = !isReading(request) && FINAL.has(request.status)
  return { draft, isSure, status: request.status, last: glimpse(request), repeats: 0 }
}

function repeat(refused: Refused, request: RequestSeen, { found }: State): void {
  refused.draft.add(request)
  refused.repeats += 1
  if (refused.repeats > 1) return
  refused.draft.holdsSince(request)
  found.add(refused)
}

/** What stood in the way of a write may be gone when another one succeeded. That the same came again at once, and succeeded, is no proof. */
function succeed(requests: Requests, request: RequestSeen, state: State): void {
  const own = nameOf(request)
  const known = requests.peek(own)
  if (known !== undefined && !comesAgain(known, request)) pass(known, state)
  requests.delete(own)
  if (isReading(request)) return
  for (const other of requests.values()) pass(other, state)
  requests.clear()
}

const comesAgain = ({ last }: Refused, { began }: RequestSeen): boolean =>
  began.real_us >= last.ended.real_us && waited(last.ended, began) <= WITHIN

function pass({ repeats, last }: Refused, { passed }: State): void {
  if (repeats === 0) passed.addCase(last.actor, caseOf(last))
}

function findingOf({ draft, isSure, status, repeats }: Refused): Finding {
  const message = say('retried_final_refusal', 'again', {
    first: draft.evidence[0]?.request.seq ?? 0,
    status,
    count: repeats,
  })
  return draft.finding({ severity: severityOf(isSure, repeats), message })
}

function severityOf(isSure: boolean, repeats: number): Severity {
  if (isSure) return repeats >= ERROR_FROM ? 'error' : 'warning'
  return repeats >= UNSURE_WARNING_FROM ? 'warning' : 'information'
}
