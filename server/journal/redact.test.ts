import { describe, expect, test } from 'vitest'
import { bytesWithoutKeys, bytesWithoutSecrets, withoutKeys, withoutSecrets } from './redact.ts'

const KEY = 'svc_live_0123456789abcdefABCDEF0123456789'
const SECRET = 'whsec_abcdefghijklmnopqrstuvwxyz012345'

describe('what is hidden', () => {
  test('keys and secrets keep their prefix and their last four characters', () => {
    expect(withoutSecrets(`a ${KEY}, "${SECRET}"`)).toBe('a svc_live_…6789, "whsec_…2345"')
  })

  test('the journal hides keys and keeps secrets, with which a body is still exact', () => {
    expect(withoutKeys(`${KEY} ${SECRET}`)).toBe(`svc_live_…6789 ${SECRET}`)
  })

  test('a masked text is left as it is', () => {
    expect(withoutSecrets('svc_test_…6789 whsec_…2345')).toBe('svc_test_…6789 whsec_…2345')
  })

  test('bytes that are no UTF-8 stay what they are around a secret', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0xe3, 0x81]), Buffer.from(SECRET), Buffer.from([0xfe])])
    const expected = Buffer.concat([
      Buffer.from([0xff, 0x00, 0xe3, 0x81]),
      Buffer.from('whsec_…2345'),
      Buffer.from([0xfe]),
    ])
    expect(bytesWithoutSecrets(bytes)).toEqual(expected)
  })

  test('a body with Japanese text keeps it', () => {
    const body = Buffer.from(JSON.stringify({ name: '山田 太郎', secret: SECRET, key: KEY }))
    expect(JSON.parse(bytesWithoutSecrets(body).toString())).toEqual({
      name: '山田 太郎',
      secret: 'whsec_…2345',
      key: 'svc_live_…6789',
    })
  })

  test('bytes without anything to hide are the very same buffer', () => {
    const body = Buffer.from('{"name":"svc_"}')
    expect(bytesWithoutSecrets(body)).toBe(body)
    expect(bytesWithoutKeys(body)).toBe(body)
    expect(bytesWithoutKeys(null)).toBeNull()
  })
})
