import type { TFunction } from 'i18next'
import type { ExchangeDetailView, TraceStep } from '../../server/control/protocol/journal.ts'
import { saidDurationText } from '../data/time-text.ts'
import { explanationText } from '../i18n/said.ts'

/** Whether a step is a fault that has let the request through, to act on its answer: no check that it has passed. */
export const actsLater = ({ gate, outcome }: TraceStep): boolean => gate === 'fault' && outcome === 'passed'

/** How far a fault has come that acts on an answer: it still does, it did, or the answer never came that far. */
type Acting = 'acts' | 'acted' | 'was_to_act'
type Fate = Pick<ExchangeDetailView, 'unanswered' | 'answered'>

const endsIt = ({ figures }: TraceStep) => figures?.drop === true || figures?.truncate !== undefined

/** Pure. What holds an answer back has done so as soon as its client leaves; what would have ended the answer has not. */
export function actingOf(step: TraceStep, { unanswered, answered }: Fate): Acting {
  if (unanswered === 'now') return 'acts'
  const hasLeft = unanswered === null && answered !== 'gone'
  return hasLeft || !endsIt(step) ? 'acted' : 'was_to_act'
}

/** What a fault does to an answer that it has let come about, in a line. */
export function afterwardsText(t: TFunction, step: TraceStep, fate: Fate): string {
  const acting = actingOf(step, fate)
  const of = { fault_id: String(step.figures?.fault_id) }
  if (!endsIt(step)) return t(acting === 'acts' ? 'trace.fault_delays' : 'trace.fault_delayed', of)
  return t(`trace.fault_${step.figures?.drop === true ? 'drops' : 'truncates'}.${acting}`, of)
}

type Explained = Pick<ExchangeDetailView, 'explanation_parts' | 'fault' | 'held_ms' | 'left_ms'>

/** Whether a fault has held an answer back that then left. */
export const wasHeld = ({ explanation_parts }: Pick<Explained, 'explanation_parts'>): boolean =>
  explanation_parts.some(({ id }) => id === 'held')

/** Why an answer that its client got is what it is; where a fault held it back, for how long. */
export function explainedText(t: TFunction, { explanation_parts, fault, held_ms, left_ms }: Explained): string {
  return explanation_parts
    .map(part =>
      part.id === 'held' && fault !== null && held_ms !== null && left_ms !== null
        ? t('trace.held_for', { fault_id: fault, held: saidDurationText(held_ms / 1_000) })
        : explanationText(t, [part]),
    )
    .join(t('common.between_sentences'))
}
