import type { AssumptionValues } from '../../contract/assumptions.ts'
import { fieldProblem } from '../../contract/field-problems.ts'
import { PHONETIC_KEYS } from '../../contract/schemas/customer-bodies.ts'
import type { BodyEndpoint } from '../../contract/schemas/requests.ts'
import type { Schema } from '../../contract/schemas/schema.ts'
import { hostKind } from '../webhooks/address.ts'
import { checkWebhookUrl, isPrivateHost } from '../webhooks/webhook-url.ts'
import { fieldPath, messageOf } from './messages.ts'
import { isObject, type Note, noteBody } from './note-body.ts'
import { type Problem, Problems } from './problem.ts'
import { bodyValidator } from './validators.ts'

interface BodyCheck {
  endpoint: BodyEndpoint
  /** The parsed JSON; `undefined` when the request had no body. */
  value: unknown
  /** The text of the field that is kept exactly as it came. */
  verbatim?: string | undefined
  values: AssumptionValues
  /** Called with each assumption that mattered, perhaps more than once. */
  note: Note
}

/**
 * Checks a body against the contract: fields, types, formats, lengths. It does not check whether staff, projects and ids exist. When
 * `customers.bulk_atomic` is `partial`, the elements of a bulk are left to `bulkProblems`. Await `loadValidator()` first.
 */
export function validateBody({ endpoint, value, verbatim, values, note }: BodyCheck): Problem | undefined {
  const problems = new Problems()
  if (!isObject(value)) {
    problems.add('body', fieldProblem(value === undefined ? 'no_body' : 'no_object'))
    return problems.result()
  }
  const { schema, validate } = bodyValidator(endpoint, values)
  if (!addOversized(schema, value, problems)) {
    for (const error of validate(value)) problems.add(fieldPath(error), messageOf(error))
  }
  // The elements of a bulk are noted one by one.
  if (endpoint !== 'createCustomersInBulk') noteBody(schema, value, note)
  EXTRA_RULES[endpoint]?.({ value, verbatim, values, note, problems })
  return problems.result()
}

/** The problems of each element of a bulk, by index, after `validateBody` has accepted the bulk. */
export function bulkProblems({
  customers,
  values,
  note,
}: {
  customers: readonly unknown[]
  values: AssumptionValues
  note: Note
}): (Problem | undefined)[] {
  const found = customers.map(value => validateBody({ endpoint: 'createCustomer', value, values, note }))
  if (found.some(problem => problem !== undefined)) note('customers.bulk_atomic')
  return found
}

interface Extra {
  value: Readonly<Record<string, unknown>>
  verbatim?: string | undefined
  values: AssumptionValues
  note: Note
  problems: Problems
}

/** Rules that a schema cannot express, or not with one clear message. */
const EXTRA_RULES: { readonly [Endpoint in BodyEndpoint]?: (extra: Extra) => void } = {
  createCustomer: checkPhoneticKey,
  updateCustomer: checkPhoneticKey,
  createCustomersInBulk: checkElements,
  initiateCall: checkMetadata,
  createWebhook: checkUrl,
  updateWebhook: checkUrl,
}

function checkPhoneticKey({ value, values, note, problems }: Extra): void {
  const live = values['customers.phonetic_key']
  for (const key of PHONETIC_KEYS) {
    if (key === live || !Object.hasOwn(value, key)) continue
    note('customers.phonetic_key')
    if (values['customers.unknown_fields'] === 'ignore') continue
    problems.add(key, fieldProblem('phonetic_key', { name: live, key }))
  }
}

function checkElements({ value, values, note, problems }: Extra): void {
  const { customers } = value
  if (!Array.isArray(customers) || problems.has('customers')) return
  const found = bulkProblems({ customers, values, note })
  if (values['customers.bulk_atomic'] === 'partial') return
  found.forEach((problem, index) => {
    if (!problem) return
    if (isObject(customers[index])) problems.addAll(`customers.${index}`, problem)
    else problems.add(`customers.${index}`, fieldProblem('no_object'))
  })
}

function checkMetadata({ verbatim = '', values, problems }: Extra): void {
  const [bytes, most] = [Buffer.byteLength(verbatim), values['calls.metadata_max_bytes']]
  if (bytes > most) problems.add('metadata', fieldProblem('metadata', { most, length: bytes }))
}

function checkUrl({ value, values, note, problems }: Extra): void {
  const { url } = value
  if (typeof url !== 'string') return
  if (isHttpOnLoopback(url)) note('webhooks.http_on_loopback')
  if (url.startsWith('https://') && URL.canParse(url) && isPrivateHost(new URL(url).hostname))
    note('webhooks.private_urls')
  const message = checkWebhookUrl(url, {
    maxLength: values['webhooks.url_rules'],
    privateHosts: values['webhooks.private_urls'] === 'accept',
    httpOnLoopback: values['webhooks.http_on_loopback'] === 'on',
  })
  if (message) problems.add('url', message)
}

/** Whether it is the concession `webhooks.http_on_loopback` that decides. */
function isHttpOnLoopback(url: string): boolean {
  return url.startsWith('http://') && URL.canParse(url) && hostKind(new URL(url).hostname) === 'loopback'
}

/** Unknown fields beyond this number are counted, not named. */
const MAX_NAMED_UNKNOWN = 100

/** Reports that there is far too much of something before its parts are checked: thousands of messages would help nobody and take time. */
function addOversized(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  problems: Problems,
  prefix = '',
): boolean {
  const properties = schema.properties ?? {}
  let found = false
  if (schema.additionalProperties === false) {
    const unknown = Object.keys(value).filter(name => !Object.hasOwn(properties, name)).length
    if (unknown > MAX_NAMED_UNKNOWN) {
      problems.add(prefix.slice(0, -1) || 'body', fieldProblem('all_unknown', { number: unknown }))
      found = true
    }
  }
  for (const [name, property] of Object.entries(properties)) {
    const part = Object.hasOwn(value, name) ? value[name] : undefined
    const path = `${prefix}${name}`
    if (Array.isArray(part) && property.maxItems !== undefined && part.length > property.maxItems) {
      problems.add(path, fieldProblem('many', { count: property.maxItems, length: part.length }))
      found = true
    } else if (isObject(part) && property.properties && addOversized(property, part, problems, `${path}.`)) found = true
  }
  return found
}
