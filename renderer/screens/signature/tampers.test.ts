import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { diagnoseSignature } from '../../../server/workshop/signature-doctor.ts'
import { TAMPERS, type Tamper, tampered } from './tampers.ts'

const secret = 'whsec_STqkfkG7v35l1icil5qxaphIwZ70PzMG'
const body = JSON.stringify({
  event: 'call.missed',
  event_id: 'evt_1',
  external_id: '顧客/0042',
  data: { call_id: 'c' },
})
const genuine = { secret, body, header: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }

/** What the doctor calls each of them. */
const NAMED = {
  body_changed: 'unknown',
  reserialized: 'reserialized',
  newline: 'trailing_newline',
  prefix_stripped: 'prefix_stripped',
  uppercase: 'uppercase_hex',
  no_prefix: 'missing_sha256_prefix',
  base64: 'base64_digest',
  secret_newline: 'trailing_newline',
} as const satisfies Record<Exclude<Tamper, 'none'>, string>

const diagnose = (tamper: Tamper) => {
  const signed = tampered(tamper, genuine)
  return diagnoseSignature({ ...signed, body: Buffer.from(signed.body), otherSecrets: [] })
}

test('An untampered delivery verifies', () => {
  expect(diagnose('none').valid).toBe(true)
})

test.each(TAMPERS.filter(tamper => tamper !== 'none'))('The tamper %s makes verification fail, by its name', tamper => {
  const { valid, mistakes } = diagnose(tamper)
  expect(valid).toBe(false)
  expect(mistakes.map(({ id }) => id)).toContain(NAMED[tamper])
})

test('Text that is no JSON and has no letter is changed all the same', () => {
  expect(tampered('body_changed', { ...genuine, body: '42' }).body).not.toBe('42')
})
