import { AssertionError } from 'node:assert'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { ASSUMPTION_DEFAULTS, type AssumptionValues } from '../../server/contract/assumptions.ts'
import { API_PREFIX, PAGE_SIZE } from '../../server/contract/constants.ts'
import { ENDPOINTS, type Endpoint } from '../../server/contract/endpoints.ts'
import { ERROR_NAMES, type ErrorName } from '../../server/contract/errors.ts'
import { HEADERS } from '../../server/contract/headers.ts'
import { openApiDocument } from '../../server/contract/openapi.ts'
import { ANSWER_HEADERS, type AnswerHeaderName, requiredHeaders } from '../../server/contract/schemas/answer-headers.ts'
import { errorAnswer, errorBody } from '../../server/contract/schemas/errors.ts'
import { Recent } from '../../server/verdicts/recent.ts'

/** A response of the emulated API as a test received it. */
export interface ReceivedResponse {
  method: string
  /** As sent, with or without the API prefix and a query. */
  path: string
  status: number
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes or text of the body, or what its JSON stood for; `undefined`, `null` and no bytes are no body. */
  body: unknown
  /** The assumptions of the world that answered; their defaults when left out. */
  values?: AssumptionValues
}

/** Statuses that HTTP's parser answers with, whatever the endpoint. */
const PARSER_STATUSES = [400, 408, 413, 417, 431]
const PARSER_ERRORS: readonly (ErrorName | undefined)[] = ['malformed_request', 'payload_too_large']
/** Errors of a path or method that the contract does not have. */
const UNROUTED: readonly (ErrorName | undefined)[] = [
  'not_found',
  'method_not_allowed',
  'malformed_request',
  'unauthorized',
  'license_required',
  'rate_limit_exceeded',
  'quota_exceeded',
  'server_error',
  'service_unavailable',
]
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i

/**
 * Checks a response against the OpenAPI document of the contract: its status is one that the operation documents, its body is valid,
 * its content type is JSON, its headers are there and well-formed, and what headers and body say twice agrees.
 *
 * @throws AssertionError that lists everything that is wrong
 */
export function assertValidResponse(response: ReceivedResponse): void {
  const problems = problemsOf(response)
  if (problems.length === 0) return
  const { method, path, status } = response
  const lines = problems.map(problem => `  - ${problem}`).join('\n')
  const message = `${method} ${path} answered ${status} against its contract:\n${lines}\n  body: ${excerpt(response.body)}`
  throw new AssertionError({ message, stackStartFn: assertValidResponse })
}

function problemsOf(response: ReceivedResponse): string[] {
  const contract = contractOf(response.values ?? ASSUMPTION_DEFAULTS)
  const { status, headers } = response
  const method = response.method.toUpperCase()
  const endpoint = endpointOf(method === 'HEAD' ? 'GET' : method, response.path)
  const body = method === 'HEAD' ? undefined : parsed(response.body)
  if (body instanceof Error) return [`its body is not JSON: ${body.message}`]
  const header = (name: string) => headerOf(headers, name)
  const error = errorName(status, body, contract)
  const problems = headerProblems(requiredHeaders(error, contract.values), header, contract)
  if (body === undefined) {
    if (header('Content-Type') && method !== 'HEAD') problems.push('it has a Content-Type without a body')
  } else if (!JSON_TYPE.test(header('Content-Type') ?? '')) {
    problems.push(`its Content-Type is ${header('Content-Type')}, not application/json`)
  }
  const validator = validatorFor({ endpoint, method, status, error }, contract)
  if (typeof validator === 'string') problems.push(validator)
  else if (body === undefined) {
    if (validator && method !== 'HEAD') problems.push('it has no body')
  } else if (!validator) problems.push('it has a body where none is documented')
  else if (!validator(body)) problems.push(...(validator.errors ?? []).map(sentence))
  if (problems.length > 0 || body === undefined) return problems
  const wholeList = endpoint?.id === 'listWebhooks' && contract.values['webhooks.list_paging'] === 'one_page'
  const pageSize = wholeList ? Number.POSITIVE_INFINITY : PAGE_SIZE
  return [
    ...retryProblems(body, header),
    ...pageProblems(body, { pageSize, pagesOfNone: contract.values['paging.empty_last_page'] }),
  ]
}

type Document = ReturnType<typeof openApiDocument>

/** What was compiled of a document. */
interface Compiled {
  readonly ajv: Ajv
  readonly kept: Map<string, ValidateFunction>
}

interface Contract extends Compiled {
  readonly values: AssumptionValues
  readonly document: Document
}

const contracts = new WeakMap<AssumptionValues, Contract>()
/** Most worlds of a run have the same values, and most values leave the document as it is: to compile it takes longer than to ask. */
const MOST_KEPT = 16
const ofEqualValues = new Recent<string, Contract>(MOST_KEPT)
const ofEqualDocuments = new Recent<string, Compiled>(MOST_KEPT)

function contractOf(values: AssumptionValues): Contract {
  const known = contracts.get(values)
  if (known) return known
  const contract = ofEqualValues.of(JSON.stringify(values), () => {
    const document = openApiDocument(values)
    return { values, document, ...ofEqualDocuments.of(JSON.stringify(document), () => compilerOf(document)) }
  })
  contracts.set(values, contract)
  return contract
}

function compilerOf(document: Document): Compiled {
  // The document is no schema itself; strict mode would stumble over its other parts.
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi.json')
  return { ajv, kept: new Map() }
}

function endpointOf(method: string, sent: string): Endpoint | undefined {
  const path = sent.replace(/[?#].*$/s, '')
  const steps = (path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length) : path).split('/')
  const fits = (template: string) => {
    const parts = template.split('/')
    return parts.length === steps.length && parts.every((part, index) => part.startsWith('{') || part === steps[index])
  }
  const candidates: Endpoint[] = ENDPOINTS.filter(row => fits(row.path))
  const plain = candidates.filter(row => !row.path.includes('{'))
  // A path that is written out wins over one with a parameter, whatever the method: GET /customers/bulk is no customer.
  return (plain.length > 0 ? plain : candidates).find(row => row.method === method)
}

interface Situation {
  endpoint: Endpoint | undefined
  method: string
  status: number
  error: ErrorName | undefined
}

/** The validator of the body, `undefined` where there is none to be, or a sentence when the response should not be at all. */
function validatorFor({ endpoint, method, status, error }: Situation, contract: Contract) {
  const { document } = contract
  const operation = endpoint && document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
  const responses = (operation?.responses ?? {}) as Record<string, { $ref?: string; content?: object }>
  const response = responses[status]
  if (endpoint && response) {
    const own = `#/paths/${pointer(endpoint.path)}/${endpoint.method.toLowerCase()}/responses/${status}`
    const at = response.$ref ?? own
    const title = response.$ref?.split('/').at(-1)
    const target = title === undefined ? response : (document.components.responses?.[title] as { content?: object })
    return target.content ? compiled(`${at}/content/application~1json/schema`, contract) : undefined
  }
  if (!endpoint && method === 'OPTIONS' && status === 204) return undefined
  const refusedByParser = PARSER_ERRORS.includes(error) && PARSER_STATUSES.includes(status)
  const unrouted =
    !endpoint && UNROUTED.includes(error) && status === (error && errorAnswer(error, contract.values).status)
  if (error && (refusedByParser || unrouted)) return errorValidator(error, contract)
  const documented = Object.keys(responses).join(', ')
  return endpoint
    ? `the status is none of those that ${endpoint.id} documents: ${documented}`
    : 'no operation has this method and path, and the answer is not one for that case'
}

const pointer = (path: string) => encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'))

function compiled(ref: string, { ajv, kept }: Contract): ValidateFunction {
  const validate = kept.get(ref) ?? ajv.compile({ $ref: `openapi.json${ref}` })
  kept.set(ref, validate)
  return validate
}

function errorValidator(error: ErrorName, { ajv, kept, values }: Contract): ValidateFunction {
  const schema = errorBody(error, values)
  const key = JSON.stringify(schema)
  const validate = kept.get(key) ?? ajv.compile(schema)
  kept.set(key, validate)
  return validate
}

/** Which error of the contract a body is, by its code. */
function errorName(status: number, body: unknown, { values }: Contract): ErrorName | undefined {
  const code = (body as { error?: { code?: unknown } } | undefined)?.error?.code
  const named = ERROR_NAMES.filter(name => errorAnswer(name, values).code === code)
  return named.find(name => errorAnswer(name, values).status === status) ?? named[0]
}

type HeaderOf = (name: string) => string | undefined

function headerOf(headers: ReceivedResponse['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  return typeof found === 'string' || found === undefined ? found : found.join(', ')
}

function headerProblems(names: readonly AnswerHeaderName[], header: HeaderOf, { ajv, kept }: Contract): string[] {
  return names.flatMap(name => {
    const text = header(name)
    if (text === undefined) return [`the header ${name} is missing`]
    const { schema } = ANSWER_HEADERS[name]
    const value = schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text
    const validate = kept.get(`header ${name}`) ?? ajv.compile(schema)
    kept.set(`header ${name}`, validate)
    return validate(value) ? [] : [`the header ${name} is ${text}: ${validate.errors?.[0]?.message}`]
  })
}

/** Both 429 errors say how long to wait in header and body; quota_exceeded says its figures twice as well (contract/README.md#errors). */
function retryProblems(body: unknown, header: HeaderOf): string[] {
  const details = (body as { error?: { details?: Record<string, unknown> | null } }).error?.details
  if (!details || !('retry_after' in details)) return []
  const pairs = [
    [HEADERS.retryAfter, details.retry_after],
    [HEADERS.rateType, details.type],
    [HEADERS.quotaLimit, details.quota],
    [HEADERS.quotaUsed, details.used],
  ] as const
  return pairs
    .filter(([name, value]) => value !== undefined && header(name) !== String(value))
    .map(([name, value]) => `the header ${name} is ${header(name)} where the details say ${value}`)
}

/** The figures of a list agree with each other (contract/README.md#envelope). */
function pageProblems(body: unknown, { pageSize, pagesOfNone }: { pageSize: number; pagesOfNone: number }): string[] {
  const { data, pagination } = body as { data?: unknown; pagination?: Record<string, number> }
  if (!pagination || !Array.isArray(data)) return []
  const { total = 0, current_page: page = 1, last_page: last } = pagination
  const problems: string[] = []
  const pages = total === 0 ? pagesOfNone : Math.max(1, Math.ceil(total / pageSize))
  if (last !== pages) problems.push(`last_page is ${last} where ${total} items make ${pages}`)
  const before = page === 1 ? 0 : (page - 1) * pageSize
  const items = Math.min(pageSize, Math.max(0, total - before))
  if (data.length !== items) problems.push(`page ${page} of ${total} items has ${data.length} of them, not ${items}`)
  return problems
}

/** What the body stands for; an error when it is no JSON in UTF-8. */
function parsed(body: unknown): unknown {
  try {
    const text = body instanceof Uint8Array ? new TextDecoder('utf-8', { fatal: true }).decode(body) : body
    if (text === undefined || text === null || text === '') return undefined
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch (error) {
    return error
  }
}

function sentence({ instancePath, message, params, data }: ErrorObject): string {
  const more = JSON.stringify(params)
  return `${instancePath || 'the body'} ${message} ${more === '{}' ? '' : more}, got ${excerpt(data)}`
}

function excerpt(value: unknown): string {
  const bytes = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value
  const text = typeof bytes === 'string' ? bytes : (JSON.stringify(bytes) ?? 'none')
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
