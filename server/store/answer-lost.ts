import { numberOfGate, numberOfOutcome } from './trace-numbers.ts'

/** How a trace begins, as it is packed, in which a fault answered: its step comes first. */
const FAULT_REJECTED = `[[${numberOfGate('fault')},${numberOfOutcome('rejected')},`
/** Whether a fault answered an exchange in place of the service. */
export const ANSWERED_BY_FAULT = `fault_id IS NOT NULL AND substr(trace, 1, ${FAULT_REJECTED.length}) = '${FAULT_REJECTED}'`

/** Whether an answer that a fault holds back has not left, as far as this world knows. */
export const IS_UNANSWERED = `(fault_id IS NOT NULL AND ifnull(answered, '') IN ('held', 'forked'))`

/**
 * Whether a fault kept the answer of an exchange, or a part of it, from its client. The trace step that a fault has left contains its effect.
 * No other step has these names, and in a text that somebody sent the quotes would be escaped.
 */
export const ANSWER_LOST = {
  dropped: `fault_id IS NOT NULL AND instr(trace, '"drop":true') > 0`,
  truncated: `fault_id IS NOT NULL AND instr(trace, '"truncate":') > 0`,
}
