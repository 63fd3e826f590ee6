import { type DrillSentenceId, drillSentence, mendOf } from '../contract/drill-sentences.ts'
import { filled, type Sentence } from '../contract/sentences.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import { actorView } from '../verdicts/said.ts'
import type { ActorView, FindingView, VerdictView } from '../verdicts/wire.ts'
import type { Heard, Observed } from './evidence.ts'
import { type HitByOther, hitByOthers } from './other-faults.ts'
import type { Early } from './too-early.ts'

export interface RequestRef {
  readonly request_id: string
  readonly seq: number
}

/** Why a condition does not hold. */
export interface Reason {
  /** In English, with how to mend it. */
  readonly text: string
  /** The same for translation: one of the sentences of drills, or a message of `rule`. */
  readonly of: 'drill' | 'verdict'
  readonly sentence: Sentence
  /** The rule that tells how it came about and how to mend it. */
  readonly rule: string | null
  /** The finding of that rule that it tells; `null` where it tells none. */
  readonly finding_id: number | null
  /** A receiver refuses what is genuine: a certification finds out why. */
  readonly certify: boolean
  /** Whether it is known that the condition does not hold; otherwise it is only not known that it does. */
  readonly decided: boolean
  /** That of a finding; `null` where no rule has found it. */
  readonly severity: 'error' | 'warning' | null
  /** Who sent the requests that show it, the first ones of many. */
  readonly callers: readonly ActorView[]
  /** The requests that show it, the first ones of many. */
  readonly requests: readonly RequestRef[]
  /** Those that failed, or that nobody can tell of: what the sentence counts, all that are known. None where nothing that was sent is wrong, but something is missing. */
  readonly at_fault: readonly RequestRef[]
  /** How many there were, also beyond those that are known. */
  readonly at_fault_total: number
  /** The refusals that these came too early to. */
  readonly asked: readonly RequestRef[]
  /** The one of them that the sentence blames, or names first; the first one that failed, where it names none. */
  readonly opens: RequestRef | null
  readonly deliveries: readonly string[]
  /** Those that failed, all of them. */
  readonly deliveries_at_fault: readonly string[]
  /** Those of the requests that a fault hit which is not of the drill. */
  readonly hit_by_others: readonly HitByOther[]
}

/** Some of them end with a full stop, and some do not. */
const inSentences = (parts: readonly string[]): string => parts.map(part => `${part.replace(/\.$/, '')}.`).join(' ')

/** More than anybody follows one by one. */
const MOST_NAMED = 5

interface Shown {
  readonly requests?: readonly Pick<Heard, 'request_id' | 'seq' | 'actor'>[] | undefined
  readonly attempts?: readonly AttemptSeen[] | undefined
  /** Those of the requests that failed; all of them when left out. */
  readonly at_fault?: readonly RequestRef[] | undefined
  readonly asked?: readonly RequestRef[] | undefined
  readonly rule?: Pick<VerdictView, 'rule' | 'fix'> | undefined
  /** Where that has found the same. */
  readonly finding?: Pick<FindingView, 'finding_id'> | undefined
  readonly certify?: boolean | undefined
}

const refOf = ({ request_id, seq }: RequestRef): RequestRef => ({ request_id, seq })

/** `#{{early}}`: where a sentence names a request. */
const NAMES_REQUEST = /#\{\{(\w+)\}\}/g
/** What a request is called that came too early; some sentences name the refusal before it. */
const BLAMED = 'early'

/** Whoever reads that #89 came too early opens #89. */
function opensOf(
  template: string,
  { figures }: Sentence,
  { requests, at_fault }: { readonly requests: readonly RequestRef[]; readonly at_fault: readonly RequestRef[] },
): RequestRef | null {
  const names = [...template.matchAll(NAMES_REQUEST)].map(([, name]) => name)
  const name = names.find(one => one === BLAMED) ?? names[0]
  const named = name === undefined ? undefined : requests.find(({ seq }) => seq === figures[name])
  const opens = named ?? at_fault[0] ?? requests.slice(0, MOST_NAMED).at(-1)
  return opens === undefined ? null : refOf(opens)
}

function mendText(id: DrillSentenceId): string[] {
  const mend = mendOf(id)
  if (mend === undefined) return []
  const text = drillSentence(mend, {})
  return [mend.startsWith('settles_') ? `How to find out: ${text}` : `How to fix it: ${text}`]
}

/** A sentence of drills with what shows it. */
export function reason(
  id: DrillSentenceId,
  figures: Sentence['figures'],
  { requests = [], attempts = [], at_fault = requests, asked = [], rule, finding, certify = false }: Shown,
): Reason {
  const delivered = [...new Set(attempts.map(({ delivery_id }) => delivery_id))]
  const callers = [...new Set(requests.map(({ actor }) => actor))].slice(0, MOST_NAMED).map(actorView)
  const parts = [
    filled(drillSentence(id, figures), figures),
    ...(callers.length === 0 ? [] : [`Caller: ${callers.map(callerText).join('; ')}`]),
    ...(rule === undefined ? mendText(id) : [`How to fix it (${rule.rule}): ${rule.fix}`]),
    ...(certify ? [FINDS_OUT] : []),
  ]
  return {
    text: inSentences(parts),
    of: 'drill',
    sentence: { id, figures },
    rule: rule?.rule ?? null,
    finding_id: finding?.finding_id ?? null,
    certify,
    decided: true,
    severity: null,
    callers,
    requests: requests.slice(0, MOST_NAMED).map(refOf),
    at_fault: at_fault.map(refOf),
    at_fault_total: at_fault.length,
    asked: asked.map(refOf),
    opens: opensOf(drillSentence(id, figures), { id, figures }, { requests, at_fault }),
    deliveries: delivered.slice(0, MOST_NAMED),
    deliveries_at_fault: delivered,
    hit_by_others: [],
  }
}

/** What a rule has found, with the requests that it counts beside those that it lists, as far as they are known. */
export function reasonOfFinding(
  { rule, fix }: Pick<VerdictView, 'rule' | 'fix'>,
  finding: FindingView,
  unlisted: readonly RequestRef[] = [],
): Reason {
  const { message, sentence, evidence, deliveries, actor, severity, evidence_total } = finding
  const blamed = blamedBy(rule, evidence)
  const at_fault = [...blamed, ...unlisted]
  const who = actor === null ? '' : ` Caller: ${callerText(actor)}.`
  return {
    text: `${rule}${severity === 'warning' ? ' (a warning, which fails a drill as well)' : ''}: ${message}${who} How to fix it: ${fix}`,
    of: 'verdict',
    sentence,
    rule,
    finding_id: finding.finding_id,
    certify: false,
    // Those that may not have known of a refusal do not decide here either, whatever else is said of them.
    decided: !isOfUnaware(evidence),
    severity: severity === 'warning' ? severity : 'error',
    callers: actor === null ? [] : [actor],
    requests: evidence.slice(0, MOST_NAMED).map(refOf),
    at_fault: at_fault.map(refOf),
    at_fault_total: countedBy(finding) ?? blamed.length + Math.max(0, evidence_total - evidence.length),
    asked: evidence.filter(({ role }) => role === 'first' && isHeldAgainst(evidence)).map(refOf),
    // Whoever reads of what failed wants to see that, and not what it is held against.
    opens: at_fault[0] === undefined ? null : refOf(at_fault[0]),
    deliveries: deliveries.slice(0, MOST_NAMED),
    deliveries_at_fault: deliveries,
    hit_by_others: [],
  }
}

/** Whether the first of them is a refusal that asked for a wait, and the others came before it was over. */
const isHeldAgainst = (evidence: FindingView['evidence']): boolean =>
  evidence.some(({ role }) => role === 'early' || role === 'unaware')

/** Whether none of those that came too early is known to have known of the refusal. */
const isOfUnaware = (evidence: FindingView['evidence']): boolean =>
  evidence.some(({ role }) => role === 'unaware') && !evidence.some(({ role }) => role === 'early')

/** Rules whose first exchange is no more right than those after it. */
const ALL_ALIKE: readonly string[] = [
  'call_without_external_id',
  'one_by_one',
  'write_without_change',
  'yesterday_is_today',
  'key_in_url',
  'foreign_key',
]

/** The same, with all refusals that what failed came too early to. */
export function withRefusals(reason: Reason, early: ReadonlyMap<number, Early>): Reason {
  if (reason.asked.length === 0) return reason
  const refusals = [...reason.asked, ...reason.at_fault.flatMap(({ seq }) => early.get(seq)?.refusal ?? [])]
  const bySeq = new Map(refusals.map(one => [one.seq, refOf(one)]))
  return { ...reason, asked: [...bySeq.values()].toSorted((one, other) => one.seq - other.seq) }
}

/** What a finding counts: those that came too early, or the repeats of what the first one began. Those that need not have known are beside them. */
function blamedBy(rule: string, evidence: FindingView['evidence']): FindingView['evidence'] {
  const of = (...roles: readonly string[]) => evidence.filter(({ role }) => roles.includes(role))
  const early = of('early')
  if (early.length > 0) return early
  if (isHeldAgainst(evidence)) return of('unaware')
  const repeats = of('repeat')
  return repeats.length === 0 || ALL_ALIKE.includes(rule) ? evidence : repeats
}

/** How many it counts of what came early, without those beside them that need not have known; `undefined` of one that is about something else. */
function countedBy({ came_early }: FindingView): number | undefined {
  if (came_early === undefined) return undefined
  return came_early.counted > 0 ? came_early.counted : came_early.unaware
}

/** The same, with what a fault that is not of the drill did to the requests that show it. One that has decided is in the sentence itself. */
export function withOtherFaults(reason: Reason, evidence: Observed): Reason {
  const decisive = reason.decided ? undefined : reason.opens?.seq
  const seqs = reason.requests.map(({ seq }) => seq).filter(seq => seq !== decisive)
  const hit_by_others = hitByOthers(seqs, evidence)
  if (hit_by_others.length === 0) return reason
  const said = hit_by_others.map(one => filled(drillSentence('foreign_hit', {}), { seq: one.seq, fault: one.fault_id }))
  return { ...reason, text: inSentences([reason.text, ...said]), hit_by_others }
}

/** `crm/2.1 with svc_live_…C24l of pro`, as far as it is known. */
const callerText = ({ tenant, key, product, instance }: ActorView): string =>
  [
    instance === null ? product : `${product} (${instance})`,
    ...(key === null ? [] : [`with ${key}`]),
    ...(tenant === null ? [] : [`of ${tenant}`]),
  ].join(' ')

/** Why a receiver refuses what is genuine cannot be seen from its answer. */
export const FINDS_OUT = drillSentence('finds_out', {})
