import { hash as digest } from 'node:crypto'
import type { EndpointId } from '../contract/endpoints.ts'
import { choosesIn } from './queries.ts'

/** Longer texts and bodies are hashed by what is built in, which takes a while to set out and is fast then. */
const SHORT = 512
const LOW_BITS = 2 ** 32
const HIGH_MASK = 0x1f_ffff

/** A hash of 53 bits, as many as a number holds: FNV-1a twice, with two factors. */
export function hashOf(text: string): number {
  if (text.length > SHORT) return digestOf(Buffer.from(text))
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return joined(low, high)
}

/** The high bits of a factor move up only; without this, the first characters would not reach the low ones. */
function joined(low: number, high: number): number {
  return ((high ^ (high >>> 13)) & HIGH_MASK) * LOW_BITS + ((low ^ (low >>> 15)) >>> 0)
}

export function hashOfBytes(bytes: Buffer): number {
  return bytes.length > SHORT ? digestOf(bytes) : hashOf(bytes.toString('latin1'))
}

function digestOf(bytes: Buffer): number {
  const digested = digest('sha1', bytes, 'buffer')
  return (digested.readUInt32LE(0) & HIGH_MASK) * LOW_BITS + digested.readUInt32LE(4)
}

interface Target {
  /** `null` for a path that is none of the contract. */
  readonly endpoint: EndpointId | null
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly body: Buffer
}

/**
 * What makes two requests the same one, and what is the same of those that ask for its other pages: parameters that the contract does not have are
 * ignored, and make no other list.
 */
export function fingerprintsOf({ endpoint, method, path, query, body }: Target): {
  fingerprint: number
  sweep: number
} {
  const rest = `${method} ${path} ${body.length === 0 ? '' : hashOfBytes(body)}`
  if (query === '') {
    // As below, so that the first page is a page of the same list as the others.
    const fingerprint = hashOf(`${rest} `)
    return { fingerprint, sweep: fingerprint }
  }
  const parameters = query.split('&').sort()
  const fingerprint = hashOf(`${rest} ${parameters.join('&')}`)
  const others = parameters.filter(parameter => choosesIn(endpoint, parameter))
  const sweep = others.length === parameters.length ? fingerprint : hashOf(`${rest} ${others.join('&')}`)
  return { fingerprint, sweep }
}
