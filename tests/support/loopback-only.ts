import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { constants } from 'node:os'

/** What a process asks its machine to reach. */
interface Dialled {
  readonly kind: 'connect' | 'datagram' | 'name'
  readonly to: string
  readonly isOutside: boolean
}

type Callable = (this: unknown, ...args: unknown[]) => unknown
type Methods = Record<string, Callable>
interface Internal {
  binding(name: 'tcp_wrap'): { TCP: { prototype: Methods } }
  binding(name: 'udp_wrap'): { UDP: { prototype: Methods } }
}

/** What every name but `localhost` leads to: an address that counts as public, though it is kept for documentation. */
export const ANY_NAME = '203.0.113.53'
const UNREACHABLE = -constants.errno.ENETUNREACH
const OWN_ADDRESS = /^(?:127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/

/**
 * Keeps this process to its machine. Below every socket class, a connection or a datagram to another address ends as without a network,
 * before the operating system hears of it; a name is answered here, so that no resolver is asked. `note` hears of all that is tried.
 */
export function keepToLoopback(note: (dialled: Dialled) => void): void {
  const isRefused = (kind: Dialled['kind'], to: string): boolean => {
    const isOutside = kind === 'name' ? to !== 'localhost' : !OWN_ADDRESS.test(to)
    note({ kind, to, isOutside })
    return isOutside
  }
  const guard = (
    methods: Methods,
    { names, kind, addressOf }: { names: string[]; kind: Dialled['kind']; addressOf: (args: unknown[]) => unknown },
  ) => {
    for (const name of names) {
      const original = methods[name] as Callable
      methods[name] = function (...args) {
        const address = addressOf(args)
        return typeof address === 'string' && isRefused(kind, address) ? UNREACHABLE : original.apply(this, args)
      }
    }
  }
  const internal = process as unknown as Internal
  const { TCP } = internal.binding('tcp_wrap')
  const { UDP } = internal.binding('udp_wrap')
  guard(TCP.prototype, { names: ['connect', 'connect6'], kind: 'connect', addressOf: ([, address]) => address })
  guard(UDP.prototype, { names: ['connect', 'connect6'], kind: 'datagram', addressOf: ([address]) => address })
  // A datagram of a connected socket comes without an address; that was judged when the socket was connected.
  guard(UDP.prototype, { names: ['send', 'send6'], kind: 'datagram', addressOf: ([, , , , address]) => address })
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    guardNames(owner as unknown as Methods, name => isRefused('name', name))
  // What is imported by its name is what the module had when it was loaded.
  syncBuiltinESMExports()
}

function guardNames(methods: Methods, isRefused: (name: string) => boolean): void {
  for (const method of Object.getOwnPropertyNames(methods).filter(key => /^(?:lookup$|resolve)/.test(key))) {
    const original = methods[method] as Callable
    methods[method] = function (host, ...rest) {
      // Node looks up addresses as well as names; an address asks nobody.
      if (net.isIP(String(host)) !== 0 || !isRefused(String(host))) return original.call(this, host, ...rest)
      return method === 'lookup' ? original.call(this, ANY_NAME, ...rest) : notFound(String(host), rest.at(-1))
    }
  }
}

function notFound(host: string, callback: unknown): Promise<never> | undefined {
  const error = Object.assign(new Error(`query ENOTFOUND ${host}`), { code: 'ENOTFOUND', hostname: host })
  if (typeof callback !== 'function') return Promise.reject(error)
  process.nextTick(() => callback(error))
  return undefined
}
