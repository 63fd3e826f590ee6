import { SUBSCRIBABLE_EVENTS } from '../../contract/events.ts'
import { caseOf } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import type { AttemptSeen, Moment, RequestSeen } from '../observations.ts'
import { nameOf } from '../per-request.ts'
import { acknowledges } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

const FROM = 10
export const WITHIN_SECONDS = 600
const MOST_TENANTS = 256
const MOST_READS = 256

/** Requests of one client that had equal answers, the newest as many as it takes. */
interface Polls {
  readonly answer: number
  readonly path: string
  readonly latest: (Glimpse & Pick<RequestSeen, 'counted'>)[]
  draft: Draft | undefined
}

/** Whether webhooks on calls of a tenant work. */
interface Subscription {
  /** Since when they are known to be on and acknowledged. */
  acknowledged: Moment | undefined
  /** What was sent before that proves nothing: webhooks were changed since. */
  changed_us: number
  /** Reads that a 409 asks for (`conflict_not_resolved`): they are no polls. */
  excused: number
}

interface State {
  readonly from: number
  readonly tenants: Recent<string, Subscription>
  readonly reads: Recent<string, Polls>
  readonly found: Found<{ readonly name: string; readonly draft: Draft; readonly path: string }>
  readonly passed: Tally
}

export const pollsWhileSubscribed = rule<State>({
  id: 'polls_while_subscribed',
  group: 'reads',
  severity: 'warning',
  hears: {
    requests: {
      endpoints: ['listCalls', 'getCall', 'initiateCall', 'updateWebhook', 'deleteWebhook'],
      status: status => status === 200 || status === 204 || status === 409,
    },
    attempts: true,
    changes: true,
  },
  rests_on: 'contract/README.md#events',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({
    from,
    tenants: new Recent(MOST_TENANTS),
    reads: new Recent(MOST_READS),
    found: new Found(),
    passed: new Tally(),
  }),
  attempts(attempt, { tenants }) {
    if (!isOnCalls(attempt) || !acknowledges(attempt)) return
    const subscription = tenants.of(attempt.tenant, begin)
    if (attempt.began.real_us > subscription.changed_us) subscription.acknowledged ??= attempt.ended
  },
  changes({ what, tenant, at }, { tenants }) {
    if (what !== 'webhooks') return
    if (tenant !== null) end(tenants.of(tenant, begin), at)
    else for (const subscription of tenants.values()) end(subscription, at)
  },
  sees(request, state) {
    const { actor, endpoint, status } = request
    if (actor.tenant === null) return
    const subscription = state.tenants.of(actor.tenant, begin)
    if (endpoint === 'initiateCall') {
      if (status === 409) subscription.excused++
    } else if (status === 409) return
    else if (endpoint === 'updateWebhook' || endpoint === 'deleteWebhook') end(subscription, request.ended)
    else if (subscription.excused > 0) subscription.excused--
    else if (request.answered === 'whole' && isSubscribed(subscription, request)) read(request, state)
  },
  end({ from, reads, found, passed: sofar }, { taken }) {
    const passed = sofar.copy()
    for (const { draft, latest } of reads.values()) if (draft === undefined) pass(passed, latest[0])
    const findings = found.kept
      .filter(({ name }) => !taken.has(name))
      .map(({ name, draft, path }) => {
        const message = say('polls_while_subscribed', 'some', { requests: draft.times, path, from })
        return draft.finding({ severity: 'warning', message, takes: [name] })
      })
    const leaves = found.kept.flatMap(({ name }) => (taken.has(name) ? [name] : []))
    return { passed, open: new Tally(), findings, more: found.unlisted, leaves }
  },
})

function isOnCalls({ event, forged }: AttemptSeen): boolean {
  return forged === null && (SUBSCRIBABLE_EVENTS as readonly string[]).includes(event)
}

const begin = (): Subscription => ({ acknowledged: undefined, changed_us: -1, excused: 0 })

function end(subscription: Subscription, { real_us }: Moment): void {
  subscription.acknowledged = undefined
  subscription.changed_us = real_us
}

const isSubscribed = ({ acknowledged }: Subscription, { began }: RequestSeen): boolean =>
  acknowledged !== undefined && began.real_us >= acknowledged.real_us

function read(request: RequestSeen, state: State): void {
  const name = nameOf(request)
  const polls = pollsOf(name, request, state)
  const { latest } = polls
  const before = latest.at(-1)
  // What was sent before the last answer had come knew nothing of it: many at once are no polls.
  if (before !== undefined && waited(before.ended, request.began) < 0) return
  latest.push({ ...glimpse(request), counted: request.counted })
  if (latest.length > state.from) latest.shift()
  const [oldest] = latest
  if (oldest === undefined || latest.length < state.from) return
  if (waited(oldest.began, request.began) > WITHIN_SECONDS) return
  if (polls.draft === undefined) {
    polls.draft = draftOf(polls, request)
    state.found.add({ name, draft: polls.draft, path: polls.path })
  } else {
    polls.draft.add(request)
    polls.draft.waste(request)
  }
}

function pass(passed: Tally, first: Glimpse | undefined): void {
  if (first !== undefined) passed.addCase(first.actor, caseOf(first))
}

/** Those that this request joins; others begin where the answer has changed. */
function pollsOf(
  name: string,
  { answer, path }: RequestSeen,
  { reads, passed }: Pick<State, 'reads' | 'passed'>,
): Polls {
  const known = reads.peek(name)
  if (known !== undefined && known.answer !== answer && known.draft === undefined) pass(passed, known.latest[0])
  const polls = known?.answer === answer ? known : { answer, path, latest: [], draft: undefined }
  reads.set(name, polls)
  return polls
}

function draftOf({ latest }: Polls, request: RequestSeen): Draft {
  const draft = Draft.by(request, String(latest[0]?.seq ?? request.seq))
  for (const [index, one] of latest.entries()) {
    draft.add(one)
    if (index > 0) draft.waste(one)
  }
  return draft
}
