import { createHash, createHmac, createSecretKey, getHashes, type Hmac, type KeyObject } from 'node:crypto'
import type { SignatureDetailId } from '../../contract/signature-mistakes.ts'
import { detail, type Guess, mistake } from './mistakes.ts'

type Digest = (input: { key: Buffer; body: Buffer }) => Buffer

export interface Algorithm {
  /** As the prefix of a header would name it: `sha256`, `sha1`. */
  readonly hash: string
  readonly digest: Digest
}

const available = new Set(getHashes().map(name => name.toLowerCase()))

/** HMAC with other hash functions, as far as OpenSSL on this machine has them. */
const OTHER_HASHES = ['sha1', 'sha512', 'sha384', 'md5', 'sha224', 'sha512-256', 'sha3-256'].filter(hash =>
  available.has(hash),
)

const sha256 = (...parts: Buffer[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const secretKeys = new WeakMap<Buffer, KeyObject>()

/** Node finds out what a key is by two errors that it catches each time, unless it is given one that it has made itself. */
function hmac(hash: string, key: Buffer): Hmac {
  const made = secretKeys.get(key) ?? createSecretKey(key)
  secretKeys.set(key, made)
  return createHmac(hash, made)
}

/** What people compute instead of an HMAC. */
const NOT_AN_HMAC: readonly { is: SignatureDetailId; digest: Digest }[] = [
  { is: 'body_alone', digest: ({ body }) => sha256(body) },
  { is: 'secret_then_body', digest: ({ key, body }) => sha256(key, body) },
  { is: 'body_then_secret', digest: ({ key, body }) => sha256(body, key) },
  {
    is: 'swapped',
    digest: ({ key, body }) => hmac('sha256', body).update(key).digest(),
  },
  {
    is: 'hash_in_hex',
    digest: ({ key, body }) => hmac('sha256', key).update(sha256(body).toString('hex')).digest(),
  },
  {
    is: 'hash',
    digest: ({ key, body }) => hmac('sha256', key).update(sha256(body)).digest(),
  },
]

/** Ways to compute the digest, the right one first. */
export const ALGORITHM_GUESSES: readonly Guess<Algorithm>[] = [
  { value: { hash: 'sha256', digest: hmacWith('sha256') }, mistakes: [] },
  ...OTHER_HASHES.map(hash => ({
    value: { hash, digest: hmacWith(hash) },
    mistakes: [mistake('wrong_algorithm', { detail: detail('hmac', { hash: hash.toUpperCase() }) })],
  })),
  ...NOT_AN_HMAC.map(({ is, digest }) => ({
    value: { hash: 'sha256', digest },
    mistakes: [mistake('wrong_algorithm', { detail: detail(is) })],
  })),
]

function hmacWith(hash: string): Digest {
  return ({ key, body }) => hmac(hash, key).update(body).digest()
}
