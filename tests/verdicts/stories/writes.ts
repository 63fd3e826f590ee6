import type { Scene, Stories } from './scene.ts'

const lookedUp = (scene: Scene) => scene.get('/calls?from=2026-03-10&to=2026-03-10&external_id=lead-7')

/** A registration whose answer is lost, in a world that takes an external_id twice. */
async function lostCustomer({ world, post, customer }: Scene) {
  await world.assumptions.set('customers.external_id_unique', 'no')
  await world.faults.add({ match: { path: '/customers' }, effect: { drop: true }, times: 1 })
  await post('/customers', customer({ external_id: 'c-1' })).catch(() => undefined)
}

async function updated({ post, put, customer }: Scene, names: readonly string[]) {
  const { data } = (await post('/customers', customer())).json
  for (const name of names) await put(`/customers/${data.customer_id}`, { name })
}

export const WRITES: Stories = {
  call_without_external_id: {
    bad: ({ call }) => call(),
    good: ({ call }) => call({ external_id: 'lead-7' }),
  },
  double_call: {
    async bad(scene) {
      await scene.lostCall()
      await scene.call()
    },
    async good(scene) {
      await scene.lostCall({ external_id: 'lead-7' })
      await scene.call({ external_id: 'lead-7' })
      await lookedUp(scene)
    },
  },
  fresh_external_id_on_retry: {
    async bad(scene) {
      await scene.lostCall({ external_id: 'try-1' })
      await scene.call({ external_id: 'try-2' })
    },
    async good(scene) {
      await scene.lostCall({ external_id: 'lead-7' })
      await scene.call({ external_id: 'lead-7' })
      await lookedUp(scene)
    },
  },
  conflict_not_resolved: {
    async bad(scene) {
      for (let time = 0; time < 2; time++) await scene.call({ external_id: 'lead-7' })
      await scene.passes('PT61S')
      await scene.get('/customers')
    },
    async good(scene) {
      for (let time = 0; time < 2; time++) await scene.call({ external_id: 'lead-7' })
      await lookedUp(scene)
      await scene.passes('PT61S')
      await scene.get('/customers')
    },
  },
  same_person_twice: {
    async bad(scene) {
      for (const external_id of ['a', 'b']) await scene.call({ external_id })
    },
    async good(scene) {
      for (const external_id of ['a', 'b']) {
        await scene.call({ external_id })
        await scene.passes('PT3M')
      }
    },
  },
  duplicate_customer: {
    async bad(scene) {
      await lostCustomer(scene)
      await scene.post('/customers', scene.customer({ external_id: 'c-1' }))
    },
    async good(scene) {
      await lostCustomer(scene)
      const { data } = (await scene.get('/customers?external_id=c-1')).json
      if (data.length === 0) await scene.post('/customers', scene.customer({ external_id: 'c-1' }))
    },
  },
  one_by_one: {
    async bad({ post, customer }) {
      for (let n = 0; n < 100; n++) await post('/customers', customer({ external_id: `c-${n}` }))
    },
    good: scene => scene.customers(100),
  },
  write_without_change: {
    bad: scene => updated(scene, ['三', '三', '三', '三']),
    good: scene => updated(scene, ['一', '二', '三']),
  },
}
