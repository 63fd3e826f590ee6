import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedEmulator, startEmulator } from '../../server/index.ts'
import { BUNDLED_CLI } from '../support/cli.ts'

let emulator: StartedEmulator
let client: Client
beforeAll(async () => {
  emulator = await startEmulator({ port: 0, fixture: 'empty', clock: '2026-03-10T03:00:00Z' })
  client = new Client({ name: 'test', version: '1' })
  const args = [BUNDLED_CLI, 'mcp', '--url', emulator.url]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
})
afterAll(async () => {
  await client.close()
  await emulator.close()
})

async function call(name: string, args: object = {}) {
  const answer = await client.callTool({ name, arguments: args as Record<string, unknown> })
  const [first] = answer.content as { text: string }[]
  return {
    text: first?.text ?? '',
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
    data: answer.structuredContent as Record<string, any>,
    isError: answer.isError === true,
  }
}

test('an agent finds at most 16 tools, each with a schema, and knows which change or destroy', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'world_open',
    'world_reset',
    'clock',
    'limits',
    'call_place',
    'call_step',
    'event_trigger',
    'requests_search',
    'request_explain',
    'deliveries',
    'inbox_read',
    'fault_add',
    'fault_clear',
    'verdicts',
    'drill_run',
    'contract',
  ])
  const hinted = (hint: 'readOnlyHint' | 'destructiveHint') =>
    tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name)
  expect(hinted('readOnlyHint')).toEqual(['requests_search', 'request_explain', 'inbox_read', 'verdicts', 'contract'])
  expect(hinted('destructiveHint')).toEqual(['world_reset', 'fault_clear'])
  for (const { inputSchema } of tools) expect(inputSchema.additionalProperties).toBe(false)
})

test('an agent shows a quota edge, asks why, and sees a webhook arrive', async () => {
  const world = 'agent'
  const opened = await call('world_open', { world, fixture: 'empty', clock: '2026-03-10T03:00:00Z' })
  const key = /pro \(pro\): (svc_live_\S+)/.exec(opened.text)?.[1]
  const ask = (path: string) => fetch(`${opened.data.base_url}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  expect((await call('limits', { world, tenant: 'pro', day: 'limit' })).data.day.used).toBe(10_000)
  expect((await ask('/customers')).status).toBe(429)
  const found = await call('requests_search', { world, status: '429' })
  expect(found.text).toMatch(/^#1 \S+ GET \/customers 429 quota_exceeded/)
  const explained = await call('request_explain', { world, request_id: found.data.rows[0].request_id })
  expect(explained.text).toContain('Refused by the check quota. The tenant has used 10000 of its 10000')
  expect(explained.text.length).toBeLessThanOrEqual(2_000)
  expect((await call('clock', { world, to: 'next-tokyo-midnight' })).text).toContain(
    'It is 2026-03-10T15:00:00.000Z (frozen)',
  )
  expect((await ask('/customers')).status).toBe(200)

  const opened2 = await emulator.openWorld(world)
  await opened2.webhooks.register({
    tenant: 'pro',
    url: opened2.inbox('crm').url,
    events: ['call.missed', 'call.completed'],
  })
  expect((await call('event_trigger', { world, tenant: 'pro', event: 'call.missed' })).text).toMatch(
    /^Event \S+ to 1 webhooks/,
  )
  await opened2.deliveries.waitFor({ status: 'delivered' })
  expect((await call('inbox_read', { world, name: 'crm' })).text).toMatch(/call\.missed valid/)
  const { data } = await call('deliveries', { world })
  expect((await call('deliveries', { world, redeliver: data.rows[0].delivery_id })).text).toContain(
    'delivered after 2 attempts',
  )

  const placed = await call('call_place', { world, tenant: 'pro', phone_number: '+81312340001' })
  expect((await call('call_step', { world, call_id: placed.data.call_id, to: 'ringing' })).text).toContain('is ringing')
  const fault = await call('fault_add', { world, effect: { status: 503 }, times: 1 })
  expect((await ask('/customers')).status).toBe(503)
  expect((await call('fault_clear', { world, id: fault.data.id })).text).toContain('has ended')
  expect((await call('verdicts', { world })).isError).toBe(false)
  expect((await call('contract', { world })).text).toContain('GET /customers/{customerId}: Fetch a customer')
  expect((await call('contract', { path: '/calls/initiate' })).data.operations.post.operationId).toBe('initiateCall')
  expect((await call('drill_run')).text).toContain('lost_answer: ')
  const staged = await call('drill_run', { world, drill: 'lost_answer' })
  expect(staged.text).toMatch(/^Drill lost_answer \(\S+\) is staged/)
  expect((await call('drill_run', { world, drill_id: staged.data.drill_id, end: true })).isError).toBe(false)
  expect((await call('world_reset', { world, fixture: 'empty' })).text).toContain('starts afresh')
})

test('what a tool refuses is an answer that says why, whatever the arguments', async () => {
  expect(await call('limits', { tenant: 'nobody' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('has no tenant "nobody"'),
  })
  expect(await call('verdicts', { world: 'typo' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('typo'),
  })
  expect(
    (await emulator.client.call<{ data: { world_id: string }[] }>('GET', '/control/worlds')).data.map(
      ({ world_id }) => world_id,
    ),
  ).not.toContain('typo')
  expect(await call('nothing')).toMatchObject({
    isError: true,
    text: expect.stringContaining('There is no tool "nothing"'),
  })
  const { tools } = await client.listTools()
  // What each tool takes by its name, beside what it does not: values that mean something, and any others.
  const value = fc.oneof(
    fc.constantFrom(
      'default',
      'pro',
      'call.missed',
      'PT1S',
      'next-minute',
      'limit-1',
      'lost_answer',
      '+81312340001',
      1,
      0,
      -1,
    ),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const anyCall = fc.constantFrom(...tools).chain(({ name, inputSchema }) => {
    const known = Object.keys(inputSchema.properties ?? {})
    return fc.tuple(fc.constant(name), fc.dictionary(fc.constantFrom(...known, 'x'), value))
  })
  await fc.assert(
    fc.asyncProperty(anyCall, async ([name, args]) => {
      const { text, isError } = await call(name, args)
      expect(typeof text).toBe('string')
      if (isError) expect(text).not.toMatch(/\n\s+at |undefined/)
    }),
    { numRuns: 100, seed: 1 },
  )
  expect((await emulator.health()).status).toBe('ok')
})
