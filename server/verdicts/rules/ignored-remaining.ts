import type { Instant } from '../../kernel/instant.ts'
import { MOST_ACTORS, MOST_EVIDENCE } from '../bounds.ts'
import { caseOf, exhibit } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import { type InFlight, inFlight, nothingInFlight } from '../in-flight.ts'
import { listed } from '../listed.ts'
import type { Actor, RequestSeen } from '../observations.ts'
import { Recent } from '../recent.ts'
import { type Exhibit, type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { shownIn } from '../waits.ts'

/** To know the newest answer when a request began, that many are enough unless more are in flight at once. */
const MOST_ANSWERS = 64

interface Answer {
  readonly answer: Glimpse
  readonly remaining: number
  readonly reset: Instant
}

/** A request that was refused in a window of which its client may have been told that nothing remains. */
interface Came {
  readonly request: Exhibit
  readonly ended: Glimpse['ended']
  readonly began_us: number
}

/** A window of which an actor was told that nothing remains. */
interface Spent {
  readonly reset: Instant
  readonly told: Glimpse
  readonly flow: InFlight['flow']
  /** What was sent all the same, and refused: the first ones of it, and how many more. */
  readonly came: Came[]
  beyond: number
  /** Whether anything was sent before the reset, whatever became of it, or the rule was kept: then nothing that comes later keeps it. */
  isDecided: boolean
}

interface Hearing {
  readonly actor: Actor
  readonly known: InFlight
  /** As they ended. */
  readonly answers: Answer[]
  spent: Spent | undefined
}

interface State {
  readonly hearings: Recent<Actor, Hearing>
  readonly found: Found<Spent>
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
    const hearing = hearingOf(request, state)
    inFlight(hearing.known, request)
    come(hearing, request, state)
    hear(hearing, request)
  },
  passesBy(request, state) {
    inFlight(hearingOf(request, state).known, request)
  },
  beginsAnew({ hearings }) {
    hearings.clear()
  },
  changes({ what, tenant }, { hearings }) {
    if (what === 'webhooks') return
    for (const hearing of hearings.values()) {
      if (tenant !== null && tenant !== hearing.actor.tenant) continue
      hearing.answers.length = 0
      hearing.spent = undefined
    }
  },
  end({ hearings, found, passed }, { standing: { now } }) {
    const open = new Tally()
    for (const { actor, spent } of hearings.values()) {
      // Who never comes back has not waited for the reset.
      if (spent === undefined || (spent.isDecided && (now.at >= spent.reset || blamed(spent).times > 0))) continue
      open.addCase(actor, caseOf(spent.told))
      if (spent.isDecided) open.lapses(shownIn(spent.reset, now))
    }
    return { passed, open, ...listed(found.kept.flatMap(findingOf), found.unlisted) }
  },
})

const hearingOf = ({ actor }: RequestSeen, { hearings }: State): Hearing =>
  hearings.of(actor, () => ({ actor, known: nothingInFlight(), answers: [], spent: undefined }))

function come({ actor, answers, spent, known: { flow } }: Hearing, request: RequestSeen, state: State): void {
  if (spent === undefined || request.began.real_us < spent.told.ended.real_us) return
  if (request.began.at >= spent.reset) {
    if (!spent.isDecided) state.passed.addCase(actor, caseOf(spent.told, { second: request, role: 'in_time' }))
    spent.isDecided = true
    return
  }
  spent.isDecided = true
  if (request.status !== 429 || request.code === 'quota_exceeded') return
  const newest = answers.findLast(({ answer }) => answer.ended.real_us <= request.began.real_us)
  if (newest === undefined || newest.remaining > 0 || newest.reset !== spent.reset) return
  // Whoever has several in flight may have sent it before that answer had reached all of them.
  if (request.began.real_us >= flow.parallel_us) return
  if (spent.came.length === 0) state.found.add(spent)
  if (spent.came.length < MOST_EVIDENCE)
    spent.came.push({ request: exhibit(request), ended: request.ended, began_us: request.began.real_us })
  else spent.beyond += 1
}

function hear(hearing: Hearing, request: RequestSeen): void {
  const { remaining, reset, answered } = request
  if (answered !== 'whole' || remaining === null || reset === null) return
  // Until the client is told of a window of which nothing remains, no answer says what it should have left alone.
  if (remaining > 0 && hearing.spent === undefined) return
  const answer = glimpse(request)
  hearing.answers.push({ answer, remaining, reset })
  if (hearing.answers.length > MOST_ANSWERS) hearing.answers.shift()
  if (remaining > 0 || hearing.spent?.reset === reset) return
  const { flow } = hearing.known
  hearing.spent = { reset, told: answer, flow, came: [], beyond: 0, isDecided: false }
}

/** What began while its client had nothing else in flight, as is known by now: an answer that comes late may show that it had. */
function blamed({ flow, came, beyond }: Spent): { readonly came: readonly Came[]; readonly times: number } {
  const alone = came.filter(({ began_us }) => began_us < flow.parallel_us)
  return { came: alone, times: alone.length + (flow.parallel_us === Number.POSITIVE_INFINITY ? beyond : 0) }
}

function findingOf(spent: Spent): Finding[] {
  const { told } = spent
  const { came, times: count } = blamed(spent)
  const [first] = came
  if (first === undefined) return []
  const draft = Draft.by({ ...told, ended: first.ended }, String(told.seq))
  for (const request of [told, ...came.map(one => one.request)]) draft.add(request)
  const message = say('ignored_remaining', 'some', { told: told.seq, first: first.request.seq, count })
  const finding = draft.finding({ severity: 'information', message })
  return [{ ...finding, totals: { evidence: count + 1, deliveries: 0 } }]
}
