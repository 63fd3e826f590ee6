import { expect, test } from 'vitest'
import { SECOND } from '../../server/kernel/instant.ts'
import { InsideEmulator } from '../support/inside.ts'
import { eventLoopPass, HandWall, WALL_START } from '../support/kernel-bench.ts'

test('a request to the API keeps an eager world from leaping; one to the control API does not', async () => {
  const wall = new HandWall(WALL_START)
  await using test = await InsideEmulator.start({ fixture: 'empty', pace: 'eager', wall })
  const pro = await test.tenant('pro')
  const pass = async (milliseconds: number) => {
    wall.pass(milliseconds)
    await eventLoopPass()
    return (await test.control('GET', '/clock')).json
  }
  const body = {
    steps: [
      { after: 'PT0S', to: 'ringing' },
      { after: 'PT1H', to: 'no_answer' },
    ],
  }
  await test.control('POST', '/call-scripts', { match: {}, ...body })
  await test.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312345678' })
  const { pace, next_job } = await pass(SECOND)
  expect([pace, next_job.kind]).toEqual(['eager', 'call.step'])
  await pro.get('/customers')
  expect((await pass(SECOND)).next_job).toEqual(next_job)
  expect((await pass(SECOND)).now).toBe(next_job.due_at)
  expect((await test.control('GET', '/calls')).json.data).toMatchObject([{ status: 'no_answer' }])
})
