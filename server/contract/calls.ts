/** Directions, statuses and transitions of a call (contract/README.md#call-4; assumptions `calls.statuses`, `calls.types`). */

export const CALL_TYPES = ['outbound', 'inbound'] as const
export type CallType = (typeof CALL_TYPES)[number]

export const CALL_STATUSES = [
  'initiating',
  'ringing',
  'connected',
  'missed_call',
  'no_answer',
  'busy',
  'failed',
] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

/** A step of a call: reach a status, or end a connected call. */
export const CALL_STEPS = ['ringing', 'connected', 'ended', 'missed_call', 'no_answer', 'busy', 'failed'] as const
export type CallStep = (typeof CALL_STEPS)[number]

/** The steps that end a call; after one of them nothing more happens to it. */
export const FINAL_STEPS = ['ended', 'missed_call', 'no_answer', 'busy', 'failed'] as const satisfies CallStep[]

/** Statuses in which a call has its final outcome once it has ended. `connected` is also the status while both sides talk. */
const FINAL_STATUSES = ['connected', 'missed_call', 'no_answer', 'busy', 'failed'] as const satisfies CallStatus[]
export type FinalStatus = (typeof FINAL_STATUSES)[number]

/** Which steps are possible from a status, for a call that has not ended. */
export const NEXT_STEPS = {
  initiating: ['ringing', 'connected', 'missed_call', 'no_answer', 'busy', 'failed'],
  ringing: ['connected', 'missed_call', 'no_answer', 'busy', 'failed'],
  connected: ['ended'],
  missed_call: [],
  no_answer: [],
  busy: [],
  failed: [],
} as const satisfies Record<CallStatus, readonly CallStep[]>
