import { type DrillSentenceId, drillSentence } from '../contract/drill-sentences.ts'
import { filled, type Sentence } from '../contract/sentences.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import type { FindingView, VerdictView } from '../verdicts/wire.ts'
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
  /** The requests that show it, the first ones of many. */
  readonly requests: readonly { readonly request_id: string; readonly seq: number }[]
  readonly deliveries: readonly string[]
}

/** More than anybody follows one by one. */
const MOST_NAMED = 5

interface Shown {
  readonly requests?: readonly Pick<Heard, 'request_id' | 'seq'>[] | undefined
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
  const how = rule === undefined ? '' : `. ${rule.rule}: ${rule.fix}`
  return {
    text: `${filled(drillSentence(id, figures), figures)}${how}${certify ? `. ${FINDS_OUT}` : ''}`,
    of: 'drill',
    sentence: { id, figures },
    rule: rule?.rule ?? null,
    certify,
    requests: requests.slice(0, MOST_NAMED).map(({ request_id, seq }) => ({ request_id, seq })),
    deliveries: [...new Set(attempts.map(({ delivery_id }) => delivery_id))].slice(0, MOST_NAMED),
  }
}

/** What a rule has found. */
export function reasonOfFinding({ rule, fix }: Pick<VerdictView, 'rule' | 'fix'>, finding: FindingView): Reason {
  const { message, sentence, evidence, deliveries } = finding
  return {
    text: `${rule}: ${message} ${fix}`,
    of: 'verdict',
    sentence,
    rule,
    certify: false,
    requests: evidence.slice(0, MOST_NAMED).map(({ request_id, seq }) => ({ request_id, seq })),
    deliveries: deliveries.slice(0, MOST_NAMED),
  }
}

/** Why a receiver refuses what is genuine cannot be seen from its answer. */
export const FINDS_OUT = drillSentence('finds_out', {})
