import { type DrillSentenceId, drillSentence } from '../contract/drill-sentences.ts'
import { filled, type Sentence } from '../contract/sentences.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import { actorView } from '../verdicts/said.ts'
import type { ActorView, FindingView, VerdictView } from '../verdicts/wire.ts'
import type { Heard } from './evidence.ts'

/** Why a condition does not hold. */
export interface Reason {
  /** In English, with how to mend it. */
  readonly text: string
  /** The same for translation: one of the sentences of drills, or a message of `rule`. */
  readonly of: 'drill' | 'verdict'
  readonly sentence: Sentence
  /** The rule that tells how it came about and how to mend it. */
  readonly rule: string | null
  /** A receiver refuses what is genuine: a certification finds out why. */
  readonly certify: boolean
  /** Whether it is known that the condition does not hold; otherwise it is only not known that it does. */
  readonly decided: boolean
  /** Who sent the requests that show it, the first ones of many. */
  readonly callers: readonly ActorView[]
  /** The requests that show it, the first ones of many. */
  readonly requests: readonly { readonly request_id: string; readonly seq: number }[]
  readonly deliveries: readonly string[]
}

/** More than anybody follows one by one. */
const MOST_NAMED = 5

interface Shown {
  readonly requests?: readonly Pick<Heard, 'request_id' | 'seq' | 'actor'>[] | undefined
  readonly attempts?: readonly AttemptSeen[] | undefined
  readonly rule?: Pick<VerdictView, 'rule' | 'fix'> | undefined
  readonly certify?: boolean | undefined
}

/** A sentence of drills with what shows it. */
export function reason(
  id: DrillSentenceId,
  figures: Sentence['figures'],
  { requests = [], attempts = [], rule, certify = false }: Shown,
): Reason {
  const callers = [...new Set(requests.map(({ actor }) => actor))].slice(0, MOST_NAMED).map(actorView)
  const parts = [
    filled(drillSentence(id, figures), figures),
    ...(callers.length === 0 ? [] : [`Caller: ${callers.map(callerText).join('; ')}`]),
    ...(rule === undefined ? [] : [`${rule.rule}: ${rule.fix}`]),
    ...(certify ? [FINDS_OUT] : []),
  ]
  return {
    // Some of them end a sentence, and some are the beginning of one.
    text: parts.map(part => part.replace(/\.$/, '')).join('. '),
    of: 'drill',
    sentence: { id, figures },
    rule: rule?.rule ?? null,
    certify,
    decided: true,
    callers,
    requests: requests.slice(0, MOST_NAMED).map(({ request_id, seq }) => ({ request_id, seq })),
    deliveries: [...new Set(attempts.map(({ delivery_id }) => delivery_id))].slice(0, MOST_NAMED),
  }
}

/** What a rule has found. */
export function reasonOfFinding({ rule, fix }: Pick<VerdictView, 'rule' | 'fix'>, finding: FindingView): Reason {
  const { message, sentence, evidence, deliveries, actor } = finding
  const who = actor === null ? '' : ` Caller: ${callerText(actor)}.`
  return {
    text: `${rule}: ${message}${who} ${fix}`,
    of: 'verdict',
    sentence,
    rule,
    certify: false,
    decided: true,
    callers: actor === null ? [] : [actor],
    requests: evidence.slice(0, MOST_NAMED).map(({ request_id, seq }) => ({ request_id, seq })),
    deliveries: deliveries.slice(0, MOST_NAMED),
  }
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
