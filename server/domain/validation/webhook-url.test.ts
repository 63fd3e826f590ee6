import { describe, expect, test } from 'vitest'
import { webhookUrlProblem } from './webhook-url.ts'

const off = { maxLength: 2_048, httpOnLoopback: 'off' } as const
const on = { maxLength: 2_048, httpOnLoopback: 'on' } as const

describe('the URL of a webhook', () => {
  test.each([
    'https://crm.example.com/hooks',
    'https://crm.example.com:8443/hooks?tenant=1&x=%20',
    'https://inbox.ringback.test/mine',
    'https://127.0.0.1:3000/',
    'https://[::1]:3000/',
    'https://例え.jp/hook',
    `https://crm.example.com/${'a'.repeat(2_048 - 'https://crm.example.com/'.length)}`,
  ])('may be %s', url => {
    expect(webhookUrlProblem(url, off)).toBeUndefined()
  })

  test.each([
    ['http://crm.example.com/', /Must be https/],
    ['http://localhost:9000', /switch on webhooks\.http_on_loopback/],
    ['ftp://crm.example.com/', /absolute https URL/],
    ['HTTPS://crm.example.com/', /absolute https URL/],
    ['//crm.example.com/', /absolute https URL/],
    ['https:crm.example.com', /absolute https URL/],
    ['https:///crm.example.com', /absolute https URL/],
    ['https://', /absolute https URL/],
    ['https://?x', /absolute https URL/],
    ['https://exa mple.com/', /spaces/],
    ['https://crm.example.com/\n', /spaces, control characters/],
    ['https:\\\\crm.example.com\\', /backslashes/],
    ['https://user:secret@crm.example.com/', /user name or password/],
    ['https://@crm.example.com/', /user name or password/],
    ['https://crm.example.com/#', /fragment/],
    ['https://crm.example.com:0/', /port 0/],
    ['https://crm.example.com:65536/', /absolute https URL/],
    ['https://1.2.3.4.5/', /absolute https URL/],
    [`https://crm.example.com/${'a'.repeat(2_048)}`, /at most 2048 characters/],
    ['', /absolute https URL/],
  ])('cannot be %s', (url, message) => {
    expect(webhookUrlProblem(url, off)).toMatch(message)
  })

  test.each([
    'http://localhost:9000',
    'http://app.localhost/',
    'http://127.0.0.1:1/',
    'http://127.1/',
    'http://[::1]:80/',
  ])('may be %s with webhooks.http_on_loopback', url => {
    expect(webhookUrlProblem(url, off)).toBeDefined()
    expect(webhookUrlProblem(url, on)).toBeUndefined()
  })

  test.each(['http://crm.example.com/', 'http://localhost.example.com/', 'http://10.0.0.1/', 'http://128.0.0.1/'])(
    'cannot be %s even so',
    url => {
      expect(webhookUrlProblem(url, on)).toMatch(/Must be https.*--forward\.$/)
    },
  )
})
