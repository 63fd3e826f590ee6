import type { WorldHandle } from '../../server/index.ts'

/** A client that places a call again when its answer is lost: a finding of `double_call`. */
export async function callTwice(world: WorldHandle, product: string): Promise<void> {
  const pro = world.tenant('pro')
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  const [staff_id, project_id] = [pro.staffIds[0], pro.projectIds[0]]
  const call = () =>
    pro.fetch('/calls/initiate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': product },
      body: JSON.stringify({ phone_number: '03-1234-0001', staff_id, project_id }),
    })
  await call().catch(call)
}
