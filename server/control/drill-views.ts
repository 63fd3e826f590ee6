import type { Drill } from '../contract/drill.ts'
import { type DrillSentenceId, drillSentence } from '../contract/drill-sentences.ts'
import { filled, type Sentence } from '../contract/sentences.ts'
import { type After, afterOf } from '../drills/after.ts'
import { chosenFrom, type LeftOut } from '../drills/chosen-requests.ts'
import { isRuleBroken } from '../drills/drill-state.ts'
import { drillsOf } from '../drills/drills.ts'
import type { Heard } from '../drills/evidence.ts'
import { failedBy, failedDeliveries } from '../drills/failed-by.ts'
import type { ConditionJudged, Met } from '../drills/judgement.ts'
import type { Reason, RequestRef } from '../drills/reasons.ts'
import type { OpenAttempt } from '../drills/receiver-deliveries.ts'
import type { RunningDrill } from '../drills/running-drill.ts'
import type { ShownWait } from '../drills/shown-waits.ts'
import type { DrillRemembered } from '../journal/control-actions.ts'
import { withoutSecrets } from '../journal/redact.ts'
import { toIso } from '../kernel/instant.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import { spokenBeside } from '../verdicts/say.ts'
import type { World } from '../world/world.ts'
import { viewExchange } from './exchange-views.ts'
import type {
  DrillAttemptView,
  DrillConditionView,
  DrillLeftOutView,
  DrillOpenAttemptView,
  DrillReasonView,
  DrillRequestRef,
  DrillRequestView,
  DrillRunView,
  DrillUnderWayView,
  DrillView,
  DrillWaitView,
  KnownDrillView,
} from './protocol/drills.ts'

/** Drills that can be staged, with what became of those that were. */
export function viewAllKnown(world: World, rows: readonly Drill[]): KnownDrillView[] {
  const remembered = world.runtime.actions.drills()
  return rows.map(row => viewKnown(world, row, remembered))
}

function viewKnown(world: World, row: Drill, remembered: readonly DrillRemembered[]): KnownDrillView {
  const { drill, title, stages, met_when, passes_when, needs_receiver = false } = row
  const runs = drillsOf(world).allOf(drill)
  const last = runs.at(-1)
  const earlier = earlierRuns(world, drill, remembered)
  return {
    drill,
    title,
    stages: stages.map(({ text }) => text),
    met_when: met_when.text,
    passes_when: passes_when.map(({ text }) => text).join('; '),
    conditions: passes_when.map(({ text }) => text),
    needs_receiver,
    drill_id: last?.id ?? null,
    is_on: last !== undefined && !last.isOver,
    state: last?.state ?? earlier.at(-1)?.state ?? null,
    fault_ids: runs.flatMap(one => one.fault_ids),
    runs: [...earlier, ...runs.map(viewRun)],
  }
}

/** Of drills of an earlier process, what the journal of the world remembers. */
function earlierRuns(world: World, drill: string, remembered: readonly DrillRemembered[]): DrillRunView[] {
  return remembered.flatMap(({ started, ended }) => {
    const { drill: name, drill_id, receiver } = started.facts
    if (name !== drill || ended === undefined || drillsOf(world).find(drill_id) !== undefined) return []
    return {
      drill_id,
      is_on: false,
      state: ended.facts.state ?? 'ended',
      staged_at: toIso(started.at),
      ended_at: toIso(ended.at),
      requests_sent: null,
      attempts_made: null,
      failed_total: null,
      receiver: receiver === null ? null : withoutSecrets(receiver),
      effects_url: null,
      tried: [],
    }
  })
}

function viewRun(one: RunningDrill): DrillRunView {
  const { judgement, state, ended_at, staged_at } = one
  return {
    drill_id: one.id,
    is_on: !one.isOver,
    state,
    staged_at: toIso(staged_at),
    ended_at: ended_at === null ? null : toIso(ended_at),
    requests_sent: one.observed.requests.length,
    attempts_made: one.observed.attempts.length + one.to_inboxes.made,
    failed_total: isJudged(one)
      ? chosenFrom(one.observed.requests, judgement, MOST_SHOWN).failed_total + failedDeliveries(judgement)
      : 0,
    receiver: one.receiver === null ? null : withoutSecrets(one.receiver),
    effects_url: one.effects_url === null ? null : withoutSecrets(one.effects_url),
    tried: one.tried.map(withoutSecrets),
  }
}

/** Whether anything is held against anybody: before its situation has come, and where that stayed away, nothing is; but a rule may be broken all the same. */
const isJudged = ({ state, judgement, drill }: RunningDrill): boolean =>
  state === 'failed' ||
  state === 'met' ||
  (state === 'undecided' && judgement.met !== null) ||
  (state === 'staged' && judgement.conditions.some(one => isRuleBroken(drill, one)))

/** More than anybody looks through beside a drill; the journal has them all. */
const MOST_SHOWN = 100
/** As many of those that failed are named, and all that are shown. */
const MOST_AT_FAULT = 100
/** As many findings of a condition say what is to be done. */
const MOST_REASONS = 20
const MOST_WAITS = 20

export function viewDrill(world: World, running: RunningDrill): DrillView {
  const { kernel } = world.runtime
  const { judgement, state, awaits, ended_at, removed } = running
  const judged = isJudged(running)
  const { requests, attempts } = running.observed
  const { newest, earlier, left_out, failed_total } = chosenFrom(requests, judgement, MOST_SHOWN)
  const shown = new Set([...newest, ...earlier].map(({ seq }) => seq))
  const viewOf = (one: Heard) => viewRequest(one, afterOf(one, requests, judgement))
  return {
    drill_id: running.id,
    drill: running.drill.drill,
    title: running.drill.title,
    state,
    staged_at: toIso(running.staged_at),
    fault_ids: [...running.fault_ids],
    other_faults: running.other_faults.map(one => ({ ...one })),
    clock: { now: toIso(kernel.catchUp()), pace: kernel.pace },
    steps: running.steps.map(({ text, at }, index) => ({
      text,
      at: at === null ? null : toIso(at),
      done: at !== null,
      removed_at: removed?.steps.has(index) ? toIso(removed.at) : null,
    })),
    conditions: judgement.conditions.map(one => viewCondition(one, shown, isPutToTest(one, running))),
    not_tried: judgement.not_tried.map(one => ({ ...one })),
    verdicts: [...judgement.verdicts],
    met: judgement.met && viewMet(judgement.met),
    not_met_because: judgement.not_met_because,
    came: judgement.came,
    sent_nothing: judgement.sent_nothing,
    receiver_answered: judgement.receiver_answered,
    not_come_by: judgement.not_come_by,
    awaits: awaits && { what: awaits.what, at: toIso(awaits.at) },
    ended_at: ended_at === null ? null : toIso(ended_at),
    is_ending: running.isEnding,
    requests_sent: requests.length,
    requests: newest.map(viewOf),
    earlier_requests: earlier.map(viewOf),
    left_out: left_out.map(gap => viewGap(judged ? gap : { ...gap, failed: 0 })),
    under_way: running.under_way.map(one => viewUnderWay(world, one, ended_at !== null)),
    failed_total: judged ? failed_total + failedDeliveries(judgement) : 0,
    failed_by: judged ? failedBy(judgement).map(one => ({ ...one })) : [],
    too_early: judged && judgement.too_early !== null ? viewSaid(judgement.too_early) : null,
    told_to_wait: { ...judgement.told_to_wait },
    attempts_made: attempts.length,
    attempts: attempts.slice(-MOST_SHOWN).map(viewAttempt),
    deliveries: { all: running.deliveries.all, attempted: running.deliveries.attempted },
    events_of: viewEventsOf(running),
    open_attempts: running.open_attempts.map(one => viewOpen(one, world.runtime.realTime())),
    inbox_attempts_made: running.to_inboxes.made,
    inbox_attempts: running.to_inboxes.kept
      .slice(-MOST_SHOWN)
      .map(({ at, ...attempt }) => ({ ...attempt, at: toIso(at), took_ms: null })),
  }
}

/** Where the situation stayed away, only a rule that was broken all the same is judged. */
const isPutToTest = (one: ConditionJudged, { state, judgement, drill }: RunningDrill): boolean =>
  state !== 'ended' &&
  (judgement.met !== null || (state === 'failed' && !one.holds) || (state === 'staged' && isRuleBroken(drill, one)))

const viewCondition = (
  { text, holds, reason, reasons, waits, shown: by }: ConditionJudged,
  shown: ReadonlySet<number>,
  judged: boolean,
): DrillConditionView => ({
  text,
  holds,
  judged,
  because: reason === null ? null : reason.text,
  reason: reason === null ? null : viewReason(reason, shown),
  reasons: reasons.slice(0, MOST_REASONS).map(one => viewReason(one, shown)),
  reasons_total: reasons.length,
  waits: waits.slice(0, MOST_WAITS).map(viewWait),
  waits_total: waits.length,
  shown: by.slice(0, MOST_WAITS).map(one => ({ ...one, requests: [...one.requests] })),
  shown_total: by.length,
})

const viewEventsOf = ({ events_of }: RunningDrill): DrillView['events_of'] =>
  events_of === undefined ? null : { ...events_of, call_ids: [...events_of.call_ids] }

const refOf = ({ request_id, seq }: Heard): DrillRequestRef => ({ request_id, seq })

const viewWait = ({ request, after, gap, asked }: ShownWait): DrillWaitView => ({
  request: refOf(request),
  after: refOf(after),
  waited_seconds: spokenBeside(gap, asked),
  asked_seconds: asked,
  after_answered: after.answered,
})

const viewGap = ({ first, last, count, failed }: LeftOut): DrillLeftOutView => ({
  at: toIso(first.began.at),
  first: refOf(first),
  last: refOf(last),
  count,
  failed,
})

function viewReason(one: Reason, shown: ReadonlySet<number>): DrillReasonView {
  const listed = (all: readonly RequestRef[]) => all.filter(({ seq }, index) => index < MOST_AT_FAULT || shown.has(seq))
  const { text, of, sentence, rule, finding_id, certify, decided, severity, at_fault_total, opens } = one
  const { callers, requests, at_fault, asked, deliveries, hit_by_others } = one
  return {
    text,
    of,
    sentence,
    rule,
    finding_id,
    certify,
    decided,
    severity,
    callers: [...callers],
    requests: [...requests],
    at_fault: listed(at_fault),
    at_fault_total,
    asked: listed(asked),
    opens,
    deliveries: [...deliveries],
    hit_by_others: hit_by_others.map(other => ({ ...other })),
  }
}

const viewMet = ({ at, request, attempt }: Met): DrillView['met'] => ({
  at: toIso(at),
  request: request === undefined ? null : { request_id: request.request_id, seq: request.seq },
  delivery_id: attempt?.delivery_id ?? null,
  attempt: attempt?.attempt ?? null,
})

const viewRequest = (one: Heard, came: After | undefined): DrillRequestView => {
  const after = came === undefined ? null : viewAfter(came)
  const { request_id, seq, began, ended, method, path, query, status, code, retry_after, answered } = one
  const { broken_off, fault_id } = one
  const [at, ended_at] = [toIso(began.at), toIso(ended.at)]
  const sent = { request_id, seq, at, ended_at, method, path, query }
  return { ...sent, status, code, retry_after, answered, broken_off, fault_id, after }
}

/** Of one that was under way as its drill ended, what has become of it since is not the drill's. */
function viewUnderWay(world: World, row: ExchangeRow, isOver: boolean): DrillUnderWayView {
  const { request_id, seq, method } = row
  const sent = { request_id, seq, at: toIso(row.at), method, path: withoutSecrets(row.path) }
  const asked = { ...sent, query: withoutSecrets(row.query), fault: row.fault_id }
  if (isOver) return { ...asked, held_ms: null, unanswered: null }
  const { held_ms, unanswered } = viewExchange(world, row)
  return { ...asked, held_ms, unanswered }
}

const viewSaid = (sentence: Sentence): DrillView['too_early'] => ({
  text: filled(drillSentence(sentence.id as DrillSentenceId, sentence.figures), sentence.figures),
  sentence,
})

const viewAfter = ({ request: { request_id, seq }, gap, asked, early }: After): DrillRequestView['after'] => ({
  request: { request_id, seq },
  waited_seconds: spokenBeside(gap, asked),
  asked_seconds: asked,
  early,
})

const US = 1_000
const viewAttempt = ({ began, ended, ...seen }: AttemptSeen): DrillAttemptView => {
  const { delivery_id, event, attempt, status, error, forged } = seen
  const took_ms = Math.round((ended.real_us - began.real_us) / US)
  return { delivery_id, at: toIso(began.at), event, attempt, status, error, forged, took_ms }
}

const viewOpen = ({ began, ...open }: OpenAttempt, real_us: number): DrillOpenAttemptView => ({
  ...open,
  at: toIso(began.at),
  open_ms: Math.max(0, Math.round((real_us - began.real_us) / US)),
})
