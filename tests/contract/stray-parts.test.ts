import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'

let emulator: TestEmulator
let max: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  max = await emulator.tenant('max')
  return () => emulator[Symbol.asyncDispose]()
})

async function validation() {
  const { trace, assumptions } = await emulator.lastExchange()
  return { ...trace.find(({ gate }: { gate: string }) => gate === 'validation'), assumptions }
}

describe('a plus in a query that is not written as %2B (finding T11)', () => {
  const numbers = async (query: string) =>
    (await max.get(`/customers?${query}`)).json.data.map(({ tel1 }: { tel1: string }) => tel1)
  beforeEach(async () => {
    await max.post('/customers', max.customer())
  })

  test('is read as a space, which the trace tells with the way out', async () => {
    expect(await numbers('page=1&tel1=+819012345678')).toEqual([])
    const { outcome, figures, assumptions } = await validation()
    expect([outcome, figures]).toEqual(['passed', { bare_plus_in: ['tel1'], read_as: 'space', send_instead: '%2B' }])
    expect(assumptions).toContain('queries.plus')
  })

  test('written as %2B is a plus, and nothing is told', async () => {
    expect(await numbers('tel1=%2B819012345678')).toEqual(['+819012345678'])
    const { figures, assumptions } = await validation()
    expect(figures).toBeUndefined()
    expect(assumptions).not.toContain('queries.plus')
  })

  test('is itself with queries.plus at literal', async () => {
    await emulator.assume('queries.plus', 'literal')
    expect(await numbers('tel1=+819012345678')).toEqual(['+819012345678'])
    expect((await validation()).figures).toEqual({ bare_plus_in: ['tel1'], read_as: 'literal' })
  })

  test('is told beside what is wrong, too', async () => {
    await max.get('/customers?page=+1')
    expect(await validation()).toMatchObject({
      outcome: 'rejected',
      figures: { fields: ['page'], bare_plus_in: ['page'] },
    })
  })
})

describe('a body where the endpoint takes none (finding T12)', () => {
  const ENDPOINTS = [
    ['DELETE', '/webhooks/9', 404],
    ['POST', '/webhooks/9/test', 404],
  ] as const
  const send = (method: string, path: string, raw: string) =>
    max.ask(method, path, { raw, headers: { 'Content-Type': 'application/json' } })

  test.each(ENDPOINTS)('%s %s does not look at it', async (method, path, status) => {
    for (const raw of ['{}', '{broken', 'x'.repeat(1_100_000)])
      expect((await send(method, path, raw)).status).toBe(status)
    expect((await emulator.lastExchange()).assumptions).toContain('requests.unexpected_body')
    await max.ask(method, path)
    expect((await emulator.lastExchange()).assumptions).not.toContain('requests.unexpected_body')
  })

  test.each(ENDPOINTS)('%s %s refuses it with requests.unexpected_body at reject', async (method, path, status) => {
    await emulator.assume('requests.unexpected_body', 'reject')
    for (const raw of ['{}', '{broken', 'x'.repeat(1_100_000)]) {
      const reply = await send(method, path, raw)
      expect([reply.status, Object.keys(reply.json.error.details)]).toEqual([422, ['body']])
    }
    expect((await max.ask(method, path)).status).toBe(status)
  })
})
