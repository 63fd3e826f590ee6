import { expect, test } from 'vitest'
import { hiddenSpans, shownToOthers } from './shown-to-others.ts'

const KEY = 'svc_live_ringbackCanaryKey000000'
const SECRET = 'whsec_0123456789abcdefghij'

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

test.each([
  ['a key', `Bearer ${KEY}`, 'Bearer svc_live_••••••••'],
  ['a secret between other letters', `x${SECRET}"}`, 'xwhsec_••••••••"}'],
  ['two of them', `${KEY}, ${SECRET}`, 'svc_live_••••••••, whsec_••••••••'],
  ['the end of a key without its middle', 'Bearer svc_live_…jmd4', 'Bearer svc_live_••••••••'],
  ['the end of a masked secret', 'whsec_••••••••xChU', 'whsec_••••••••'],
  ['a secret in Base64', `{"body":"${btoa(`{"secret":"${SECRET}"}`)}"}`, '{"body":"••••••••"}'],
  ['a key that is percent-encoded', `/customers?name=${KEY.replaceAll('_', '%5F')}`, '••••••••'],
  ['a secret that is escaped as in JSON', SECRET.replace('w', '\\u0077').replace('_', '\\u005f'), '••••••••'],
  ['a phone number', '{"tel1":"+81312345678"}', '{"tel1":"+813••••5678"}'],
  ['a phone number in Base64', btoa('{"tel1":"+81312345678"}'), '••••••••'],
  ['a phone number in full width in Base64', toBase64('{"tel1":"０９０-８７６５-４３２１"}'), '••••••••'],
  [
    'one in full width in a query',
    `/calls?q=${encodeURIComponent('０９０８７６５４３２１')}&limit=1`,
    `/calls?q=${encodeURIComponent('０９０')}••••${encodeURIComponent('４３２１')}&limit=1`,
  ],
  ['one in brackets and spaces in a query', '/calls?q=%28090%29+8765+4321', '/calls?q=%28090%29+••••+4321'],
  ['one whose brackets are not encoded', '/calls?tel=(090)%201234-5678', '/calls?tel=(090)%20••••-5678'],
  ['one in a path', `/customers/${encodeURIComponent('090 8765 4321')}`, '/customers/090%20••••%204321'],
  [
    'one in full width that is escaped as in JSON',
    '"\\uff10\\uff19\\uff1087654321"',
    '"\\uff10\\uff19\\uff10••••4321"',
  ],
  ['a phone number that is escaped as in JSON', '"\\u002b81312345678"', '"\\u002b813••••5678"'],
])('%s is hidden', (_, text, shown) => {
  expect(shownToOthers(text)).toBe(shown)
})

test.each([
  ['whsec_…', '/customers?name=%E7%94%B0', '0000000e-13a2-4135-ac3d-842f64439c75', 'key_12b2232d09ff3c7e'],
  [
    'sha256=39b1caf6ebda19cf7cb8ce72e18bf737437f6f5cb3a203fff71d9230413ae42f',
    'aGVsbG8gaGVsbG8gaGVsbG8=',
    'the whole secret',
  ],
])('what is no secret stays as it is', (...texts) => {
  expect(texts.map(shownToOthers)).toEqual(texts)
})

test('bytes of a secret are known by their offsets, and an encoded one hides all of them', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(hiddenSpans(bytes(`田${KEY}!`))).toEqual([{ from: 12, to: 3 + KEY.length }])
  expect(hiddenSpans(bytes(btoa(SECRET)))).toEqual([{ from: 0, to: btoa(SECRET).length }])
  expect(hiddenSpans(bytes('{"tel1":"+81312345678"}'))).toEqual([{ from: 9, to: 21 }])
  expect(hiddenSpans(bytes('{"a":1}'))).toEqual([])
  // Three bytes to a digit of full width.
  expect(hiddenSpans(bytes('"田":"０９０-8765-4321"'))).toEqual([{ from: 7, to: 26 }])
  expect(hiddenSpans(Uint8Array.of(0xff, ...bytes('090-8765-4321')))).toEqual([{ from: 1, to: 14 }])
})
