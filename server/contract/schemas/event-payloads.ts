import type { AssumptionValues } from '../assumptions.ts'
import { DELIVERY_HEADERS, DELIVERY_USER_AGENT, type EventKind, SIGNATURE_PREFIX } from '../events.ts'
import { timestamp } from './answer-parts.ts'
import { listFields } from './call-answers.ts'
import { closedObject, type Schema } from './schema.ts'

/** What each kind of event tells, for people. */
export const EVENT_SUMMARIES = {
  'call.completed': 'A call has completed',
  'call.missed': 'A call was missed',
  'webhook.test': 'Somebody asked for a test of the webhook',
} as const satisfies Record<EventKind, string>

const TITLES = {
  'call.completed': 'CallCompletedEvent',
  'call.missed': 'CallMissedEvent',
  'webhook.test': 'WebhookTestEvent',
} as const satisfies Record<EventKind, string>

/** The body of a delivery (contract/README.md#events; assumption `webhooks.payload`). */
export function eventBody(kind: EventKind, values: AssumptionValues): Schema {
  return closedObject(
    {
      event: { type: 'string', enum: [kind], description: 'Kind of event.' },
      event_id: {
        type: 'string',
        description: 'The same for every webhook that gets the event.',
        example: 'evt_0a1b2c3d4e5f6g7h8i9j',
      },
      occurred_at: timestamp(values, 'When it happened.'),
      external_id: {
        type: 'string',
        description: "The caller's record id; absent when the call has none.",
        example: 'crm-call-7',
      },
      data: closedObject(listFields(values), { title: 'Call' }),
    },
    { title: TITLES[kind], optional: ['external_id'], 'x-ringback-assumption': 'webhooks.payload' },
  )
}

export interface DeliveryHeader {
  readonly name: string
  readonly description: string
  readonly schema: Schema
}

/** The headers of a delivery (contract/README.md#delivery, #signature). */
export const deliveryHeaders = (kind: EventKind): readonly DeliveryHeader[] => [
  {
    name: DELIVERY_HEADERS.signature,
    description: 'HMAC-SHA-256 of the raw bytes of the body with the whole secret of the webhook, in lower-case hex.',
    schema: {
      type: 'string',
      pattern: `^${SIGNATURE_PREFIX}[0-9a-f]{64}$`,
      example: SIGNATURE_PREFIX + '0'.repeat(64),
    },
  },
  {
    name: DELIVERY_HEADERS.event,
    description: 'Kind of event.',
    schema: { type: 'string', enum: [kind] },
  },
  {
    name: DELIVERY_HEADERS.delivery,
    description: 'Id of the delivery, the same at every attempt.',
    schema: { type: 'string', example: '0b3f9d1c-6f4e-4f0e-9a1a-2a4f0c7d8e9f' },
  },
  {
    name: DELIVERY_HEADERS.userAgent,
    description: 'The service.',
    schema: { type: 'string', enum: [DELIVERY_USER_AGENT] },
  },
]
