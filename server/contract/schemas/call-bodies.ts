import { EXTERNAL_ID_MAX_LENGTH, PHONE_NUMBER_PATTERN } from '../constants.ts'
import { ID, mayBeNull, requestBody, text } from './schema.ts'

/** Body of an initiation (contract/README.md#endpoints-5). */
export const initiateCallBody = requestBody(
  ['calls.unknown_fields', 'requests.blank_text', 'requests.empty_text', 'requests.null_values'],
  values => ({
    title: 'CallInitiation',
    type: 'object',
    properties: {
      phone_number: {
        type: 'string',
        pattern: PHONE_NUMBER_PATTERN,
        description: '7 to 20 characters of digits, hyphens and plus signs.',
        example: '090-1234-5678',
      },
      staff_id: { ...ID, description: 'Staff member of the tenant who places the call.' },
      project_id: { ...ID, description: 'Project of the tenant.' },
      external_id: mayBeNull(
        text(
          {
            maxLength: EXTERNAL_ID_MAX_LENGTH,
            description: "The caller's own record id: unique in the tenant, returned in webhooks.",
            example: 'crm-call-7',
          },
          values,
        ),
        values,
      ),
      metadata: mayBeNull(
        {
          type: 'object',
          description: 'Free-form object, kept as the JSON text that came: numbers of any size and every escape.',
          'x-ringback-assumption': ['calls.metadata', 'calls.metadata_max_bytes'],
        },
        values,
      ),
    },
    required: ['phone_number', 'staff_id', 'project_id'],
    additionalProperties: values['calls.unknown_fields'] === 'ignore',
    'x-ringback-assumption-of': { additionalProperties: 'calls.unknown_fields' },
  }),
)
