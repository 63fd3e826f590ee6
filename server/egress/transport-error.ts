import { AddressRefused, ClosedWhileConnecting, ConnectDeadlineExceeded } from './connector.ts'
import { type NetworkDestination, portOf, resolvedRefusalMessage } from './destination.ts'

export interface Timeout {
  readonly connect_seconds: number
  readonly total_seconds: number
}

/** The total time was over before the answer was complete. */
export class TotalDeadlineExceeded extends Error {}
/** The caller's signal ended the attempt. */
export class Cancelled extends Error {}
/** The transport was closed before or during the attempt. */
export class TransportClosed extends Error {}

interface Context {
  destination: NetworkDestination
  timeout: Timeout
  /** Whether the answer had begun. */
  answered: boolean
}
interface Failure extends Context {
  /** `host:port`. */
  where: string
  /** What the layer below says, for errors that have no text of their own. */
  detail: string
}

const TRUST = 'Trust its CA with --ca <file>'
const TEXTS = {
  connect_timeout: ({ where, timeout }) => `no connection to ${where} within ${timeout.connect_seconds} s`,
  total_timeout: ({ where, timeout, answered }) =>
    `${where} ${answered ? 'began to answer but did not end' : 'did not answer'} within ${timeout.total_seconds} s`,
  connection_refused: ({ where }) => `nothing listens at ${where}`,
  connection_reset: ({ where, answered }) =>
    `${where} reset the connection ${answered ? 'before its answer was complete' : 'without an answer'}`,
  connection_closed: ({ where, answered }) =>
    `${where} closed the connection ${answered ? 'before its answer was complete' : 'without an answer'}`,
  host_unreachable: ({ where }) => `there is no route to ${where}`,
  dns_not_found: ({ where, destination: { forward } }) =>
    forward === null
      ? `no address is known for ${where}. Map its origin to a local receiver with --forward`
      : `no address is known for ${where}, to which the rule for ${forward.from} leads. Correct its target with --forward`,
  dns_failed: ({ where, detail }) => `the address of ${where} could not be looked up (${detail})`,
  tls_unable_to_verify_leaf_signature: ({ where }) =>
    `the issuer of the certificate of ${where} is not known. ${TRUST}`,
  tls_self_signed: ({ where }) => `the certificate of ${where} is signed by itself. ${TRUST}`,
  tls_expired: ({ where }) => `the certificate of ${where} is no longer valid. Renew it`,
  tls_not_yet_valid: ({ where }) => `the certificate of ${where} is not valid yet. Check the clock of this machine`,
  tls_wrong_name: ({ where, detail }) => `the certificate of ${where} is for another name (${detail})`,
  tls_protocol_version: ({ where }) => `${where} speaks no TLS version that is safe. Switch on TLS 1.2 or 1.3 there`,
  tls_not_spoken: ({ where, destination: { forward } }) =>
    forward === null
      ? `${where} does not speak TLS. If it is an http:// server, map the webhook to it with --forward`
      : `${where} does not speak TLS. If it is an http:// server, change the target of the rule for ${forward.from} to http:// with --forward`,
  tls_failed: ({ where, detail }) => `no secure connection to ${where} (${detail})`,
  bad_response: ({ where, detail }) => `${where} did not answer with valid HTTP (${detail})`,
  refused_by_policy: ({ detail }) => detail,
  cancelled: () => 'the attempt was stopped',
  transport_closed: () => 'the emulator is shutting down',
  network_error: ({ where, detail }) => `${where}: ${detail}`,
} satisfies Record<string, (failure: Failure) => string>
/** Every error of an attempt begins with one of these and a colon. */
export type TransportErrorCode = keyof typeof TEXTS
export const TRANSPORT_ERROR_CODES = Object.keys(TEXTS) as TransportErrorCode[]

/** Codes of Node, of OpenSSL as Node shows them, and of undici. */
const CODES: Readonly<Record<string, TransportErrorCode>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  ETIMEDOUT: 'connect_timeout',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  ENOTFOUND: 'dns_not_found',
  EAI_AGAIN: 'dns_failed',
  EAI_FAIL: 'dns_failed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_unable_to_verify_leaf_signature',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_unable_to_verify_leaf_signature',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_unable_to_verify_leaf_signature',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_unable_to_verify_leaf_signature',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_self_signed',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_name',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls_protocol_version',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls_protocol_version',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_not_spoken',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'tls_not_spoken',
  EPROTO: 'tls_failed',
  CERT_SIGNATURE_FAILURE: 'tls_failed',
  CERT_UNTRUSTED: 'tls_unable_to_verify_leaf_signature',
  INVALID_PURPOSE: 'tls_failed',
  UND_ERR_SOCKET: 'connection_closed',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
  UND_ERR_DESTROYED: 'transport_closed',
  UND_ERR_CLOSED: 'transport_closed',
}

/** A short text for the journal that begins with a `TransportErrorCode` and a colon. */
export function describeError(error: Error, context: Context): string {
  const url = new URL(context.destination.url)
  const where = `${url.hostname}:${portOf(url)}`
  const code = codeOf(error)
  return `${code}: ${TEXTS[code]({ ...context, where, detail: detailOf(error, context) })}`
}

function codeOf(error: Error): TransportErrorCode {
  if (error instanceof AddressRefused) return 'refused_by_policy'
  if (error instanceof ConnectDeadlineExceeded) return 'connect_timeout'
  if (error instanceof ClosedWhileConnecting) return 'connection_closed'
  if (error instanceof TotalDeadlineExceeded) return 'total_timeout'
  if (error instanceof Cancelled) return 'cancelled'
  if (error instanceof TransportClosed) return 'transport_closed'
  const code = errorCode(error)
  // For undici, an upgrade that nobody asked for, or an answer without a request, is a socket error.
  if (error.name === 'HTTPParserError' || /^bad (response|upgrade)$/.test(error.message)) return 'bad_response'
  return CODES[code] ?? (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? 'tls_failed' : 'network_error')
}

function detailOf(error: Error, { destination }: Context): string {
  if (error instanceof AddressRefused) return resolvedRefusalMessage(destination, error)
  // `IP: 127.0.0.1 is not in the cert's list: `, of a certificate that names no address.
  if ('reason' in error && typeof error.reason === 'string') return error.reason.replace(/: *$/, ', which is empty')
  // Messages of OpenSSL contain a thread number and source lines, which differ between runs and machines.
  const code = errorCode(error)
  if (code.startsWith('ERR_SSL_')) return code.slice('ERR_SSL_'.length).toLowerCase().replaceAll('_', ' ')
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'its headers are larger than 16 KiB'
  if (error.name === 'HTTPParserError') return /\((.*)\)/.exec(error.message)?.[1] ?? error.message
  return code && code !== 'UND_ERR_SOCKET' ? code : error.message
}

function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
