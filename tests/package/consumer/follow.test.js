import { test } from 'ringback/vitest'
import { expect, onTestFinished, vi } from 'vitest'

const frozen = test.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T14:59:50Z' } })

frozen('a client that waits with setTimeout goes on when the world gets there', async ({ world }) => {
  // Without `using`, which Node 22 does not know.
  const following = await world.clock.follow(vi)
  onTestFinished(() => following[Symbol.dispose]())
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const ask = async () => {
    const { status, headers } = await pro.fetch('/customers')
    if (status !== 429) return [status, new Date().toISOString()]
    await new Promise(resolve => setTimeout(resolve, Number(headers.get('Retry-After')) * 1_000))
    return await ask()
  }
  const answered = ask()
  await world.clock.advance({ by: 'PT1M' })
  expect(await answered).toEqual([200, '2026-03-10T15:00:00.000Z'])
})
