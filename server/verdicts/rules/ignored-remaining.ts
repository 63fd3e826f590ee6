import type { Instant } from '../../kernel/instant.ts'
import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import { listed } from '../listed.ts'
import type { Actor, RequestSeen } from '../observations.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** To know the newest answer when a request began, that many are enough unless more are in flight at once. */
const MOST_ANSWERS = 64

interface Answer {
  readonly answer: Glimpse
  readonly remaining: number
  readonly reset: Instant
}

/** A window of which an actor was told that nothing remains. */
interface Spent {
  readonly reset: Instant
  readonly told: Glimpse
  /** Since something was sent all the same, and refused. */
  draft: Draft | undefined
}

interface Hearing {
  readonly actor: Actor
  /** As they ended. */
  readonly answers: Answer[]
  spent: Spent | undefined
}

interface State {
  readonly hearings: Recent<Actor, Hearing>
  readonly found: Found<Draft>
  readonly passed: Tally
}

export const ignoredRemaining = rule<State>({
  id: 'ignored_remaining',
  group: 'refusals',
  severity: 'information',
  hears: { requests: 'all', changes: true },
  rests_on: 'contract/README.md#limits-5',
  begin: () => ({ hearings: new Recent(MOST_ACTORS), found: new Found(), passed: new Tally() }),
  sees(request, state) {
    const { actor } = request
    const hearing = state.hearings.of(actor, () => ({ actor, answers: [], spent: undefined }))
    if (request.status === 429 && request.code !== 'quota_exceeded') refuse(hearing, request, state)
    hear(hearing, request, state)
  },
  changes({ what, tenant }, { hearings }) {
    if (what === 'webhooks') return
    for (const hearing of hearings.values()) {
      if (tenant !== null && tenant !== hearing.actor.tenant) continue
      hearing.answers.length = 0
      hearing.spent = undefined
    }
  },
  end({ hearings, found, passed: before }, { standing: { now } }) {
    const [passed, open] = [before.copy(), new Tally()]
    for (const { actor, spent } of hearings.values()) {
      if (spent === undefined || spent.draft !== undefined) continue
      if (now.at >= spent.reset) passed.addCase(actor, caseOf(spent.told))
      else open.add(actor)
    }
    return { passed, open, ...listed(found.kept.map(findingOf), found.unlisted) }
  },
})

function refuse({ answers, spent }: Hearing, request: RequestSeen, { found }: State): void {
  const newest = answers.findLast(({ answer }) => answer.ended.real_us <= request.began.real_us)
  if (newest === undefined || newest.remaining > 0 || request.began.at >= newest.reset) return
  if (spent?.reset !== newest.reset) return
  if (spent.draft === undefined) {
    spent.draft = Draft.by(request, String(spent.told.seq))
    spent.draft.add(spent.told)
    found.add(spent.draft)
  }
  spent.draft.add(request)
}

function hear(hearing: Hearing, request: RequestSeen, { passed }: State): void {
  const { remaining, reset, answered } = request
  if (answered !== 'whole' || remaining === null || reset === null) return
  // Until the client is told of a window of which nothing remains, no answer says what it should have left alone.
  if (remaining > 0 && hearing.spent === undefined) return
  const answer = glimpse(request)
  hearing.answers.push({ answer, remaining, reset })
  if (hearing.answers.length > MOST_ANSWERS) hearing.answers.shift()
  if (remaining > 0 || hearing.spent?.reset === reset) return
  if (hearing.spent !== undefined && hearing.spent.draft === undefined)
    passed.addCase(hearing.actor, caseOf(hearing.spent.told))
  hearing.spent = { reset, told: answer, draft: undefined }
}

function findingOf(draft: Draft): Finding {
  const [told, first] = draft.evidence
  const message = say('ignored_remaining', 'some', {
    told: told?.request.seq ?? 0,
    first: first?.request.seq ?? 0,
    count: draft.times - 1,
  })
  return draft.finding({ severity: 'information', message })
}
