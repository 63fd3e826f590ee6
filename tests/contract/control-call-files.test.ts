import { expect, test } from 'vitest'
import type { CallView } from '../../server/control/protocol/calls.ts'
import { TestEmulator } from '../support/api.ts'

test('The calls that match the filters can be taken along as CSV and as JSON, the same as in the list', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  for (const [phone_number, external_id] of [
    ['+81312340001', 'crm-1'],
    ['+81312340002', 'CRM, "Osaka"'],
  ])
    expect((await pro.post('/calls/initiate', pro.call({ phone_number, external_id }))).status).toBe(200)
  const { data } = (await emulator.control('GET', '/calls')).json as { data: CallView[] }
  expect((await emulator.control('GET', '/calls.json')).json).toEqual(data)

  const csv = await emulator.control('GET', '/calls.csv')
  expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="default-calls.csv"')
  const text = csv.bytes.toString('utf8')
  const [head, ...lines] = text.slice(1).split('\r\n')
  expect([text[0], head?.split(',').slice(0, 5), lines.length]).toEqual([
    '\uFEFF',
    ['call_id', 'tenant', 'call_type', 'status', 'phone_number'],
    3,
  ])
  expect(lines[0]).toContain(`${data[0]?.call_id},pro,outbound,initiating,813****0002,`)
  expect(lines[0]).toContain('"CRM, ""Osaka"""')

  // As the list does, and not as the API does, whose length has the ringing in it: told in a column of its own, behind those that were there.
  expect(head?.split(',').slice(-2)).toEqual(['request_id', 'talk_seconds'])
  expect(lines[0]).toMatch(/,$/)
  await emulator.control('POST', '/clock/advance', { by: 'PT3M' })
  const later = (await emulator.control('GET', '/calls.csv')).bytes.toString('utf8').slice(1).split('\r\n')
  const [unanswered, talked] = ((await emulator.control('GET', '/calls')).json as { data: CallView[] }).data
  const talk = (Date.parse(talked?.ended_at ?? '') - Date.parse(talked?.connected_at ?? '')) / 1_000
  expect(unanswered?.connected_at).toBeNull()
  expect(later[1]).toMatch(/,$/)
  expect(talk).toBeGreaterThan(0)
  expect(talk).toBeLessThan(talked?.duration_seconds ?? 0)
  expect(later[2]).toMatch(new RegExp(`,${talk}$`))

  const some = async (query: string) => (await emulator.control('GET', `/calls.json?${query}`)).json
  const ids = async (query: string) => ((await some(query)) as CallView[]).map(({ call_id }) => call_id)
  expect(await ids('q=crm-1')).toEqual([data[1]?.call_id])
  expect(await ids('limit=1')).toEqual([data[0]?.call_id])
  const none = await emulator.control('GET', '/calls.csv?tenant=max')
  // What is not all of it has another name.
  expect(none.headers.get('Content-Disposition')).toBe('attachment; filename="default-calls-filtered.csv"')
  expect(none.bytes.toString('utf8').split('\r\n')).toHaveLength(2)
})

test('In the CSV an external id that a table program would compute is text', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const external_id = '=HYPERLINK("https://inbox.ringback.test")'
  const call = pro.call({ phone_number: '+81312340001', external_id })
  expect((await pro.post('/calls/initiate', call)).status).toBe(200)
  const csv = (await emulator.control('GET', '/calls.csv')).bytes.toString('utf8')
  expect(csv).toContain(`,"'=HYPERLINK(""https://inbox.ringback.test"")",`)
  expect((await emulator.control('GET', '/calls.json')).json).toMatchObject([{ external_id }])
})
