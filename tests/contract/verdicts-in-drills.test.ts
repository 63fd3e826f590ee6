import { expect, test } from 'vitest'
import type { VerdictView, WorldJudgement } from '../../server/control/protocol/verdicts.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { startReceiver } from '../support/receivers.ts'

/** Dials one person twice, as the answer to the first call is lost. */
async function dialsTwice(tenant: TestTenant, number: string, dropped: Promise<unknown>): Promise<void> {
  await dropped
  const call = tenant.call({ phone_number: number })
  await tenant.post('/calls/initiate', call).catch(() => undefined)
  expect((await tenant.post('/calls/initiate', call)).status).toBe(200)
}

const judgement = async (emulator: TestEmulator) => (await emulator.control('GET', '/verdicts')).json as WorldJudgement

const findingsOf = ({ data }: { data: readonly VerdictView[] }, rule: string) =>
  data.find(row => row.rule === rule)?.findings ?? []

test('what was found within a drill names the drill; what was found before and after it names none', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const drop = () =>
    emulator.control('POST', '/faults', { match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  await dialsTwice(pro, '03-1234-0001', drop())
  const staged = await emulator.control('POST', '/drills', { drill: 'lost_answer' })
  await dialsTwice(pro, '03-1234-0002', Promise.resolve())
  await emulator.control('DELETE', `/drills/${staged.json.drill_id}`)
  await dialsTwice(pro, '03-1234-0003', drop())

  const said = await judgement(emulator)
  const found = findingsOf(said, 'double_call').map(({ finding_id }) => finding_id)
  expect(found).toHaveLength(3)
  expect(said.in_drills).toEqual([
    {
      finding_id: found[1],
      drill: 'lost_answer',
      drill_id: '1',
      title: 'The response to a call is lost',
      whole: true,
    },
  ])
})

test('what a receiver answered in a drill is told with it', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  await using receiver = await startReceiver()
  const staged = await emulator.control('POST', '/drills', { drill: 'forged', receiver: receiver.url })
  await emulator.control('DELETE', `/drills/${staged.json.drill_id}`)
  const said = await judgement(emulator)
  const found = findingsOf(said, 'accepts_forged')
  expect(found.length).toBeGreaterThan(0)
  expect(said.in_drills.map(({ finding_id, drill, whole }) => [finding_id, drill, whole])).toEqual(
    expect.arrayContaining(found.map(({ finding_id }) => [finding_id, 'forged', true])),
  )
})
