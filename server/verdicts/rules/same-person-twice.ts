import type { Sentence } from '../../contract/sentences.ts'
import { caseOf } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import type { Actor, RequestSeen } from '../observations.ts'
import { Recent } from '../recent.ts'
import { AT_ONCE_SECONDS } from '../redials.ts'
import { rule } from '../rule.ts'
import { say, waitFigures } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

export const APART_SECONDS = 120
const MOST_PEOPLE = 2_048

interface Again {
  readonly draft: Draft
  readonly first: number
  readonly second: number
  readonly shown: string
  /** How long after the first one the second came. */
  readonly wait: Sentence['figures']
  readonly callers: Set<Actor>
  /** How many. */
  calls: number
  /** Calls of the row that were placed while the one before was still under way. */
  meanwhile: number
  /** Calls of the row whose answers did not arrive whole. */
  lost: number
  /** Whether the answer to the first one was lost, and a 409 told its client of the call. */
  readonly isOfTold: boolean
}

interface Called {
  readonly request: Glimpse
  readonly again: Again | undefined
  /** How many of it and those shortly around it placed a call and lost their answers: the rules on those say whether the person was called twice, not this one. */
  readonly lost: number
  readonly external_id: number | null
  /** The 409 that told a repeat of a call whose answer was lost: a while after it another one is a second call. */
  readonly told?: Glimpse
}

interface State {
  readonly called: Recent<string, Called>
  readonly found: Found<Again>
  readonly passed: Tally
}

export const samePersonTwice = rule<State>({
  id: 'same_person_twice',
  group: 'writes',
  severity: 'information',
  hears: { requests: { endpoints: ['initiateCall'], status: status => status === 200 || status === 409 } },
  rests_on: 'good manners',
  begin: () => ({ called: new Recent(MOST_PEOPLE), found: new Found(), passed: new Tally() }),
  sees(request, { called, found, passed }) {
    const { initiation } = request
    if (initiation === null) return
    const isWhole = request.answered === 'whole'
    if (request.status === 409) return isWhole ? isTold(request, called) : undefined
    if (!isWhole && initiation.placed.length === 0) return
    const key = keyOf(request)
    const last = called.peek(key)
    const seconds = last === undefined ? Number.POSITIVE_INFINITY : waited(last.request.ended, request.began)
    const before = seconds <= APART_SECONDS ? last : undefined
    if (last !== undefined && before === undefined && isPassed(last))
      passed.addCase(last.request.actor, caseOf(last.request))
    const isOfTold = isWhole && before !== undefined && before.request.answered !== 'whole' && isKnown(before, request)
    const lost = (before?.lost ?? 0) + (isWhole ? 0 : 1) - (isOfTold ? 1 : 0)
    // One whose answer was lost is no second call by this rule, so the one before stays the first.
    if (!isWhole && before !== undefined) {
      if (before.again !== undefined) before.again.lost = lost
      called.set(key, { ...before, lost })
    } else {
      const again =
        before !== undefined && isKnown(before, request)
          ? calledAgain({ ...before, lost }, request, { found, shown: initiation.shown })
          : undefined
      called.set(key, { request: glimpse(request), again, lost, external_id: request.external_id })
    }
  },
  end({ called, found, passed: sofar }, { standing }) {
    const [passed, open] = [sofar.copy(), new Tally()]
    for (const { request, again, lost } of called.values()) {
      if (!isPassed({ again, lost })) continue
      const left = APART_SECONDS - waited(request.ended, standing.now)
      if (standing.ended || left < 0) passed.addCase(request.actor, caseOf(request))
      else {
        open.addCase(request.actor, caseOf(request))
        open.lapses(left)
      }
    }
    return { passed, open, findings: found.kept.map(finding), more: found.unlisted }
  },
})

const keyOf = ({ actor, initiation }: RequestSeen) => `${actor.tenant} ${initiation?.loose}`

function isTold(request: RequestSeen, called: State['called']): void {
  const last = called.peek(keyOf(request))
  if (last === undefined || last.told !== undefined || last.external_id === null) return
  if (last.external_id !== request.external_id || waited(last.request.ended, request.began) < 0) return
  called.set(keyOf(request), { ...last, told: glimpse(request) })
}

/** Whether its client had heard of the call before. */
const isKnown = ({ request, told }: Called, { began }: RequestSeen): boolean =>
  request.answered === 'whole' || (told !== undefined && waited(told.ended, began) > AT_ONCE_SECONDS)

const isPassed = ({ again, lost }: Pick<Called, 'again' | 'lost'>) => again === undefined && lost === 0

function calledAgain(
  { request: first, again, lost, told }: Called,
  request: RequestSeen,
  { found, shown }: Pick<Again, 'shown'> & Pick<State, 'found'>,
): Again {
  const known = again ?? {
    draft: Draft.by(request, String(first.seq)),
    first: first.seq,
    second: request.seq,
    shown,
    wait: waitFigures(first.ended, request.began),
    callers: new Set([first.actor]),
    calls: 1,
    meanwhile: 0,
    lost,
    isOfTold: first.answered !== 'whole',
  }
  if (again === undefined) {
    known.draft.add(first)
    if (known.isOfTold && told !== undefined) known.draft.add(told, 'told')
    found.add(known)
  }
  known.calls++
  known.draft.add(request, 'another_call')
  known.callers.add(request.actor)
  if (request.initiation?.meanwhile) known.meanwhile++
  return known
}

function finding(again: Again) {
  const { draft } = again
  return draft.finding({
    severity: 'information',
    message: again.calls === 2 && isOfTwo(again) ? ofTwo(again) : ofSeveral(again),
  })
}

/** Of what another client was told by a 409, this one has not heard. */
const isOfTwo = ({ isOfTold, callers, lost }: Again) => !isOfTold || (callers.size === 1 && lost === 0)

function ofTwo({ first, second, shown: number, wait, callers, meanwhile, isOfTold }: Again) {
  const by = isOfTold ? 'again_though_told' : callers.size === 1 ? 'again' : 'after_another'
  return say('same_person_twice', meanwhile === 0 ? by : `${by}_meanwhile`, {
    ...{ second, number, first },
    ...wait,
  })
}

function ofSeveral({ calls, first, shown: number, callers, meanwhile, lost }: Again) {
  const clients = callers.size
  const by = clients === 1 ? 'several' : 'by_clients'
  const besides = lost === 0 ? by : (`${by}_besides` as const)
  return say('same_person_twice', meanwhile === 0 ? besides : `${besides}_meanwhile`, {
    ...{ calls, number, first },
    ...(clients > 1 && { clients }),
    ...(meanwhile > 0 && { meanwhile }),
    ...(lost > 0 && { lost }),
  })
}
