import { isUtf8 } from 'node:buffer'
import { execFileSync, spawnSync } from 'node:child_process'
import { sign, verify } from '@octokit/webhooks-methods'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SIGNATURE_VECTORS, wrongHeaders } from '../../../tests/support/signature/vectors.ts'
import { signBody, verifySignature } from './signature.ts'

const secrets = fc.stringMatching(/^[A-Za-z0-9]{1,80}$/).map(token => `whsec_${token}`)
const bodies = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes))

test.each(SIGNATURE_VECTORS)('$name is signed as the golden vector says (threat C3)', vector => {
  expect(signBody(vector)).toBe(vector.header)
  expect(verifySignature(vector)).toBe(true)
})

test.each(SIGNATURE_VECTORS)('$name: a header that differs in any way is refused (without C3)', vector => {
  const accepted = wrongHeaders(vector).filter(header => verifySignature({ ...vector, header }))
  expect(accepted).toEqual([])
  expect(verifySignature({ ...vector, header: undefined })).toBe(false)
})

test('an independent implementation in JavaScript agrees on every vector that it can take: text that is not empty', async () => {
  const text = SIGNATURE_VECTORS.filter(({ body }) => body.length > 0 && isUtf8(body))
  expect(text.length).toBeGreaterThanOrEqual(SIGNATURE_VECTORS.length - 3)
  for (const vector of text) {
    const body = vector.body.toString('utf8')
    expect(await sign(vector.secret, body)).toBe(signBody(vector))
    expect(await verify(vector.secret, body, signBody(vector))).toBe(true)
  }
})

// The golden vectors contain what openssl computed. If it is installed, it computes them again.
const asked = spawnSync('openssl', ['version']).status === 0 ? SIGNATURE_VECTORS : []
test(`openssl computes the same digest for every vector (${asked.length} asked on this machine)`, () => {
  for (const vector of asked) {
    const answer = execFileSync('openssl', ['dgst', '-sha256', '-hmac', vector.secret, '-r'], { input: vector.body })
    expect(`sha256=${answer.toString().split(' ')[0]}`, vector.name).toBe(signBody(vector))
  }
  expect(SIGNATURE_VECTORS.length).toBeGreaterThan(15)
})

test('the prefix of the secret is part of the key (threat C3)', () => {
  fc.assert(
    fc.property(secrets, bodies, (secret, body) => {
      const header = signBody({ secret: secret.slice('whsec_'.length), body })
      expect(verifySignature({ secret, header, body })).toBe(false)
    }),
  )
})

test('a signature verifies for its own bytes and for no others (threat C3)', () => {
  fc.assert(
    fc.property(secrets, bodies, fc.nat(), fc.integer({ min: 1, max: 255 }), (secret, body, at, flip) => {
      const header = signBody({ secret, body })
      expect(header).toMatch(/^sha256=[0-9a-f]{64}$/)
      expect(verifySignature({ secret, header, body })).toBe(true)
      const changed = Buffer.concat([body, Buffer.of(0)])
      if (body.length > 0) changed[at % body.length]! ^= flip
      expect(verifySignature({ secret, header, body: changed })).toBe(false)
      expect(verifySignature({ secret, header, body: changed.subarray(0, body.length) })).toBe(body.length === 0)
    }),
  )
})
