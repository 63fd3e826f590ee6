import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { bareHost, isLocalhost } from '../domain/webhooks/address.ts'
import { startDeadline } from './deadline.ts'
import { type AddressRule, addressRefusal, peerRefusal, type RefusalReason } from './destination.ts'

/** All addresses of a host name. Rejects with the error of the resolver (its `code` is `ENOTFOUND` or the like). */
export type Lookup = (host: string) => Promise<readonly string[]>

/** A name resolved to an address, or a connection was made to one, that the rule of the destination does not permit. */
export class AddressRefused extends Error {
  readonly reason: RefusalReason
  readonly address: string

  constructor(reason: RefusalReason, address: string) {
    super(`${address} is refused: ${reason}`)
    this.reason = reason
    this.address = address
  }
}

/** TCP and TLS were not both established within the time for connecting. */
export class ConnectDeadlineExceeded extends Error {}

/** Nobody is waiting for the connection any more. */
class ConnectionAbandoned extends Error {}

/** The receiver hung up before the connection was established. */
export class ClosedWhileConnecting extends Error {}

export interface ConnectorOptions {
  rule: AddressRule
  connectMilliseconds: number
  lookup: Lookup
  secureContext: () => SecureContext
  /** Ends an attempt to connect. */
  signal: AbortSignal
}

/**
 * Makes the connections of an undici client. A name is resolved once per connection, and exactly the addresses that were checked are
 * dialled; the address at the other end is checked again before a byte is sent. So nothing is gained by DNS answers that change between two
 * look-ups. Certificates are always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  return ({ hostname, protocol, port: portText }, callback) => {
    const host = bareHost(hostname)
    const isTls = protocol === 'https:'
    const port = Number(portText || (isTls ? 443 : 80))
    let isSettled = false
    let tls: TLSSocket | undefined

    const settle = () => {
      isSettled = true
      stopDeadline()
      options.signal.removeEventListener('abort', abandon)
    }
    const fail = (error: Error) => {
      if (isSettled) return
      settle()
      tls?.destroy()
      tcp.destroy()
      callback(error, null)
    }
    const succeed = (socket: Socket) => {
      if (isSettled) return
      settle()
      socket.removeListener('close', closed)
      callback(null, socket)
    }
    const closed = () => fail(new ClosedWhileConnecting())
    const abandon = () => fail(new ConnectionAbandoned())

    const tcp = connectTcp({ host, port, lookup: guardedLookup({ ...options, port }), noDelay: true })
    const stopDeadline = startDeadline(options.connectMilliseconds, () => fail(new ConnectDeadlineExceeded()))
    options.signal.addEventListener('abort', abandon)
    tcp.on('error', fail)
    tcp.once('close', closed)
    tcp.once('connect', () => {
      const { remoteAddress: address = '', localAddress = '' } = tcp
      const refused = peerRefusal({ address, localAddress, port }, options.rule)
      if (refused !== undefined) return fail(new AddressRefused(refused, address))
      if (!isTls) return succeed(tcp)
      tls = connectTls({
        socket: tcp,
        host,
        servername: isIP(host) === 0 ? host : '',
        secureContext: options.secureContext(),
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
      })
      tls.on('error', fail)
      tls.once('close', closed)
      tls.once('secureConnect', () => succeed(tls!))
    })
  }
}

function guardedLookup({ rule, port, lookup }: ConnectorOptions & { port: number }): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host, lookup).then(
      addresses => {
        const refusals = addresses.map(address => addressRefusal({ address, port }, rule))
        const permitted = addresses
          .filter((_, index) => refusals[index] === undefined)
          .map(address => ({ address, family: isIP(address) }))
        const [first] = permitted
        if (first === undefined)
          return callback(new AddressRefused(refusals[0] ?? 'reserved', addresses[0] ?? host), '')
        if (all) return callback(null, permitted)
        callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

async function resolve(host: string, lookup: Lookup): Promise<readonly string[]> {
  return isLocalhost(host) ? ['127.0.0.1', '::1'] : lookup(host)
}
