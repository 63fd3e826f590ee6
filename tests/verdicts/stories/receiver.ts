import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../../server/index.ts'
import type { Scene, Stories } from './scene.ts'

/** Events at a receiver that answers like this. */
async function answered(scene: Scene, answer: Answer, { events = 3 } = {}) {
  const receiver = await scene.receiver()
  receiver.answers(answer)
  for (let time = 0; time < events; time++) await scene.event()
  return receiver
}

/** It answers after so many milliseconds. */
const after = (milliseconds: number) => async () => {
  await sleep(milliseconds)
  return 204
}

/** What comes between two others is sent again. */
async function repeated(scene: Scene, again: number) {
  const receiver = await answered(scene, ({ repeated: isRepeat }) => (isRepeat ? again : 204), { events: 2 })
  await scene.world.deliveries.redeliver(receiver.requests[0]?.delivery_id ?? '')
  await scene.event()
}

/** Registers a customer for each of these deliveries. */
async function written({ post, customer }: Scene, deliveries: readonly { readonly delivery_id: string }[]) {
  for (const { delivery_id: name } of deliveries) await post('/customers', customer({ name }))
}

async function forgedTo(scene: Scene, answer: Answer) {
  const effect = { forge: 'no_header' } as const
  await scene.world.faults.add({ match: { event: 'call.completed' }, effect, times: 1 })
  await answered(scene, answer)
}

/** A second for the whole attempt, so that a third of it is soon over. */
const hurried = ({ world }: Scene) =>
  world.assumptions.set('webhooks.timeout', { connect_seconds: 1, total_seconds: 1 })

const subscribe = ({ post }: Scene, name: string, events = ['call.completed']) =>
  post('/webhooks', { url: `https://${name}.example.com/hooks`, events })

/** A call whose event is not sent since the sends of the day are used up; it is an hour past midnight. */
async function silentDay(scene: Scene) {
  await scene.receiver()
  await scene.tenant.limits.set({ webhook_sends: { used: 'limit' } })
  await scene.call({ external_id: 'lead-7' })
  await scene.passes('PT5M')
  await scene.world.clock.advance({ to: 'next-tokyo-midnight' })
  await scene.passes('PT1H')
}

export const RECEIVER: Stories = {
  slow_acknowledgement: {
    async bad(scene) {
      await hurried(scene)
      await answered(scene, after(450))
    },
    async good(scene) {
      await hurried(scene)
      await answered(scene, 204)
    },
  },
  works_before_answering: {
    bad: scene =>
      answered(scene, async () => {
        await scene.get('/customers')
        return after(300)()
      }),
    async good(scene) {
      await scene.receiver()
      const call = await scene.call({ external_id: 'lead-7' })
      await scene.passes('PT5M')
      await scene.get(`/calls/${call.json.data.call_id}`)
    },
  },
  redirects: {
    bad: scene => answered(scene, 302),
    good: scene => answered(scene, 204),
  },
  refuses_repeat: {
    bad: scene => repeated(scene, 409),
    good: scene => repeated(scene, 204),
  },
  accepts_forged: {
    bad: scene => forgedTo(scene, 200),
    good: scene => forgedTo(scene, ({ verified }) => (verified ? 200 : 401)),
  },
  repeat_has_effect: {
    async bad(scene) {
      const { requests } = await answered(scene, 204, { events: 1 })
      await written(scene, requests)
      await scene.world.deliveries.redeliver(requests[0]?.delivery_id ?? '')
      await written(scene, requests.slice(1))
    },
    async good(scene) {
      const receiver = await answered(scene, 204, { events: 1 })
      await written(scene, receiver.deliveries)
      await scene.world.deliveries.redeliver(receiver.requests[0]?.delivery_id ?? '')
      await written(scene, receiver.deliveries.slice(1))
    },
    good_is: { state: 'not_met', since: 'a write of the receiver may follow for five seconds of real time' },
  },
  two_webhooks_one_url: {
    async bad(scene) {
      await subscribe(scene, 'crm')
      await subscribe(scene, 'crm', ['call.completed', 'call.missed'])
    },
    async good(scene) {
      await subscribe(scene, 'crm')
      await subscribe(scene, 'crm', ['call.missed'])
    },
  },
  webhooks_left_behind: {
    async bad(scene) {
      for (let n = 0; n < 6; n++) await subscribe(scene, `crm${n}`)
    },
    async good(scene) {
      for (let n = 0; n < 6; n++) {
        const { data } = (await subscribe(scene, `crm${n}`)).json
        await scene.send('DELETE', `/webhooks/${data.webhook_id}`)
      }
    },
  },
  loss_not_reconciled: {
    bad: silentDay,
    async good(scene) {
      await silentDay(scene)
      await scene.get('/calls?from=2026-03-10&to=2026-03-11')
    },
  },
}
