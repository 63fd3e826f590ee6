import type { AssumptionValues } from '../../contract/assumptions.ts'
import type {
  CreateCustomer,
  RequestBodies,
  UpdateCustomer,
  UpdateWebhook,
  WebhookFilters,
  WebhookInput,
} from '../../contract/requests.ts'
import type { BodyEndpoint } from '../../contract/schemas/requests.ts'

/**
 * A body that `validateBody` accepted, in the form that the rest of the emulator works with: only fields that the contract knows, null for
 * unset ones (absent in an update), the phonetic reading as `phonetic`.
 */
export function readBody<Endpoint extends BodyEndpoint>(
  endpoint: Endpoint,
  value: unknown,
  values: AssumptionValues,
  /** The text of the field that is kept exactly as it came. */
  verbatim?: string,
): RequestBodies[Endpoint] {
  const read: Reader<Endpoint> = READERS[endpoint]
  return read(value as Fields, values, verbatim)
}

export function readCustomer(value: unknown, values: AssumptionValues): CreateCustomer {
  return READERS.createCustomer(value as Fields, values)
}

type Fields = Readonly<Record<string, unknown>>

/** The validator has checked its type. */
function field<Value>(fields: Fields, name: string): Value | undefined {
  return Object.hasOwn(fields, name) ? (fields[name] as Value) : undefined
}
const orNull = <Value>(fields: Fields, name: string) => field<Value>(fields, name) ?? null

type Reader<Endpoint extends BodyEndpoint> = (
  value: Fields,
  values: AssumptionValues,
  verbatim?: string,
) => RequestBodies[Endpoint]

const READERS: { readonly [Endpoint in BodyEndpoint]: Reader<Endpoint> } = {
  createCustomer: (fields, values) => ({
    ...given<Pick<CreateCustomer, 'project_id'>>({ project_id: field<number>(fields, 'project_id') }),
    external_id: orNull<string>(fields, 'external_id'),
    name: orNull<string>(fields, 'name'),
    tel1: orNull<string>(fields, 'tel1'),
    phonetic: orNull<string>(fields, values['customers.phonetic_key']),
  }),
  createCustomersInBulk: (fields, values) => ({
    customers: (field<unknown[]>(fields, 'customers') ?? []).map(customer => readCustomer(customer, values)),
  }),
  updateCustomer: (fields, values) =>
    given<UpdateCustomer>({
      external_id: field<string | null>(fields, 'external_id'),
      name: field<string | null>(fields, 'name'),
      tel1: field<string | null>(fields, 'tel1'),
      phonetic: field<string | null>(fields, values['customers.phonetic_key']),
    }),
  initiateCall: (fields, _, verbatim) => ({
    phone_number: field<string>(fields, 'phone_number') as string,
    staff_id: field<number>(fields, 'staff_id') as number,
    project_id: field<number>(fields, 'project_id') as number,
    external_id: orNull<string>(fields, 'external_id'),
    metadata: field<object | null>(fields, 'metadata') == null ? undefined : verbatim,
  }),
  createWebhook: (fields, values) => ({
    label: orNull<string>(fields, 'label'),
    url: field<string>(fields, 'url') as string,
    events: field<WebhookInput['events']>(fields, 'events') as WebhookInput['events'],
    filters: readFilters(fields) ?? null,
    is_enabled: field<boolean>(fields, 'is_enabled') ?? values['webhooks.enabled_at_first'],
  }),
  updateWebhook: fields =>
    given<UpdateWebhook>({
      label: field<string | null>(fields, 'label'),
      url: field<string>(fields, 'url'),
      events: field<WebhookInput['events']>(fields, 'events'),
      filters: readFilters(fields),
      is_enabled: field<boolean>(fields, 'is_enabled'),
    }),
}

function readFilters(fields: Fields): WebhookFilters | null | undefined {
  const filters = field<Fields | null>(fields, 'filters')
  if (!filters) return filters
  return given<WebhookFilters>({
    project_ids: field<number[]>(filters, 'project_ids'),
    call_status: field<WebhookFilters['call_status'] & object>(filters, 'call_status'),
  })
}

/** Only the fields that were given. */
function given<Fields extends object>(fields: { [Name in keyof Fields]: Fields[Name] | undefined }): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
