import { setTimeout as sleep } from 'node:timers/promises'
import type { Scene, Stories } from './scene.ts'

/** Twenty requests fill the burst window of the plan. */
async function refused(scene: Scene) {
  await scene.reads(20)
  return scene.get('/customers')
}

async function refusedToday(scene: Scene) {
  await scene.tenant.limits.set({ day: { used: 'limit' } })
  return scene.get('/customers')
}

const failing = ({ world }: Scene, times: number) => world.faults.add({ effect: { status: 500 }, times })

async function unavailable({ world, post, customer }: Scene) {
  await world.faults.add({ effect: { status: 503, retry_after: 5 }, times: 1 })
  return post('/customers', customer())
}

/** Refused by a limit, and told to wait for a second of real time. */
async function toldToWait(scene: Scene) {
  await scene.world.faults.add({ effect: { code: 'rate_limit_exceeded', retry_after: 1 }, times: 1 })
  await scene.get('/customers')
  await sleep(1_020)
}

export const REFUSALS: Stories = {
  retry_before_retry_after: {
    tenant: 'free',
    async bad(scene) {
      await refused(scene)
      await scene.get('/customers')
    },
    async good(scene) {
      await scene.waits(await refused(scene))
      await scene.get('/customers')
    },
  },
  requests_after_quota: {
    tenant: 'free',
    async bad(scene) {
      await refusedToday(scene)
      for (let time = 0; time < 3; time++) await scene.get('/customers')
    },
    async good(scene) {
      await refusedToday(scene)
      await scene.world.clock.advance({ to: 'next-tokyo-midnight' })
      await scene.get('/customers')
    },
  },
  hammering: {
    tenant: 'free',
    async bad(scene) {
      await refused(scene)
      for (let time = 0; time < 6; time++) await scene.get('/customers')
    },
    async good(scene) {
      await scene.waits(await refused(scene))
      for (let time = 0; time < 6; time++) await scene.get('/customers')
    },
  },
  herd_at_reset: {
    tenant: 'free',
    pace: 'live',
    tries: 10,
    async bad(scene) {
      await toldToWait(scene)
      await scene.reads(6)
    },
    async good(scene) {
      await toldToWait(scene)
      await sleep(300)
      await scene.reads(6)
    },
  },
  no_backoff: {
    // Real time counts beside the pauses, and one that a busy machine stretches looks as if they grew.
    tries: 5,
    // Pauses of equal length, so long that a busy machine does not make them look as if they grew.
    async bad(scene) {
      await failing(scene, 12)
      for (let time = 0; time < 12; time++) {
        await scene.get('/customers')
        await scene.passes('PT0.7S')
      }
    },
    async good(scene) {
      await failing(scene, 3)
      for (const pause of ['PT1S', 'PT2S', 'PT4S', 'PT8S']) {
        await scene.get('/customers')
        await scene.passes(pause)
      }
    },
  },
  endless_retries: {
    async bad(scene) {
      await failing(scene, 21)
      for (let time = 0; time < 21; time++) {
        await scene.post('/customers', scene.customer())
        await scene.passes('PT30S')
      }
    },
    async good(scene) {
      await failing(scene, 19)
      for (let time = 0; time < 20; time++) {
        await scene.post('/customers', scene.customer())
        await scene.passes('PT30S')
      }
    },
  },
  retried_final_refusal: {
    async bad({ post }) {
      for (let time = 0; time < 4; time++) await post('/customers', { name: 7 })
    },
    async good({ post, customer }) {
      await post('/customers', { name: 7 })
      await post('/customers', customer())
    },
  },
  gave_up_write: {
    async bad(scene) {
      await unavailable(scene)
      await scene.passes('PT10S')
    },
    async good(scene) {
      await scene.waits(await unavailable(scene))
      await scene.post('/customers', scene.customer())
      await scene.passes('PT10S')
    },
  },
  ignored_remaining: {
    async bad(scene) {
      await scene.tenant.limits.set({ minute: { used: 'limit-1' } })
      await scene.reads(2)
    },
    async good(scene) {
      await scene.tenant.limits.set({ minute: { used: 'limit-1' } })
      await scene.reads(1)
      await scene.world.clock.advance({ to: 'next-minute' })
      await scene.reads(1)
    },
  },
}
