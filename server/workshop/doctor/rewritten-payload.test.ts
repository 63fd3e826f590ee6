import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { writePayload } from '../../domain/webhooks/payload-bytes.ts'
import { writeJson } from '../../domain/webhooks/write-json.ts'
import { diagnoseSignature } from '../signature-doctor.ts'
import { JSON_STYLES } from './json-styles.ts'

const secret = 'whsec_4f0c2a9d7b6e4c1f8a3d5e7f90b1c2d3'
/** Every library in the list spells this in its own way. */
const payload = {
  event: 'call.completed',
  external_id: '顧客/<é> & \u2028 \u007f "O\'Neill" +=`',
  data: { status: 'connected', none: {}, list: [1, 'a'] },
}
const header = (body: string | Buffer) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const named = (writer: string) => `as ${writer} writes it`

describe.each(['wide', 'compact'] as const)('a payload spelled %s (finding T10)', spelling => {
  const genuine = writePayload(payload, spelling)
  const others = JSON_STYLES.filter(style => writeJson(payload, style) !== `${genuine}`)

  test.each(others)('that a receiver wrote again as $writer is named, with the header it computed', style => {
    const { mistakes } = diagnoseSignature({
      secret,
      spelling,
      body: genuine,
      header: header(writeJson(payload, style)),
    })
    expect(mistakes).toMatchObject([{ id: 'reserialized', text: 'reserialized' }])
    expect(mistakes[0]!.title).toContain(named(style.writer))
  })

  test.each(others)('that was written again as $writer is named, held against the genuine header', style => {
    const { mistakes } = diagnoseSignature({
      secret,
      spelling,
      body: Buffer.from(writeJson(payload, style)),
      header: header(genuine),
    })
    expect(mistakes).toMatchObject([{ id: 'reserialized', text: 'given_rewritten' }])
    expect(mistakes[0]!.title).toContain(named(style.writer))
  })
})

test('a body that a hand has spelled is named without a writer (finding T10)', () => {
  const { mistakes } = diagnoseSignature({
    secret,
    body: Buffer.from('{"event":  "call.missed"}'),
    header: header(writePayload({ event: 'call.missed' }, 'wide')),
  })
  expect(mistakes).toMatchObject([{ id: 'reserialized', text: 'given_rewritten', detail: null }])
})
