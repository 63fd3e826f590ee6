import { CALL_STATUSES } from '../calls.ts'
import { SUBSCRIBABLE_EVENTS } from '../events.ts'
import { ID, mayBeNull, requestBody, type Schema, text, type Values } from './schema.ts'

/** Bodies of the webhook endpoints (contract/README.md#endpoints-9, #endpoints-9). */
const SHARED = [
  'requests.blank_text',
  'requests.empty_text',
  'requests.null_values',
  'webhooks.filter_max_items',
  'webhooks.http_on_loopback',
  'webhooks.label_max_length',
  'webhooks.unknown_fields',
  'webhooks.url_rules',
] as const
type WebhookValues = Values<(typeof SHARED)[number]>

const PORT = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})'
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
/** A name whose last part is not a number, or an IPv4 or IPv6 address: what every reader of URLs takes for the same host. */
const HOST = `(?:(?:[A-Za-z0-9_-]+\\.)*[A-Za-z][A-Za-z0-9-]*|(?:${OCTET}\\.){3}${OCTET}|\\[[0-9A-Fa-f:]+\\])`
const anyCase = (name: string): string =>
  name.replace('.', '\\.').replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`)
/** Names under this domain are not hosts, except that of the inboxes, where the first segment of the path is the inbox. */
const OWN = `(?:[^/?]*\\.)?${anyCase('ringback.test')}`
const INBOX =
  'inbox\\.ringback\\.test/(?!\\.{1,2}(?:[/?]|$))[A-Za-z0-9._-]{1,64}(?:/[A-Za-z0-9_-][^/?#]*)*(?:[?][^#]*)?'
const urlPattern = (scheme: string): string =>
  `^${scheme}://(?:${INBOX}|(?!${OWN}(?:[:/?]|$))${HOST}(?::${PORT})?(?:[/?][^#]*)?)$`

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
          'x-ringback-assumption': 'webhooks.label_max_length',
        },
        values,
      ),
      values,
    ),
    url: {
      type: 'string',
      format: 'uri',
      pattern: urlPattern(values['webhooks.http_on_loopback'] === 'on' ? 'https?' : 'https'),
      maxLength: values['webhooks.url_rules'],
      description:
        'HTTPS address that receives the deliveries by POST, without user name and fragment. Below ringback.test only inboxes can be named.',
      example: 'https://crm.example.com/hooks/calls',
      'x-ringback-assumption': 'webhooks.url_rules',
    },
    events: {
      type: 'array',
      items: { type: 'string', enum: SUBSCRIBABLE_EVENTS },
      minItems: 1,
      maxItems: SUBSCRIBABLE_EVENTS.length,
      uniqueItems: true,
      description: 'Kinds of event to deliver.',
      example: [...SUBSCRIBABLE_EVENTS],
      'x-ringback-assumption': ['webhooks.event_kinds', 'webhooks.event_list'],
    },
    filters: mayBeNull(
      {
        type: 'object',
        description: 'Narrows the deliveries; every given filter has to match.',
        properties: {
          project_ids: { type: 'array', items: ID, maxItems, 'x-ringback-assumption': 'webhooks.filter_max_items' },
          call_status: {
            type: 'array',
            items: { type: 'string', enum: CALL_STATUSES },
            maxItems,
            example: ['missed_call', 'no_answer'],
            'x-ringback-assumption': ['calls.statuses', 'webhooks.filter_max_items'],
          },
        },
        additionalProperties: open,
        'x-ringback-assumption-of': { additionalProperties: 'webhooks.unknown_fields' },
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
      is_enabled: { ...enabled, default: true, 'x-ringback-assumption-of': { default: 'webhooks.enabled_at_first' } },
    },
    required: ['url', 'events'],
    additionalProperties: values['webhooks.unknown_fields'] === 'ignore',
    'x-ringback-assumption-of': { additionalProperties: 'webhooks.unknown_fields' },
  }
})

export const updateWebhookBody = requestBody(SHARED, values => ({
  title: 'WebhookChange',
  type: 'object',
  properties: fields(values),
  additionalProperties: values['webhooks.unknown_fields'] === 'ignore',
  'x-ringback-assumption-of': { additionalProperties: 'webhooks.unknown_fields' },
}))
