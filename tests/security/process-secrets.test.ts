import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '../../server/contract/scopes.ts'
import { type CliProcess, type Ended, ringback, temporaryFolder } from '../support/cli.ts'
import { sendRaw } from '../support/raw-socket.ts'

const TOKEN = 'canary-0123456789abcdefghijklmnop'
const WRONG_KEY = 'svc_live_canary0123456789canary0123456789'

/** A process that has seen keys, secrets and tokens in right and wrong places, and what came out of it. */
interface Lived {
  readonly folder: ReturnType<typeof temporaryFolder>
  readonly secrets: { readonly key: string; readonly webhook: string; readonly token: string; readonly wrong: string }
  readonly ended: Ended
  /** Bodies of answers that must not show any. */
  readonly answers: readonly string[]
  readonly stream: string
  /** Where they are shown on purpose. */
  readonly shown: { readonly issued: string; readonly registered: string; readonly explained: string }
}

async function live(cli: CliProcess, folder: Lived['folder']): Promise<Lived> {
  const [address = ''] = await cli.wrote('stdout', /http:\/\/127\.0\.0\.1:\d+/)
  const world = `${address}/control/worlds/default`
  const answers: string[] = []
  const control = async (method: string, url: string, body?: unknown) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` }
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  const api = async (key: string, method: string, url: string, body?: unknown) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
    const response = await fetch(`${address}/api/v1${url}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return response.text()
  }
  const issued = (await control('POST', `${world}/tenants/max/keys`, { mode: 'live', scopes: SCOPES })).text
  const key = JSON.parse(issued).key as string
  const events = ['call.completed', 'call.missed']
  const registered = await api(key, 'POST', '/webhooks', { url: 'https://inbox.ringback.test/crm', events })
  const { webhook_id, secret } = JSON.parse(registered).data
  const test = await api(key, 'POST', `/webhooks/${webhook_id}/test`)

  // Refusals of every kind, each with something secret in the request.
  answers.push(test, await api(WRONG_KEY, 'GET', '/customers'), await api(key, 'POST', '/customers', { name: 1 }))
  answers.push(await api(key, 'GET', '/webhooks'))
  for (const token of ['', `${TOKEN}x`, key]) {
    const response = await fetch(`${world}/clock`, { headers: { 'X-Ringback-Token': token } })
    answers.push(await response.text())
  }
  const port = Number(new URL(address).port)
  const forged = `GET /control/health HTTP/1.1\r\nHost: evil.com\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`
  const broken = `GET /api/v1/customers HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nBro ken: x\r\n\r\n`
  for (const bytes of [forged, broken]) answers.push(...(await sendRaw(bytes, { port })).map(({ body }) => body))
  for (const list of [
    'requests',
    'webhooks',
    'deliveries',
    'events',
    'ledger',
    'tenants',
    'tenants/max/keys',
    'inbox/crm',
  ])
    answers.push((await control('GET', `${world}/${list}`)).text)
  const [delivery] = JSON.parse((await control('GET', `${world}/deliveries`)).text).data
  answers.push((await control('GET', `${world}/deliveries/${delivery.delivery_id}`)).text)
  const explained = (await control('GET', `${world}/deliveries/${delivery.delivery_id}/signature`)).text

  const streaming = await fetch(`${world}/stream`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  })
  const reader = (streaming.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  await api(key, 'POST', '/webhooks', { url: 'https://inbox.ringback.test/second', events })
  let stream = ''
  while (!stream.includes('event: exchange')) stream += (await reader.read()).value ?? ''
  await reader.cancel()

  cli.child.kill('SIGTERM')
  const ended = await cli.ended
  const secrets = { key, webhook: secret, token: TOKEN, wrong: WRONG_KEY }
  return { folder, secrets, ended, answers, stream, shown: { issued, registered, explained } }
}

let lived: Lived
beforeAll(async () => {
  const folder = temporaryFolder()
  await using cli = ringback(['start', '--port', '0', '--store', folder.path, '--token', TOKEN])
  lived = await live(cli, folder)
})
afterAll(() => lived.folder[Symbol.dispose]())

const found = (texts: readonly string[], secrets: readonly string[]) =>
  secrets.filter(secret => texts.some(text => text.includes(secret)))
const files = () =>
  readdirSync(lived.folder.path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))

describe('A key, a signing secret and the control token', () => {
  it('neither stdout nor stderr has one, whatever was asked (threat A12)', () => {
    expect(lived.ended.code).toBe(0)
    expect(lived.ended.stdout).toContain('http://127.0.0.1:')
    expect(found([lived.ended.stdout, lived.ended.stderr], Object.values(lived.secrets))).toEqual([])
  })

  it('no list, no refusal and no message of the stream has one (threat A12)', () => {
    expect(lived.answers.length).toBeGreaterThan(15)
    expect(found([...lived.answers, lived.stream], Object.values(lived.secrets))).toEqual([])
  })

  it('no file of the store has an issued key or the token (threat A12)', () => {
    const { key, token, wrong } = lived.secrets
    expect(found(files(), [key, token, wrong])).toEqual([])
  })

  it('the search finds them where they are shown on purpose (without A12)', () => {
    const { issued, registered, explained } = lived.shown
    const { key, webhook } = lived.secrets
    expect(found([issued], [key])).toEqual([key])
    expect(found([registered], [webhook])).toEqual([webhook])
    expect(found([explained], [webhook])).toEqual([webhook])
    // The store has to sign with it.
    expect(found(files(), [webhook])).toEqual([webhook])
  })
})
