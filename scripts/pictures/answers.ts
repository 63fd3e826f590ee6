import type { WorldHandle } from '../../server/index.ts'
import { sendAs } from './send.ts'

/** Requests whose answers did not arrive, or say something rare. */
export interface AnswerIds {
  /** A fault dropped the answer to a call that was placed. */
  readonly dropped_id: string
  /** The client left before its answer. */
  readonly left_id: string
  /** A customer whose external id is taken. */
  readonly conflict_id: string
  readonly replay_id: string
}

/** Sends them to a world that has nothing else. */
export async function ask(world: WorldHandle): Promise<AnswerIds> {
  const pro = world.tenant('pro')
  const post = (path: string, body: object) => sendAs(pro)('POST', path, body)
  const [staff_id, project_id] = [pro.staffIds[0], pro.projectIds[0]]
  const newest = async () => {
    const [{ request_id } = { request_id: '' }] = await world.requests.list({ limit: 1 })
    return request_id
  }

  const customer = { project_id, name: '田中 美咲', tel1: '+81312345678', external_id: 'crm-c-1' }
  await post('/customers', customer)
  await world.assumptions.set('customers.external_id_unique', 'yes')
  const { status } = await post('/customers', customer)
  if (status !== 409) throw new Error(`The picture of a conflict would be of a ${status}.`)
  const conflict_id = await newest()
  await world.requests.replay(conflict_id)
  const replay_id = await newest()

  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  const call = { phone_number: '03-5555-0001', staff_id, project_id, external_id: 'crm-1001' }
  await post('/calls/initiate', call).catch(() => undefined)
  const dropped_id = await newest()

  await world.faults.add({ match: { path: '/calls' }, effect: { latency: 'PT60S' }, times: 1 })
  const leaving = new AbortController()
  const left = pro.fetch('/calls?from=2026-03-01&to=2026-03-10', { signal: leaving.signal }).catch(() => undefined)
  const { request_id: left_id } = await world.requests.waitFor({ path: '/calls', method: 'GET' })
  leaving.abort()
  await left
  await world.requests.waitFor({ answered: 'gone' })
  return { dropped_id, left_id, conflict_id, replay_id }
}

/** A world with calls under way, for a clock that a picture sets going. */
export async function placeCalls(world: WorldHandle): Promise<void> {
  for (const external_id of ['crm-1001', 'crm-1002', 'crm-1003']) {
    await world.calls.place({ tenant: 'pro', phone_number: '03-5555-0001', external_id })
    await world.clock.advance({ by: 'PT20S' })
  }
}
