import type { AssumptionValues } from '../assumptions.ts'
import { CALL_STATUSES } from '../calls.ts'
import { WEBHOOK_SECRET_PREFIX } from '../constants.ts'
import { SUBSCRIBABLE_EVENTS } from '../events.ts'
import { count, data, id, page, timestamp, unsetIsNull } from './answer-parts.ts'
import { closedObject, type Schema } from './schema.ts'

/** Answers of the webhook endpoints (contract/README.md#webhook). */
function fields(values: AssumptionValues): Record<string, Schema> {
  return {
    webhook_id: { ...id('Assigned by the service.'), 'x-ringback-assumption': 'webhooks.fields' },
    label: unsetIsNull({ type: 'string', description: 'Name for people.', example: 'CRM production' }),
    url: {
      type: 'string',
      format: 'uri',
      description: 'Address that receives the deliveries.',
      example: 'https://crm.example.com/hooks/calls',
    },
    events: {
      type: 'array',
      items: { type: 'string', enum: SUBSCRIBABLE_EVENTS },
      description: 'Subscribed kinds of event.',
      example: [...SUBSCRIBABLE_EVENTS],
      'x-ringback-assumption': 'webhooks.event_kinds',
    },
    filters: unsetIsNull(
      closedObject(
        {
          project_ids: { type: 'array', items: id('A project.'), description: 'Projects whose calls are delivered.' },
          call_status: {
            type: 'array',
            items: { type: 'string', enum: CALL_STATUSES, example: 'no_answer' },
            description: 'Statuses of the calls that are delivered.',
            'x-ringback-assumption': 'calls.statuses',
          },
        },
        { description: 'Narrows the deliveries.', optional: ['project_ids', 'call_status'] },
      ),
    ),
    is_enabled: { type: 'boolean', description: 'Whether deliveries are active.', example: true },
    created_at: {
      ...timestamp(values, 'When it was registered.'),
      'x-ringback-assumption': ['webhooks.fields', 'time.precision'],
    },
    updated_at: {
      ...timestamp(values, 'When it was registered or last updated.'),
      'x-ringback-assumption': ['webhooks.fields', 'time.precision'],
    },
  }
}

const secret: Schema = {
  type: 'string',
  pattern: `^${WEBHOOK_SECRET_PREFIX}.+$`,
  description: 'Signing key, prefix included. Shown in this answer only.',
  example: `${WEBHOOK_SECRET_PREFIX}0a1b2c3d4e5f6g7h8i9j`,
}

export function registeredWebhook(values: AssumptionValues): Schema {
  return data(closedObject({ ...fields(values), secret }, { title: 'RegisteredWebhook' }))
}
const webhook = (values: AssumptionValues) => closedObject(fields(values), { title: 'Webhook' })
export const oneWebhook = (values: AssumptionValues) => data(webhook(values))
export const webhookPage = (values: AssumptionValues) =>
  page(
    webhook(values),
    values,
    values['webhooks.list_paging'] === 'pages' ? undefined : { all: 'webhooks.list_paging' },
  )

export const testResult: Schema = data(
  closedObject(
    {
      delivery_id: {
        type: 'string',
        format: 'uuid',
        description: 'Value of X-Service-Delivery.',
        example: '6f1c0a52-3c7e-4b57-9d0e-0d4a3a1c2b10',
      },
      event_id: { type: 'string', description: 'Id of the event.', example: 'evt_0a1b2c3d4e5f6g7h8i9j' },
      success: { type: 'boolean', description: 'Whether the receiver accepted the sample.', example: true },
      status_code: {
        type: ['integer', 'null'],
        minimum: 100,
        maximum: 999,
        description: 'Status that the receiver answered with; null without an answer.',
        example: 200,
      },
      duration_ms: count('How long the receiver took, in milliseconds.', 38),
      error: {
        type: ['string', 'null'],
        description: 'Why there was no success; null otherwise.',
        example: null,
      },
    },
    { title: 'WebhookTest', 'x-ringback-assumption': 'webhooks.test_response' },
  ),
)
