import { expect, test } from 'vitest'
import { asTest } from './as-test.ts'

const finding = {
  actor: { tenant: "o'neil", key: null, product: 'axios/1.7', instance: null },
  evidence: [
    {
      request_id: '1',
      seq: 1,
      at: '2026-03-10T14:59:31.000Z',
      real_us: 0,
      waited_seconds: null,
      answered: 'cut',
      role: 'first',
    } as const,
  ],
}

test('The test that is copied stages the situation, fails when it has not come up, and when the rule was broken', () => {
  expect(asTest({ rule: 'double_call', finding, yours: 'your code here' })).toBe(
    `import { expect, test as ringback } from 'ringback/vitest'

const test = ringback.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T14:59:31.000Z', pace: 'live' } })

test('double_call', async ({ world }) => {
  const tenant = world.tenant('o\\'neil')
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  // your code here: tenant.baseUrl, tenant.key
  await world.assertClean({ checks: ['unspent_fault'] })
  const found = (await world.verdicts()).filter(({ rule, failed }) => rule === 'double_call' && failed > 0)
  expect(found).toEqual([])
})
`,
  )
})

test('A rule that needs nothing but the client is not staged', () => {
  const text = asTest({ rule: 'key_in_url', finding: { actor: null, evidence: [] }, yours: 'your code here' })
  expect(text).not.toMatch(/faults|limits|clock/)
  expect(text).toContain("world.tenant('max')")
})
