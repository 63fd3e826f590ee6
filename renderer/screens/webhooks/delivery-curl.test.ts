import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOfDelivery } from './delivery-curl.ts'

const body = { text: `{"external_id":"it's \\"5" $HOME","n":"a\nb"}`, base64: '' }
const request_headers = { 'X-Service-Signature': 'sha256=00', 'X-Service-Event': 'call.missed' }

/** The words that a shell makes of the command. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `set -- ${command.replace(/^curl /, '')}; printf '%s\\0' "$@"`])
    .toString()
    .split('\0')
    .slice(0, -1)

test('A delivery is copied as a command that sends its very bytes and headers', () => {
  const words = wordsOf(
    curlOfDelivery({ url: 'https://crm.example.com/h?a=1&b=2', request_headers, body, attempts: [] }),
  )
  expect(words).toContain('https://crm.example.com/h?a=1&b=2')
  expect(words).toContain('X-Service-Signature: sha256=00')
  expect(words.at(-1)).toBe(body.text)
})

test('It goes where the last attempt really went', () => {
  const attempt = { target: 'http://127.0.0.1:3000/h' } as Parameters<typeof curlOfDelivery>[0]['attempts'][number]
  const delivery = { url: 'https://crm.example.com/h', request_headers, body, attempts: [attempt] }
  expect(wordsOf(curlOfDelivery(delivery))).toContain('http://127.0.0.1:3000/h')
})
