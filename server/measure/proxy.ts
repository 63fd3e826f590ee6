import { type Agent as HttpAgent, request } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { MeasureRefusal } from './base-address.ts'

/** How long a proxy may take to reach the service, in milliseconds of real time. */
const LONGEST_CONNECT = 30_000

interface Destination {
  readonly host: string
  readonly port: number | string
  readonly servername?: string
}
type Connected = (error: Error | null, socket?: Socket) => void

/**
 * The address of a proxy.
 *
 * @throws MeasureRefusal unless it is http without a user name: what is a secret is no flag
 */
export function proxyAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' && url.username === '' && url.password === '' && url.pathname === '/') return url
  throw new MeasureRefusal('--proxy takes the address of an HTTP proxy, such as http://proxy.example.com:8080.')
}

/** Lets an agent connect through a tunnel (CONNECT), for http and https alike: the proxy sees where to, and of https nothing more. */
export function throughProxy<Agent extends HttpAgent | HttpsAgent>(
  agent: Agent,
  { proxy, isSecure }: { proxy: URL; isSecure: boolean },
): Agent {
  const createConnection = (destination: Destination, connected: Connected) => {
    const { host, port } = destination
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const tunnel = request({
      method: 'CONNECT',
      hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || 80,
      path: authority,
      headers: { Host: authority },
      agent: false,
      timeout: LONGEST_CONNECT,
    })
    tunnel.once('timeout', () => tunnel.destroy(new Error('the proxy took more than 30 s')))
    tunnel.once('error', error => connected(error))
    tunnel.once('response', ({ statusCode }) => {
      tunnel.destroy()
      connected(new Error(`the proxy answered ${statusCode}`))
    })
    tunnel.once('connect', ({ statusCode }, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy()
        return connected(new Error(`the proxy answered ${statusCode}`))
      }
      if (head.length > 0) socket.unshift(head)
      tunnel.removeAllListeners('timeout')
      connected(
        null,
        isSecure ? connectTls({ host, servername: destination.servername ?? host, socket }) : (socket as Socket),
      )
    })
    tunnel.end()
  }
  return Object.assign(agent, { createConnection })
}
