import type { Server } from 'node:http'
import type { ListenOptions } from 'node:net'
import { isLoopbackBind } from './addresses.ts'
import type { PortHolder } from './port-holder.ts'

/** Another program listens there. The command line ends with exit code 5. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
  readonly code = 'port_in_use'
  readonly port: number
  readonly host: string
  readonly holder: PortHolder | undefined

  constructor({ port, host, holder }: { port: number; host: string; holder: PortHolder | undefined }) {
    const by = holder ? ` by ${holder.command} (pid ${holder.pid})` : ''
    super(`Port ${port} of ${host} is in use${by}. Stop that program, or start with --port 0 for any free port.`)
    this.port = port
    this.host = host
    this.holder = holder
  }
}

/** The address cannot be listened on for another reason: it does not belong to this machine, or this user may not use it. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code = 'cannot_listen'

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    const wayOut =
      cause.code === 'EACCES' ? 'Use a port over 1023.' : 'Leave --host out to listen on this machine only.'
    super(`Cannot listen on ${host} port ${port} (${cause.code ?? cause.message}). ${wayOut}`, { cause })
  }
}

const NO_SUCH_FAMILY: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])
const PORTS_TRIED = 20

/**
 * The addresses of a bind host. 127.0.0.1 includes ::1: a browser may resolve `localhost` to either, and a program that took the other one
 * would receive requests meant for us (tests/security/README.md#A8).
 */
export function bindHosts(host: string): { readonly host: string; readonly optional: boolean }[] {
  if (host === '127.0.0.1' || host === 'localhost') {
    return [
      { host: '127.0.0.1', optional: false },
      { host: '::1', optional: true },
    ]
  }
  return [{ host, optional: false }]
}

/**
 * Listens with a new server on each address, all on the same port. Port 0 picks one that is free on all of them.
 *
 * @throws PortInUseError, ListenError
 */
export async function listenOnAll(options: {
  readonly hosts: readonly { readonly host: string; readonly optional: boolean }[]
  readonly port: number
  readonly create: () => Server
  readonly findHolder: (port: number) => Promise<PortHolder | undefined>
}): Promise<{ port: number; servers: Server[]; hosts: string[] }> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await listenOnce(options)
    if (!('taken' in outcome)) return outcome
    const { taken } = outcome
    // The port that the system picked for the first address may be in use on the second.
    if (options.port === 0 && tries < PORTS_TRIED) continue
    throw new PortInUseError({ ...taken, holder: await options.findHolder(taken.port) })
  }
}

async function listenOnce(
  options: Parameters<typeof listenOnAll>[0],
): Promise<{ port: number; servers: Server[]; hosts: string[] } | { taken: { host: string; port: number } }> {
  const servers: Server[] = []
  const hosts: string[] = []
  let { port } = options
  for (const { host, optional } of options.hosts) {
    const server = options.create()
    try {
      port = await listen(server, { host, port, ipv6Only: isLoopbackBind(host) })
    } catch (error) {
      const failure = error as NodeJS.ErrnoException
      if (optional && NO_SUCH_FAMILY.has(failure.code ?? '')) continue
      await Promise.all(servers.map(closed))
      if (failure.code === 'EADDRINUSE') return { taken: { host, port } }
      throw new ListenError(host, port, failure)
    }
    servers.push(server)
    hosts.push(host)
  }
  return { port, servers, hosts }
}

function listen(server: Server, options: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

export function closed(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
  })
}
