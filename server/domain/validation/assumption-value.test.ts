import { beforeAll, describe, expect, test } from 'vitest'
import type { AssumptionEntry } from '../../contract/assumption-entry.ts'
import { ASSUMPTION_IDS, ASSUMPTIONS } from '../../contract/assumptions.ts'
import { checkAssumptionText, checkAssumptionValue } from './assumption-value.ts'
import { loadValidator } from './compile.ts'

beforeAll(loadValidator)

const entries = ASSUMPTION_IDS.map(id => [id, ASSUMPTIONS[id] as AssumptionEntry<unknown>] as const)

/** As the command line splits it. */
const read = (text: string) => {
  const [id = '', value = ''] = text.split(/=(.*)/s)
  return checkAssumptionText(id, value)
}

describe('an assumption', () => {
  test.each(entries)(
    '%s can have its default and each of its alternatives, and nothing of another type',
    (id, entry) => {
      for (const value of [entry.default, ...entry.alternatives]) {
        expect(checkAssumptionValue(id, value)).toEqual({ ok: true, id, value })
        expect(checkAssumptionText(id, JSON.stringify(value))).toEqual({ ok: true, id, value })
      }
      for (const value of [{ no: 'such' }, [['x']], null, 'no such value', -1, undefined]) {
        const checked = checkAssumptionValue(id, value)
        expect(checked).toMatchObject({ ok: false, message: expect.stringContaining(`${id} cannot be `) })
        expect(checked).toMatchObject({ message: expect.stringContaining(JSON.stringify(entry.default).slice(0, 100)) })
      }
    },
  )

  test.each([
    ['calls.unknown_reference', '404', 404],
    ['calls.unknown_reference', 404, 404],
    ['limits.free_webhook_sends', '0', 0],
    ['webhooks.enabled_at_first', 'true', true],
    ['customers.phonetic_key', 'kana', 'kana'],
  ])('%s takes %j for the choice that it names', (id, value, choice) => {
    expect(checkAssumptionValue(id, value)).toEqual({ ok: true, id, value: choice })
  })

  test.each([
    ['customers.phonetic_key=kana', 'customers.phonetic_key', 'kana'],
    ['customers.phonetic_key="kana"', 'customers.phonetic_key', 'kana'],
    ['calls.ai_delay=PT0S', 'calls.ai_delay', 'PT0S'],
    ['calls.ai_delay=P1DT2H', 'calls.ai_delay', 'P1DT2H'],
    ['customers.text_max_length=40', 'customers.text_max_length', 40],
    ['webhooks.retry_schedule=["PT1S","PT0.5S"]', 'webhooks.retry_schedule', ['PT1S', 'PT0.5S']],
    [
      'errors.validation={"status":400,"code":"bad_request"}',
      'errors.validation',
      { status: 400, code: 'bad_request' },
    ],
    [
      'gates.order=rate,quota,license,scope,route,validation,conflict',
      'gates.order',
      'rate,quota,license,scope,route,validation,conflict',
    ],
  ])('is read from %s', (text, id, value) => {
    expect(read(text)).toEqual({ ok: true, id, value })
  })

  test.each([
    ['customers.phonetic_key=furigana', /cannot be "furigana"\. It can be: "name_kana", "kana"\./],
    ['calls.statuses=["done"]', /It has one value so far: \["initiating"/],
    ['calls.ai_delay=40', /ISO 8601 duration, like PT40S; got|Must be a string; got 40/],
    [
      'calls.ai_delay=40 seconds',
      /ISO 8601 duration, like PT40S; got "40 seconds".*Its default is "PT40S"; others: "PT0S", "PT10M"/,
    ],
    [`calls.ai_delay=P${'9'.repeat(20)}D`, /No clock can wait for/],
    [`webhooks.retry_schedule=["PT1S","PT${'9'.repeat(20)}S"]`, /No clock can wait for/],
    ['customers.text_max_length=0', /Must be at least 1; got 0\..*Its default is 255/],
    ['customers.required=["phone"]', /0: Must be one of "project_id", .*; got "phone"/],
    ['errors.validation={"status":200,"code":"ok"}', /status: Must be at least 400; got 200/],
    ['errors.validation={"status":422,"code":"Not Good"}', /code: Must be a name in lower case, like not_found/],
    ['errors.validation={"status":422,"code":"x_y","message":"m"}', /message: Is not one of status, code\./],
    ['webhooks.timeout={"connect_seconds":0,"total_seconds":1}', /connect_seconds: Must be more than 0; got 0/],
    [
      'calls.default_script={"ring":"PT1S","weights":{"connected":0,"no_answer":0,"busy":0,"failed":0},"talk_seconds":{"min":1,"max":1}}',
      /At least one must be more than 0/,
    ],
    [
      'calls.default_script={"ring":"PT1S","weights":{"connected":1,"no_answer":0,"busy":0,"failed":0},"talk_seconds":{"min":2,"max":1}}',
      /min must not be more than max/,
    ],
    [
      'customers.phonetic=kana',
      /no assumption "customers\.phonetic"\. Those of customers are customers\.phonetic_key, /,
    ],
    ['toString=1', /no assumption "toString"\. List them with: ringback assumptions\./],
  ])('is refused as %s, and the message names what is allowed', (text, message) => {
    const checked = read(text)
    expect(checked.ok).toBe(false)
    expect('message' in checked ? checked.message : '').toMatch(message)
  })
})
