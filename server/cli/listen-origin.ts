import { createHash } from 'node:crypto'
import type { Received, Reply } from '../client/listener.ts'
import { DELIVERY_HEADERS } from '../contract/events.ts'
import type { WorldHandle } from '../index.ts'

/** Real time that a listener may take to identify itself. */
const PATIENCE_MS = 2_000

/**
 * The origin of the webhook of a `listen`. It is always the same for a tenant and a target, so that a later `listen` finds that webhook
 * again. While one is listening there, another gets an origin of its own.
 */
export async function originOf(
  world: WorldHandle,
  { tenant, forwardTo = '' }: { tenant: string; forwardTo: string | undefined },
): Promise<string> {
  const mark = createHash('sha256').update(`${tenant} ${forwardTo}`).digest('hex').slice(0, 8)
  const rules = await world.forwards.get()
  for (let number = 1; ; number++) {
    // A name that nobody can own (RFC 2606).
    const origin = `https://listen-${mark}${number === 1 ? '' : `-${number}`}.example`
    const to = rules.find(({ from }) => from === origin)?.to
    if (to === undefined || !(await listensAt(to, origin))) return origin
  }
}

export const isDelivery = ({ headers }: Received): boolean =>
  headers[DELIVERY_HEADERS.delivery.toLowerCase()] !== undefined

/** How a listener answers a request that is not a delivery. */
export const presence = (origin: string): Reply => ({ status: 200, body: `ringback listen ${origin}` })

/** Whether a `listen` with this origin answers. One that was killed left its rule behind, and another program may have its port by now. */
async function listensAt(url: string, origin: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    return (await answer.text()) === presence(origin).body
  } catch {
    return false
  }
}
