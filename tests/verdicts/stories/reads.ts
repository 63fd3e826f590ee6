import type { Scene, Stories } from './scene.ts'

async function pages({ get }: Scene, path: string, from = 1) {
  for (let page = from, last = from; page <= last; page++)
    last = (await get(`${path}page=${page}`)).json.pagination.last_page
}

const days = async ({ get }: Scene, ranges: readonly (readonly [from: string, to: string])[]) => {
  for (const [from, to] of ranges) await get(`/calls?from=2026-${from}&to=2026-${to}`)
}

/** A webhook on calls that works. */
async function subscribed(scene: Scene) {
  await scene.receiver()
  await scene.event()
}

export const READS: Stories = {
  stuck_page: {
    async bad(scene) {
      await scene.customers(120)
      for (const page of [1, 2, 3]) await scene.get(`/customers?offset=${page}`)
    },
    async good(scene) {
      await scene.customers(120)
      await pages(scene, '/customers?')
    },
  },
  pages_left_out: {
    async bad(scene) {
      await scene.customers(120)
      await pages(scene, '/customers?')
      await scene.get('/customers?name=山田')
    },
    async good(scene) {
      await scene.customers(120)
      await pages(scene, '/customers?')
      await pages(scene, '/customers?name=山田&')
    },
  },
  pages_moved: {
    async bad(scene) {
      await scene.customers(60)
      await scene.get('/customers?page=1')
      await scene.customers(2)
      await scene.get('/customers?page=2')
    },
    async good(scene) {
      await scene.customers(60)
      await scene.get('/customers?page=1')
      await scene.customers(2)
      await scene.get('/customers?page=2')
      await pages(scene, '/customers?')
    },
  },
  range_gap: {
    bad: scene =>
      days(scene, [
        ['02-01', '02-10'],
        ['02-12', '02-20'],
      ]),
    good: scene =>
      days(scene, [
        ['02-01', '02-10'],
        ['02-11', '02-20'],
      ]),
  },
  range_overlap: {
    bad: scene =>
      days(scene, [
        ['02-01', '02-10'],
        ['02-10', '02-20'],
      ]),
    good: scene =>
      days(scene, [
        ['02-01', '02-10'],
        ['02-11', '02-20'],
      ]),
  },
  yesterday_is_today: {
    // One in the morning of the 10th in Tokyo.
    clock: '2026-03-09T16:00:00.000Z',
    bad: scene =>
      days(scene, [
        ['03-09', '03-09'],
        ['03-08', '03-09'],
        ['03-07', '03-09'],
      ]),
    good: scene =>
      days(scene, [
        ['03-10', '03-10'],
        ['03-09', '03-10'],
        ['03-08', '03-10'],
      ]),
  },
  polls_while_subscribed: {
    async bad(scene) {
      await subscribed(scene)
      for (let time = 0; time < 10; time++) await scene.get('/calls?from=2026-03-10&to=2026-03-10')
    },
    async good(scene) {
      await subscribed(scene)
      for (let time = 0; time < 3; time++) await scene.get('/calls?from=2026-03-10&to=2026-03-10')
    },
  },
  same_read_again: {
    async bad({ get }) {
      for (let time = 0; time < 5; time++) await get('/customers')
    },
    async good(scene) {
      for (let time = 0; time < 5; time++) {
        await scene.get('/customers')
        await scene.passes('PT1M')
      }
    },
  },
  wasted_quota: {
    async bad(scene) {
      for (let time = 0; time < 250; time++) await scene.get('/customers')
    },
    good: scene => scene.reads(250),
  },
}
