import { describe, expect, test } from 'vitest'
import { ASSUMPTION_DEFAULTS, type AssumptionValues } from '../../server/contract/assumptions.ts'
import { ENDPOINTS } from '../../server/contract/endpoints.ts'
import type { ErrorName } from '../../server/contract/errors.ts'
import { exampleOf } from '../../server/contract/openapi-schema.ts'
import { ANSWER_HEADERS, requiredHeaders } from '../../server/contract/schemas/answer-headers.ts'
import { ANSWERS, type Answer } from '../../server/contract/schemas/answers.ts'
import { errorAnswer, errorBody, errorsOf } from '../../server/contract/schemas/errors.ts'
import { assertValidResponse, type ReceivedResponse } from '../support/validate-response.ts'

const values: AssumptionValues = ASSUMPTION_DEFAULTS

function headersOf(error?: ErrorName): Record<string, string> {
  const pairs = requiredHeaders(error, values).map(name => [name, String(exampleOf(ANSWER_HEADERS[name].schema))])
  return Object.fromEntries(pairs)
}

/** The answers that the contract documents, each as a response. */
const success = ENDPOINTS.map(({ id, method, path, success: status }): [string, ReceivedResponse] => {
  const { schema }: Answer = ANSWERS[id]
  const body = schema ? JSON.stringify(exampleOf(schema(values))) : undefined
  const headers =
    body === undefined ? headersOf() : { ...headersOf(), 'Content-Type': 'application/json; charset=utf-8' }
  return [`${id} ${status}`, { method, path: `/api/v1${path.replace(/\{\w+\}/, '1')}`, status, headers, body }]
})
const failures = ENDPOINTS.flatMap(endpoint =>
  errorsOf(endpoint, values).map((name): [string, ReceivedResponse] => {
    const { method, path } = endpoint
    const body = exampleOf(errorBody(name, values)) as { error: { details: Record<string, unknown> | null } }
    const { retry_after: wait, quota, used } = body.error.details ?? {}
    const headers: Record<string, string> = { ...headersOf(name), 'content-type': 'application/json' }
    if (wait !== undefined) headers['Retry-After'] = String(wait)
    if (quota !== undefined) Object.assign(headers, { 'X-Quota-Limit': String(quota), 'X-Quota-Used': String(used) })
    const { status } = errorAnswer(name, values)
    return [`${endpoint.id} ${status} ${name}`, { method, path: path.replace(/\{\w+\}/, '1'), status, headers, body }]
  }),
)
const documented = [...success, ...failures]

const reject = (response: ReceivedResponse) => expect(() => assertValidResponse(response))
const found = (title: string) => structuredClone(documented.find(([known]) => known === title)?.[1]) as ReceivedResponse
const bodyOf = <Body = { data: Record<string, unknown> }>(response: ReceivedResponse) =>
  (typeof response.body === 'string' ? JSON.parse(response.body) : response.body) as Body

describe('the check of responses', () => {
  test.each(documented)('accepts the documented answer %s', (_, response) => {
    assertValidResponse(response)
    const { body } = response
    if (typeof body === 'string') assertValidResponse({ ...response, body: Buffer.from(body) })
  })

  test.each(documented)('refuses %s without one of its headers (without E1)', (_, response) => {
    for (const name of Object.keys(response.headers)) {
      const { [name]: _gone, ...headers } = response.headers as Record<string, string>
      reject({ ...response, headers }).toThrow(name.toLowerCase() === 'content-type' ? 'Content-Type' : name)
    }
  })

  test.each(documented)('refuses %s with a field too many, a field too few, or no body (without E1)', (_, response) => {
    if (response.body === undefined)
      return reject({ ...response, body: { data: {} } }).toThrow('where none is documented')
    reject({ ...response, body: undefined }).toThrow('has no body')
    const body = bodyOf<Record<string, Record<string, unknown>>>(response)
    reject({ ...response, body: { ...body, more: 1 } }).toThrow('additional')
    const [outer = ''] = Object.keys(body)
    const inner = body[outer] ?? {}
    if (Array.isArray(inner))
      return reject({ ...response, body: { ...body, [outer]: [{ ...inner[0], more: 1 }] } }).toThrow()
    reject({ ...response, body: { ...body, [outer]: { ...inner, more: 1 } } }).toThrow('additional')
    const optional = ['transcript', 'summary', 'voice_analysis']
    for (const name of Object.keys(inner).filter(key => !optional.includes(key))) {
      const { [name]: _gone, ...fewer } = inner
      reject({ ...response, body: { ...body, [outer]: fewer } }).toThrow(name)
    }
  })

  test('refuses a status that the operation does not document', () => {
    reject({ ...found('listCalls 200'), status: 201 }).toThrow('none of those that listCalls documents')
    reject({ ...found('createCustomer 422 validation_error'), status: 404 }).toThrow('none of those')
    reject({ ...found('getCall 404 not_found'), status: 403 }).toThrow()
  })

  test('refuses an answer of another operation', () => {
    reject({ ...found('getCall 200'), path: '/customers/1' }).toThrow()
    reject({ ...found('updateWebhook 200'), path: '/webhooks', method: 'POST', status: 201 }).toThrow('secret')
  })

  test('refuses timestamps that are not UTC, open phone numbers in lists, and secrets outside of registration', () => {
    const customer = found('getCustomer 200')
    const { data } = bodyOf(customer)
    reject({ ...customer, body: { data: { ...data, created_at: '2026-03-10T23:59:50+09:00' } } }).toThrow('created_at')
    const calls = found('listCalls 200')
    const list = bodyOf<{ data: object[]; pagination: object }>(calls)
    const open = [{ ...list.data[0], phone_number: '09012345678' }]
    reject({ ...calls, body: { ...list, data: open } }).toThrow('phone_number')
    const webhook = found('updateWebhook 200')
    reject({ ...webhook, body: { data: { ...bodyOf(webhook).data, secret: 'whsec_x' } } }).toThrow('secret')
  })

  test('refuses headers that are not the integers they have to be', () => {
    const response = found('getCustomer 200')
    for (const value of ['', '-1', '1.5', 'many']) {
      const headers = { ...response.headers, 'X-RateLimit-Remaining': value } as Record<string, string>
      reject({ ...response, headers }).toThrow('X-RateLimit-Remaining')
    }
  })

  test('refuses a wait or a quota that header and details tell differently', () => {
    const response = found('getCall 429 quota_exceeded')
    for (const name of ['Retry-After', 'X-Quota-Limit', 'X-Quota-Used']) {
      const headers = { ...response.headers, [name]: '7' } as Record<string, string>
      reject({ ...response, headers }).toThrow(`the header ${name} is 7`)
    }
  })

  test('refuses a page whose figures do not agree', () => {
    const response = found('listCustomers 200')
    const body = bodyOf<{ data: object[]; pagination: object }>(response)
    const withFigures = (figures: object) => ({
      ...response,
      body: { ...body, pagination: { ...body.pagination, ...figures } },
    })
    reject(withFigures({ total: 51 })).toThrow('last_page is 1 where 51 items make 2')
    reject(withFigures({ total: 2 })).toThrow('page 1 of 2 items has 1 of them, not 2')
    reject(withFigures({ per_page: 20 })).toThrow('per_page')
    const pagination = { current_page: 3, per_page: 50, total: 51, last_page: 2 }
    assertValidResponse({ ...response, body: { data: [], pagination } })
  })

  test('refuses bodies that are not JSON in UTF-8', () => {
    const response = found('getCustomer 200')
    reject({ ...response, body: '{"data":' }).toThrow('not JSON')
    reject({ ...response, body: new Uint8Array([0x22, 0xff, 0x22]) }).toThrow('not JSON')
    const headers = { ...response.headers, 'Content-Type': 'text/html' } as Record<string, string>
    reject({ ...response, headers }).toThrow('text/html')
  })

  test('knows the answers of paths and methods that the contract does not have', () => {
    const headers = found('getCall 404 not_found').headers as Record<string, string>
    const body = exampleOf(errorBody('not_found', values))
    const missing: ReceivedResponse = { method: 'GET', path: '/api/v1/nothing?x=1', status: 404, headers, body }
    assertValidResponse(missing)
    assertValidResponse({ ...missing, headers: new Headers(headers) })
    const refusal = exampleOf(errorBody('method_not_allowed', values))
    const wrong = { ...missing, method: 'PATCH', path: '/customers', status: 405, body: refusal }
    reject(wrong).toThrow('Allow')
    assertValidResponse({ ...wrong, headers: { ...headers, Allow: 'GET, POST' } })
    assertValidResponse({ method: 'OPTIONS', path: '/customers', status: 204, headers: headersOf(), body: '' })
    reject({ ...missing, status: 200 }).toThrow()
    reject({ ...found('getCustomer 200'), path: '/nothing' }).toThrow('no operation')
  })

  test('lets HEAD answer like GET without a body, and the parser of HTTP refuse any request', () => {
    assertValidResponse({ ...found('getCustomer 200'), method: 'HEAD', body: '' })
    const body = exampleOf(errorBody('malformed_request', values))
    const response = found('getCall 404 not_found')
    for (const status of [400, 408, 413, 417, 431]) assertValidResponse({ ...response, status, body })
    reject({ ...response, status: 418, body }).toThrow()
  })

  test('follows the values of the world that answered', () => {
    const response = found('getCustomer 200')
    const { name_kana: kana, ...others } = bodyOf(response).data
    const body = { data: { ...others, kana } }
    reject({ ...response, body }).toThrow('name_kana')
    assertValidResponse({ ...response, body, values: { ...values, 'customers.phonetic_key': 'kana' } })
  })
})
