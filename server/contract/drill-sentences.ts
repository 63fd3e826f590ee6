import { pluralOf } from './sentences.ts'

/** Why a drill is not passed, or its situation has not come. The dashboard has the same in its other languages; `_one` is for one, `_other` for all else. */
export const DRILL_SENTENCES = {
  not_repeated_one: '{{count}} request has not succeeded in the end (attempts: {{what}})',
  not_repeated_other: '{{count}} requests have not succeeded in the end (attempts: {{what}})',
  not_final_one: '{{count}} request has not got its final answer (attempts: {{what}})',
  not_final_other: '{{count}} requests have not got their final answer (attempts: {{what}})',
  not_whole_one: '{{count}} request has not been answered in the end (attempts: {{what}})',
  not_whole_other: '{{count}} requests have not been answered in the end (attempts: {{what}})',
  not_repeated_beside_one:
    '{{count}} request has not succeeded in the end (attempts: {{what}}). #{{beside}} asked the same, but came while #{{request}} was still under way, so it is no repeat of it',
  not_repeated_beside_other:
    '{{count}} requests have not succeeded in the end (attempts: {{what}}). #{{beside}} asked the same as #{{request}}, but came while that was still under way, so it is no repeat of it',
  not_final_beside_one:
    '{{count}} request has not got its final answer (attempts: {{what}}). #{{beside}} asked the same, but came while #{{request}} was still under way, so it is no repeat of it',
  not_final_beside_other:
    '{{count}} requests have not got their final answer (attempts: {{what}}). #{{beside}} asked the same as #{{request}}, but came while that was still under way, so it is no repeat of it',
  not_whole_beside_one:
    '{{count}} request has not been answered in the end (attempts: {{what}}). #{{beside}} asked the same, but came while #{{request}} was still under way, so it is no repeat of it',
  not_whole_beside_other:
    '{{count}} requests have not been answered in the end (attempts: {{what}}). #{{beside}} asked the same as #{{request}}, but came while that was still under way, so it is no repeat of it',
  not_successful_one: '{{count}} request did not succeed ({{what}})',
  not_successful_other: '{{count}} requests did not succeed ({{what}})',
  acknowledged_one: '{{count}} delivery acknowledged ({{what}})',
  acknowledged_other: '{{count}} deliveries acknowledged ({{what}})',
  not_acknowledged_one: '{{count}} delivery not acknowledged ({{what}})',
  not_acknowledged_other: '{{count}} deliveries not acknowledged ({{what}})',
  called_twice_lost:
    '#{{early}} placed a second call to {{number}}, {{gap, duration}} after the answer to #{{first}} was lost',
  called_twice_lost_of:
    '#{{early}} placed the second of {{times}} calls to {{number}}, {{gap, duration}} after the answer to #{{first}} was lost',
  called_twice_after: '#{{early}} placed a second call to {{number}}, {{gap, duration}} after the answer to #{{first}}',
  called_twice_after_of:
    '#{{early}} placed the second of {{times}} calls to {{number}}, {{gap, duration}} after the answer to #{{first}}',
  called_twice_beside: '#{{early}} placed a second call to {{number}} before #{{first}} had been answered',
  called_twice_beside_of:
    '#{{early}} placed the second of {{times}} calls to {{number}} before #{{first}} had been answered',
  not_listed:
    '{{missing}} of {{all}} customers of {{tenant}} are in no page that was answered. Read on until current_page is the last_page of that very answer, and begin anew when total has changed.',
  day_not_listed: 'after midnight nobody listed the calls of {{date}}',
  midnight_ahead: 'it is seen after midnight in Tokyo',
  before_midnight:
    'the drill was ended {{left, duration}} before midnight in Tokyo, so that nobody can tell what the client does after it. End it when your client has run after midnight',
  worked_again_one:
    'the number at the URL that counts its work rose from {{before}} to {{after}} after {{count}} delivery had come again, and nothing else had been delivered',
  worked_again_other:
    'the number at the URL that counts its work rose from {{before}} to {{after}} after {{count}} deliveries had come again, and nothing else had been delivered',
  probe_none: 'only the URL that counts its work can tell (--effects <url>, effects_url)',
  probe_same: 'the URL that counts its work said {{before}} before the delivery came again, and {{after}} afterwards',
  probe_failed: 'the URL that counts its work cannot be relied on. {{problem}}',
  probe_still:
    'the URL that counts its work still said {{count}} when the first delivery was sent again: it does not count what is done for a delivery, or that takes too long',
  probe_mixed:
    'other deliveries came at the same time, so that nobody can tell for which of them the number at the URL that counts its work rose',
  probe_waits: 'the URL that counts its work is read again once a delivery has come again and the drill ends',
  sent_nothing: 'no request came to /api/v1 at all',
  delivered_nothing: 'nothing has been delivered to it',
  receiver_refused: 'it answered {{status}}',
  too_few_one: 'there was {{count}}',
  too_few_other: 'there were {{count}}',
  refused_by_limit_one:
    'the limit refused #{{request}} ({{what}}) for another {{wait, duration}}, so that it could not bring this about. Run the drill again once the limit has begun anew',
  refused_by_limit_other:
    'the limit refused {{count}} requests (the first, #{{request}}: {{what}}, for another {{wait, duration}}), so that they could not bring this about. Run the drill again once the limit has begun anew',
  refused_no_call_one:
    'the limit refused #{{request}} ({{what}}) for another {{wait, duration}}, so that no response to a call could be lost. Run the drill again once the limit has begun anew',
  refused_no_call_other:
    'the limit refused {{count}} of them (the first, #{{request}}: {{what}}, for another {{wait, duration}}), so that no response to a call could be lost. Run the drill again once the limit has begun anew',
  refused_itself_one: '#{{request}} was refused with {{what}}',
  refused_itself_other: '{{count}} were refused (the first, #{{request}}, with {{what}})',
  faults_removed_one:
    '{{count}} fault of this drill was removed by hand at {{time}} (JST), before what it stages had come, so nothing was judged. Run the drill again and leave its faults in place',
  faults_removed_other:
    '{{count}} faults of this drill were removed by hand, the first at {{time}} (JST), before what they stage had come, so nothing was judged. Run the drill again and leave its faults in place',
  some_removed_one:
    '{{count}} fault of this drill was removed by hand at {{time}} (JST); those that are left may still bring this about',
  some_removed_other:
    '{{count}} faults of this drill were removed by hand, the first at {{time}} (JST); those that are left may still bring this about',
  raised_minute:
    'by hand at {{time}} (JST), {{tenant}} was given {{left}} requests of the minute, where this drill had left {{staged}}, before what it stages had come, so nothing was judged. Run the drill again and leave its limits in place',
  raised_minute_now:
    'by hand at {{time}} (JST), {{tenant}} was given {{left}} requests of the minute, where this drill had left {{staged}}; what it is about comes only when these are used up as well',
  moved_past_minute:
    'the clock was moved past {{time}} (JST), when the requests of the minute begin anew, before what this drill stages had come, so nothing was judged. Run the drill again and let the clock go on by itself',
  moved_past_minute_now:
    'the clock was moved past {{time}} (JST), when the requests of the minute begin anew; what this drill is about comes only when these are used up as well',
  raised_day:
    'by hand at {{time}} (JST), {{tenant}} was given {{left}} requests of the day, where this drill had left {{staged}}, before what it stages had come, so nothing was judged. Run the drill again and leave its limits in place',
  raised_day_now:
    'by hand at {{time}} (JST), {{tenant}} was given {{left}} requests of the day, where this drill had left {{staged}}; what it is about comes only when these are used up as well',
  moved_past_day:
    'the clock was moved past {{time}} (JST), when the requests of the day begin anew, before what this drill stages had come, so nothing was judged. Run the drill again and let the clock go on by itself',
  moved_past_day_now:
    'the clock was moved past {{time}} (JST), when the requests of the day begin anew; what this drill is about comes only when these are used up as well',
  raised_webhook_sends:
    'by hand at {{time}} (JST), {{tenant}} was given {{left}} webhook sends of the day, where this drill had left {{staged}}, before what it stages had come, so nothing was judged. Run the drill again and leave its limits in place',
  raised_webhook_sends_now:
    'by hand at {{time}} (JST), {{tenant}} was given {{left}} webhook sends of the day, where this drill had left {{staged}}; what it is about comes only when these are used up as well',
  moved_past_webhook_sends:
    'the clock was moved past {{time}} (JST), when the webhook sends of the day begin anew, before what this drill stages had come, so nothing was judged. Run the drill again and let the clock go on by itself',
  moved_past_webhook_sends_now:
    'the clock was moved past {{time}} (JST), when the webhook sends of the day begin anew; what this drill is about comes only when these are used up as well',
  plan_raised:
    'the plan of {{tenant}} was changed by hand at {{time}} (JST), which left more of a limit than this drill had, before what it stages had come, so nothing was judged. Run the drill again and leave the plan as it is',
  plan_raised_now:
    'the plan of {{tenant}} was changed by hand at {{time}} (JST), which leaves more of a limit than this drill had; what it is about comes only when that is used up as well',
  to_inboxes_one:
    '{{count}} attempt went to an inbox of Ringback, which is not judged. Run the drill again with the URL of your receiver',
  to_inboxes_other:
    '{{count}} attempts went to inboxes of Ringback, which are not judged. Run the drill again with the URL of your receiver',
  nothing_listens: 'Nothing listens at {{address}}. Start your receiver, and run the drill again',
  comes_again: 'Your receiver has acknowledged it; it comes again {{wait, duration}} after that',
  held_now: '#{{request}} is held now; what the drill is about comes when your client leaves it',
  held_to_the_end: '#{{request}} was still held when the drill ended, and your client had not left it',
  too_early_one:
    '#{{early}} came too early, by {{by, duration}}: {{gap, duration}} after #{{refused}}, which had asked for a wait of {{wait, duration}}',
  too_early_other:
    '{{count}} requests came too early, by up to {{by, duration}}. The first, #{{early}}, came {{gap, duration}} after #{{refused}}, which had asked for a wait of {{wait, duration}}',
  waited: '#{{request}} came {{gap, duration}} after the answer to #{{after}}, which had asked for no wait',
  waited_lost: '#{{request}} came {{gap, duration}} after #{{after}} had ended, whose answer did not arrive whole',
  waited_as_asked:
    '#{{request}} came {{gap, duration}} after the answer to #{{after}}, which had asked for {{wait, duration}}',
  answered: '#{{request}} got {{status}}',
  answered_again: '#{{request}} asked again what #{{after}} had asked, and got {{status}}',
  called_once: '#{{request}} placed the one call to {{number}}, and nothing asked for it again',
  called_once_again:
    '#{{request}} placed the one call to {{number}}; #{{again}} asked for it again, got {{status}} and placed none',
  called_once_beside:
    '#{{request}} placed the one call to {{number}}; #{{again}} asked for it while that was still under way, got {{status}} and placed none',
  all_listed_one: '{{count}} page (#{{first}}) has all {{all}} customers of {{tenant}}',
  all_listed_other: '{{count}} pages, #{{first}} to #{{last}}, have all {{all}} customers of {{tenant}}',
  day_listed: '#{{request}} listed the calls of {{date}}',
  attempts_answered_one: '{{count}} attempt, answered with {{what}}',
  attempts_answered_other: '{{count}} attempts, answered with {{what}}',
  answered_wrong_secret: 'what was signed with another secret got {{answer}}',
  answered_tampered: 'what was altered after signing got {{answer}}',
  answered_no_header: 'what was not signed got {{answer}}',
  in_doubt_one:
    '#{{early}} came {{gap, duration}} after the answer to #{{refused}}, before the {{wait, duration}} were over that this had asked for. It may not have known of it, so it is in doubt and does not count.',
  in_doubt_other:
    '{{count}} requests came before the wait of a refusal was over (the first, #{{early}}, {{gap, duration}} after the answer to #{{refused}}, which had asked for {{wait, duration}}). They may not have known of it, so they are in doubt and do not count.',
  in_doubt_own_one:
    '#{{early}} came again {{gap, duration}} after the answer to #{{refused}}, before the {{wait, duration}} were over that this had asked for. It may not have known of it, so it does not count; the verdicts, which take the client as a whole, do not hold it in doubt.',
  in_doubt_own_other:
    '{{count}} requests came again before their own waits were over (the first, #{{early}}, {{gap, duration}} after the answer to #{{refused}}, which had asked for {{wait, duration}}). They may not have known of it, so they do not count; the verdicts, which take the client as a whole, hold {{of_rule}} of them in doubt.',
  unaware_one:
    '#{{early}} came {{gap, duration}} after the answer to #{{refused}}, before the {{wait, duration}} were over that this had asked for. Nothing shows whether it knew of it, so it counts neither for nor against the client.',
  unaware_other:
    '{{count}} requests came before the wait of a refusal was over (the first, #{{early}}, {{gap, duration}} after the answer to #{{refused}}, which had asked for {{wait, duration}}). Nothing shows whether they knew of it, so they count neither for nor against the client.',
  own_early_one:
    '#{{early}} came {{gap, duration}} after the answer to #{{refused}}, before the {{wait, duration}} were over that this had asked for',
  own_early_other:
    '{{count}} requests came before their own waits were over: the first, #{{early}}, {{gap, duration}} after the answer to #{{refused}}, which had asked for {{wait, duration}}',
  not_longer_one:
    '#{{early}} came {{gap, duration}} after the answer to #{{refused}}, where the wait before had been {{before, duration}}. That shows no backoff, and nothing else does; a delay that was drawn at random can come out so as well',
  not_longer_other:
    '{{count}} attempts did not wait clearly longer than the one before: the first, #{{early}}, came {{gap, duration}} after the answer to #{{refused}}, where the wait before had been {{before, duration}}. That shows no backoff, and nothing else does; delays that were drawn at random can come out so as well',
  not_shown:
    'nothing shows it: for that, send a failed request again until it gets its final answer, each time later than before or as late as Retry-After says',
  not_seen_kept: 'nothing shows it: no case was seen in which a client kept {{rules}}',
  foreign_cut:
    '{{what}}, then an answer that did not arrive whole because of fault {{fault}} (#{{last}}), which is not of this drill: whether your client was ready for it cannot be told. Delete that fault, or run the drill in a world of its own',
  foreign_gone:
    '{{what}}, then left without an answer because of fault {{fault}} (#{{last}}), which is not of this drill: whether your client was ready for it cannot be told. Delete that fault, or run the drill in a world of its own',
  foreign_status:
    '{{what}}, then {{status}} by fault {{fault}} (#{{last}}), which is not of this drill: whether your client was ready for it cannot be told. Delete that fault, or run the drill in a world of its own',
  foreign_hit: '#{{seq}} was hit by fault {{fault}}, which is not of this drill',
  no_history:
    'The calls of this world do not reach back {{days}} days. Stage the drill in a world with the fixture standard, or give the world file older calls.',
  settles_doubt:
    "Send one request at a time over one connection. Node's fetch opens several even then; an undici Agent with connections: 1 keeps to one.",
  settles_unaware:
    'A client passes when one refusal holds back the requests of all its workers. While another worker sends on, also over a connection opened after the refusal, it stays undecided: that one need not know of it.',
  settles_backoff:
    'Run it again with delays that double with each attempt, and a random part that is smaller than what they grow by.',
  mend_again: 'Send a request that was cut off or abandoned again, until its answer has arrived whole.',
  mend_final:
    'Send a refused request again once Retry-After is over, or else after a growing delay, until its answer is neither 429 nor 5xx.',
  mend_wait: 'Wait as many seconds as Retry-After says before sending the same request again.',
  mend_success:
    'Correct what was refused for good (4xx); send the rest (429, 5xx, an answer that broke off) again until it succeeds.',
  mend_forged: 'Verify the signature of each delivery over its raw body, and answer 401 where it is wrong or missing.',
  mend_genuine: 'Verify, note down and acknowledge each delivery with 2xx, also one that came before or out of order.',
  mend_call_once:
    'Repeat the request with the same external_id and, after 409, go on with the call that has it. This drill counts every second call to that person; the verdict double_call counts none after a 409 that told of the first.',
  mend_once: 'Remember the ids of X-Service-Delivery, and do nothing for one that you know but answer 2xx.',
  mend_day:
    'After midnight in Tokyo, list the calls of the day before with GET /calls, since events of it may not have been sent.',
  finds_out: '"ringback certify <receiver> --secret <secret>" finds out what it takes for wrong.',
} as const satisfies Record<string, string>

type Key = keyof typeof DRILL_SENTENCES
/** The name of a sentence: that of one that depends on a count is without its ending. */
export type DrillSentenceId = Key extends infer Name
  ? Name extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : Name
  : never

export function drillSentence(id: DrillSentenceId, figures: Readonly<Record<string, string | number>>): string {
  const key = id in DRILL_SENTENCES ? id : pluralOf(id, figures.count)
  return DRILL_SENTENCES[key as Key]
}

/** What a wait that shows that one is kept says of itself: how long it was, and what the answer before it had asked for. */
export function waitSentence({
  request,
  after,
  waited_seconds: gap,
  asked_seconds: asked,
  after_answered,
}: {
  readonly request: { readonly seq: number }
  readonly after: { readonly seq: number }
  readonly waited_seconds: number
  readonly asked_seconds: number | null
  readonly after_answered: 'whole' | 'cut' | 'gone'
}): { id: DrillSentenceId; figures: Record<string, number> } {
  const figures = { request: request.seq, after: after.seq, gap }
  if (asked !== null) return { id: 'waited_as_asked', figures: { ...figures, wait: asked } }
  return { id: after_answered === 'whole' ? 'waited' : 'waited_lost', figures }
}

/** What is to be done about it, where no rule says so. */
const MENDS: { readonly [Id in DrillSentenceId]?: DrillSentenceId } = {
  not_repeated: 'mend_success',
  not_final: 'mend_final',
  not_whole: 'mend_again',
  not_repeated_beside: 'mend_success',
  not_final_beside: 'mend_final',
  not_whole_beside: 'mend_again',
  not_successful: 'mend_success',
  acknowledged: 'mend_forged',
  not_acknowledged: 'mend_genuine',
  called_twice_lost: 'mend_call_once',
  called_twice_lost_of: 'mend_call_once',
  called_twice_after: 'mend_call_once',
  called_twice_after_of: 'mend_call_once',
  called_twice_beside: 'mend_call_once',
  called_twice_beside_of: 'mend_call_once',
  worked_again: 'mend_once',
  day_not_listed: 'mend_day',
  own_early: 'mend_wait',
  not_longer: 'settles_backoff',
  not_shown: 'settles_backoff',
  in_doubt: 'settles_doubt',
  in_doubt_own: 'settles_doubt',
  unaware: 'settles_unaware',
}

/** Why a situation has not come, where nothing else has to be said: nothing that the client left undone. */
export const saysAll = ({ id }: { readonly id: string }): boolean =>
  id === 'faults_removed' ||
  id === 'some_removed' ||
  id === 'to_inboxes' ||
  id === 'nothing_listens' ||
  id === 'comes_again' ||
  id === 'held_now' ||
  id === 'held_to_the_end' ||
  /^(raised|moved_past|plan_raised)(_|$)/.test(id)

/** The sentence that says how to mend what another one tells, or how to find out; nothing where that says so itself. */
export const mendOf = (id: string): DrillSentenceId | undefined => MENDS[id as DrillSentenceId]
