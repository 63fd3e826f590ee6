import type { ErrorBody } from '../control/protocol/common.ts'
import type { HealthView } from '../control/protocol/process.ts'
import { CommandError, EXIT } from './exit-codes.ts'

/** How long whatever holds the port may take to say what it is, in milliseconds of real time. */
const ANSWERS_WITHIN = 5_000

/** Says of a port that another Ringback holds where that one is, instead of telling to stop it; any other error stays as it is. */
export async function ofTakenPort(error: unknown): Promise<unknown> {
  const { code, port, host, holder } = error as {
    code?: unknown
    port?: number
    host?: string
    holder?: { pid: number }
  }
  if (code !== 'port_in_use' || port === undefined || host === undefined) return error
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (!(await isRingback(address))) return error
  const who = holder === undefined ? '' : ` (pid ${holder.pid})`
  const what = (await hasDashboard(address)) ? 'Its dashboard is' : 'It answers'
  return new CommandError(
    `Port ${port} is that of a Ringback that runs already${who}. ${what} at ${address}. Use that one, stop it, or start another with --port 0.`,
    EXIT.inUse,
  )
}

/** Each has this route, and one with a token refuses it in words of its own. */
async function isRingback(address: string): Promise<boolean> {
  try {
    const reply = await fetch(`${address}/control/health`, { signal: AbortSignal.timeout(ANSWERS_WITHIN) })
    const { version, worlds, error } = (await reply.json()) as Partial<HealthView & ErrorBody>
    return (typeof version === 'string' && typeof worlds === 'number') || error?.code === 'token_required'
  } catch {
    return false
  }
}

/** It may have been started without one. */
async function hasDashboard(address: string): Promise<boolean> {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN) })
    await reply.body?.cancel()
    return reply.ok && reply.headers.get('content-type')?.startsWith('text/html') === true
  } catch {
    return false
  }
}
