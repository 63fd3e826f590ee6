import { expect, test } from 'vitest'
import type { Kernel } from '../kernel/kernel.ts'
import { JobTable } from '../store/jobs.ts'
import { Store } from '../store/store.ts'
import type { NewWorldJob, WorldJobs } from './jobs.ts'

test('a job of a kind that there is can be planned and called off', () => {
  const store = Store.open(':memory:')
  const jobs = new JobTable(store)
  const planned: NewWorldJob = {
    due_at: 1,
    kind: 'webhook.attempt',
    subject: 'd',
    payload: { webhook_id: 1, cause: 'manual' },
  }
  jobs.add({ ...planned, rank: 1 })
  expect(jobs.about('d', 'webhook.attempt').map(({ payload }) => payload.webhook_id)).toEqual([1])
  expect(jobs.cancel('webhook.attempt', 'd')).toBe(1)
  store.close()
})

test('a job of a kind that there is not does not compile', () => {
  /** This is not run: if one of these compiled, type checking would fail. */
  const misspelt = (kernel: Kernel<WorldJobs>, jobs: JobTable) => {
    const attempt = { due_at: 1, subject: 'd', payload: { webhook_id: 1, cause: 'manual' } } as const
    // @ts-expect-error There is no such kind.
    kernel.schedule({ ...attempt, kind: 'webhook.atempt' })
    // @ts-expect-error An attempt carries its webhook and its cause.
    kernel.schedule({ due_at: 1, subject: 'd', kind: 'webhook.attempt' })
    // @ts-expect-error No attempt has this cause.
    kernel.schedule({ ...attempt, kind: 'webhook.attempt', payload: { webhook_id: 1, cause: 'by hand' } })
    // @ts-expect-error There is no such kind.
    jobs.cancel('call.stop', 'c')
    // @ts-expect-error There is no such kind.
    jobs.about('c', 'call.stop')
  }
  expect(misspelt).toHaveLength(2)
})
