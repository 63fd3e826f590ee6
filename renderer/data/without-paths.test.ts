import { expect, test } from 'vitest'
import { receiverText } from '../components/axis/target-text.ts'
import { hiddenSpans, shownToOthers } from './shown-to-others.ts'
import { withoutPaths } from './without-paths.ts'

const URL_OF_IT = 'https://crm.acme-kk.co.jp/hooks/T0K3N-SECRET-9f8a7b?key=abc123'
const SHOWN = 'https://crm.acme-kk.co.jp/…'

test.each([
  ['alone', URL_OF_IT, SHOWN],
  ['in JSON', `{"url":"${URL_OF_IT}","label":null}`, `{"url":"${SHOWN}","label":null}`],
  ['in JSON that is escaped', `{\\"url\\":\\"${URL_OF_IT}\\"}`, `{\\"url\\":\\"${SHOWN}\\"}`],
  ['with escaped slashes', URL_OF_IT.replaceAll('/', '\\/'), 'https:\\/\\/crm.acme-kk.co.jp/…'],
  ['for a shell', `curl -i '${URL_OF_IT}' -X POST`, `curl -i '${SHOWN}' -X POST`],
  ['with a quote in it', `'https://a.example/it'\\''s-T0K3N' -X`, `'https://a.example/…' -X`],
  ['in a sentence', `Sent to ${URL_OF_IT}, and (${URL_OF_IT}).`, `Sent to ${SHOWN}, and (${SHOWN}).`],
  ['in a Japanese one', `（入力：${URL_OF_IT}）。`, `（入力：${SHOWN}）。`],
  ['with a password', 'https://me:pass@a.example/', 'https://a.example/'],
  ['with a query only', 'https://a.example?key=abc', 'https://a.example/…'],
  ['on a port of this machine', 'to http://127.0.0.1:45712/hooks/T0K3N', 'to http://127.0.0.1:45712/…'],
  ['without its scheme', 'call.missed → crm.acme-kk.co.jp/hooks/T0K3N', 'call.missed → crm.acme-kk.co.jp/…'],
  [
    'without its scheme, with a port',
    'localhost:3000/hooks and 10.0.0.1:80/T0K3N',
    'localhost:3000/… and 10.0.0.1:80/…',
  ],
  ['percent-encoded', `?url=${encodeURIComponent(URL_OF_IT)}`, '••••••••'],
  ['in Base64', btoa(`{"url":"${URL_OF_IT}"}`), '••••••••'],
  ['of an inbox with a query', 'https://inbox.ringback.test/crm?key=abc', 'https://inbox.ringback.test/crm?…'],
])('Of an address %s, only scheme and host are shown', (_, text, shown) => {
  expect(shownToOthers(text)).toBe(shown)
  expect(shownToOthers(shown)).toBe(shown)
})

test.each([
  'https://inbox.ringback.test/missed-board',
  'inbox.ringback.test/crm',
  'https://crm.acme-kk.co.jp and https://crm.acme-kk.co.jp/.',
  'Node.js/20.11.0 acme-crm/4.2 (node) Mozilla/5.0 Chrome/141.0.0.0',
  'POST /api/v1/calls/initiate application/json 2026/03/10 00:59/01:59',
  `${SHOWN}*`,
])('What is no address of a receiver, or hides nothing, stays as it is: %s', text => {
  expect(withoutPaths(text)).toBe(text)
})

test('The words of Live for a receiver are shown up to its host, and an inbox has its name', () => {
  expect(shownToOthers(receiverText(URL_OF_IT))).toBe('crm.acme-kk.co.jp/…')
  expect(shownToOthers(receiverText('http://127.0.0.1:45712/hooks/T0K3N'))).toBe('127.0.0.1:45712/…')
  expect(shownToOthers(receiverText('https://inbox.ringback.test/crm'))).toBe('inbox/crm')
})

test('Of the bytes of an address, those of its path and query are hidden', () => {
  const bytes = new TextEncoder().encode(`{"url":"${URL_OF_IT}"}`)
  const from = `{"url":"https://crm.acme-kk.co.jp`.length
  expect(hiddenSpans(bytes)).toEqual([{ from, to: bytes.length - 2 }])
})
