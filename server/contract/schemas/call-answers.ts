import type { AssumptionValues } from '../assumptions.ts'
import { CALL_STATUSES, CALL_TYPES } from '../calls.ts'
import { PHONE_MASK } from '../constants.ts'
import { count, data, id, page, timestamp, unsetIsNull } from './answer-parts.ts'
import { closedObject, type Schema } from './schema.ts'

/** Answers of the call endpoints (contract/README.md#call, #endpoints-5). */
const MASK = PHONE_MASK.mask.replaceAll('*', '\\*')
const maskedNumber: Schema = {
  type: 'string',
  pattern: `^[0-9]{0,${PHONE_MASK.head}}${MASK}[0-9]{0,${PHONE_MASK.tail}}$`,
  description: 'Masked: the first three digits, ****, the last four digits.',
  example: '090****5678',
}
const fullNumber: Schema = { type: 'string', description: 'The number as it was given.', example: '090-1234-5678' }

const callId: Schema = { type: 'string', description: 'Assigned by the service.', example: 'call_0a1b2c3d4e5f6g7h8i9j' }

export const callStatus: Schema = {
  type: 'string',
  enum: CALL_STATUSES,
  description: 'Status of the call.',
  example: 'connected',
  'x-ringback-assumption': 'calls.statuses',
}

/** The fields of a call in lists and in the payloads of events. */
export function listFields(values: AssumptionValues): Record<string, Schema> {
  return {
    call_id: callId,
    call_type: {
      type: 'string',
      enum: CALL_TYPES,
      description: 'Direction of the call.',
      'x-ringback-assumption': 'calls.types',
    },
    status: callStatus,
    phone_number: maskedNumber,
    staff_id: id('Staff member who places or took the call.'),
    project_id: id('Project of the call.'),
    started_at: {
      ...timestamp(values, 'Start of the call.'),
      'x-ringback-assumption': ['calls.started_at', 'time.precision'],
    },
    ended_at: unsetIsNull(timestamp(values, 'End of the call; null until then.')),
    duration_seconds: unsetIsNull(count('Length of the call in seconds; null until its end.', 42)),
    external_id: unsetIsNull({
      type: 'string',
      description: "The caller's record id given at initiation.",
      example: 'crm-call-7',
    }),
  }
}

const seconds = (description: string, example: number): Schema => ({ type: 'number', minimum: 0, description, example })
const share = (description: string): Schema => ({ type: 'number', minimum: 0, maximum: 1, description, example: 0.46 })

/** What is derived from the audio of a call, once it is ready (assumption `calls.ai_fields`). */
const AI_FIELDS: Record<string, Schema> = {
  transcript: {
    type: 'array',
    description: 'What was said, in order.',
    items: closedObject({
      speaker: { type: 'string', enum: ['staff', 'customer'], description: 'Who speaks.' },
      text: { type: 'string', description: 'What is said.', example: 'Thank you for calling.' },
      start_seconds: seconds('From the start of the talk.', 0),
      end_seconds: seconds('From the start of the talk.', 2.4),
    }),
    'x-ringback-assumption': 'calls.ai_fields',
  },
  summary: {
    type: 'string',
    description: 'Summary of the talk.',
    example: 'The customer asks for an offer.',
    'x-ringback-assumption': 'calls.ai_fields',
  },
  voice_analysis: closedObject(
    {
      talk_ratio: share('Share of the talk in which the staff member speaks.'),
      sentiment: { type: 'string', enum: ['positive', 'neutral', 'negative'], description: 'Mood of the customer.' },
      speech_rate_wpm: count('Words per minute.', 128),
      silence_seconds: seconds('Time in which nobody speaks.', 3.5),
    },
    { description: 'Figures about the voices.', 'x-ringback-assumption': 'calls.ai_fields' },
  ),
}

const metadata: Schema = {
  type: 'object',
  description: 'Free-form object given at initiation; absent when none was.',
  example: { campaign: 'spring' },
  'x-ringback-assumption': 'calls.metadata',
}

export const callPage = (values: AssumptionValues) => page(closedObject(listFields(values), { title: 'Call' }), values)

export function callDetail(values: AssumptionValues): Schema {
  const number = values['calls.detail_phone'] === 'full' ? fullNumber : maskedNumber
  const known = {
    ...listFields(values),
    phone_number: { ...number, 'x-ringback-assumption': 'calls.detail_phone' },
    ...AI_FIELDS,
  } satisfies Record<string, Schema>
  const fields = values['calls.metadata'] === 'detail' ? { ...known, metadata } : known
  return data(closedObject(fields, { title: 'CallDetail', optional: ['metadata', ...Object.keys(AI_FIELDS)] }))
}

export function initiatedCall(values: AssumptionValues): Schema {
  return data(
    closedObject(
      {
        call_id: callId,
        status: { type: 'string', enum: ['initiating'], description: 'The call is about to be placed.' },
        staff_id: id('Staff member who places the call.'),
        initiated_at: timestamp(values, 'When the request was accepted.'),
      },
      { title: 'InitiatedCall' },
    ),
  )
}
