import { CALL_STATUSES } from '../calls.ts'
import { SUBSCRIBABLE_EVENTS } from '../events.ts'
import { ID, mayBeNull, requestBody, type Schema, text, type Values } from './schema.ts'

/** Bodies of the webhook endpoints (spec: POST /webhooks, PUT /webhooks/{webhookId}). */
const SHARED = [
  'requests.empty_text',
  'requests.null_values',
  'webhooks.filter_max_items',
  'webhooks.http_on_loopback',
  'webhooks.label_max_length',
  'webhooks.unknown_fields',
  'webhooks.url_rules',
] as const
type WebhookValues = Values<(typeof SHARED)[number]>

function fields(values: WebhookValues): Record<string, Schema> {
  const open = values['webhooks.unknown_fields'] === 'ignore'
  const maxItems = values['webhooks.filter_max_items']
  return {
    label: mayBeNull(
      text(
        {
          maxLength: values['webhooks.label_max_length'],
          description: 'Name for people.',
          example: 'CRM production',
          'x-assumption': 'webhooks.label_max_length',
        },
        values,
      ),
      values,
    ),
    url: {
      type: 'string',
      format: 'uri',
      pattern: values['webhooks.http_on_loopback'] === 'on' ? '^https?://' : '^https://',
      maxLength: values['webhooks.url_rules'],
      description: 'HTTPS address that receives the deliveries by POST.',
      example: 'https://crm.example.com/hooks/calls',
      'x-assumption': 'webhooks.url_rules',
    },
    events: {
      type: 'array',
      items: { type: 'string', enum: SUBSCRIBABLE_EVENTS },
      minItems: 1,
      maxItems: SUBSCRIBABLE_EVENTS.length,
      uniqueItems: true,
      description: 'Kinds of event to deliver.',
      example: [...SUBSCRIBABLE_EVENTS],
      'x-assumption': ['webhooks.event_kinds', 'webhooks.event_list'],
    },
    filters: mayBeNull(
      {
        type: 'object',
        description: 'Narrows the deliveries; every given filter has to match.',
        properties: {
          project_ids: { type: 'array', items: ID, maxItems, 'x-assumption': 'webhooks.filter_max_items' },
          call_status: {
            type: 'array',
            items: { type: 'string', enum: CALL_STATUSES },
            maxItems,
            example: ['missed_call', 'no_answer'],
            'x-assumption': ['calls.statuses', 'webhooks.filter_max_items'],
          },
        },
        additionalProperties: open,
        'x-assumption-of': { additionalProperties: 'webhooks.unknown_fields' },
      },
      values,
    ),
    is_enabled: { type: 'boolean', description: 'Whether deliveries are active.' },
  }
}

export const createWebhookBody = requestBody(SHARED, values => {
  const { is_enabled: enabled, ...others } = fields(values)
  return {
    title: 'NewWebhook',
    type: 'object',
    properties: {
      ...others,
      is_enabled: { ...enabled, default: true, 'x-assumption-of': { default: 'webhooks.enabled_at_first' } },
    },
    required: ['url', 'events'],
    additionalProperties: values['webhooks.unknown_fields'] === 'ignore',
    'x-assumption-of': { additionalProperties: 'webhooks.unknown_fields' },
  }
})

export const updateWebhookBody = requestBody(SHARED, values => ({
  title: 'WebhookChange',
  type: 'object',
  properties: fields(values),
  additionalProperties: values['webhooks.unknown_fields'] === 'ignore',
  'x-assumption-of': { additionalProperties: 'webhooks.unknown_fields' },
}))
