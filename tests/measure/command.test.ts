import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { test as worldTest } from '../../server/harness/vitest.ts'
import type { WorldHandle } from '../../server/index.ts'
import { ringback } from '../support/cli.ts'
import { startConnectProxy } from './connect-proxy.ts'
import { type ProxyAnswer, startProxy } from './proxy.ts'

const test = worldTest.extend({ worldOptions: { fixture: 'standard', clock: 'live' } })

/** A folder with the key of a tenant in a file. */
function folderFor(world: WorldHandle): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'measure-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'key.txt'), `${world.tenant('pro').keys.test}\n`)
  return folder
}

async function proxyOf(world: WorldHandle, change?: Parameters<typeof startProxy>[1]) {
  const proxy = await startProxy(world.baseUrl, change)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return proxy
}

const ONE_WEBHOOK = ['--key-file', 'key.txt', '--plan', 'pro', '--run', '0,2', '--only', 'webhooks.enabled_at_first']
const ledgersIn = (folder: string) =>
  readdirSync(path.join(folder, '.ringback/measure'))
    .filter(name => name.endsWith('.jsonl'))
    .map(name => path.join(folder, '.ringback/measure', name))
/** Lines of the ledger that say what was, or may have been, created. */
const residueIn = (ledger: string) =>
  readFileSync(ledger, 'utf8')
    .split('\n')
    .filter(line => /"intended"|"settled"|"deleted"/.test(line))
    .map(line => JSON.parse(line))

test('without --run it prints the plan, and sends nothing', async ({ world }) => {
  const proxy = await proxyOf(world)
  const { code, stdout } = await ringback(['measure', proxy.base, '--key-file', 'key.txt', '--only', 'paging'], {
    cwd: folderFor(world),
  }).ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/Class 0, which reads, or asks for what no endpoint has: at most \d+ requests/)
  expect(stdout).toContain('Nothing was sent.')
  expect(proxy.passed).toEqual([])
})

test('a class that the key may not have ends it with 2, before anything is sent', async ({ world }) => {
  const proxy = await proxyOf(world)
  const cwd = folderFor(world)
  writeFileSync(path.join(cwd, 'key.txt'), world.tenant('pro').key)
  const live = await ringback(['measure', proxy.base, '--key-file', 'key.txt', '--run', '0,1'], { cwd }).ended
  expect([live.code, live.stderr]).toEqual([2, expect.stringContaining('svc_test_')])
  const unknown = await ringback(['measure', proxy.base, '--key-file', 'key.txt', '--run', '6'], { cwd }).ended
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('0, 1, 2, 2R, 3, 4, 5')])
  expect(proxy.passed).toEqual([])
})

test('kill -9 while a webhook is being registered leaves word of it, and --resume goes on from there', async ({
  world,
}) => {
  const cwd = folderFor(world)
  const reached = Promise.withResolvers<void>()
  // The service has registered it, and its answer never arrives.
  const proxy = await proxyOf(world, (answer, { method }) => {
    if (method !== 'POST') return answer
    reached.resolve()
    return new Promise<ProxyAnswer>(() => undefined)
  })
  const run = ringback(['measure', proxy.base, ...ONE_WEBHOOK], { cwd })
  await reached.promise
  run.child.kill('SIGKILL')
  await run.ended
  const [ledger = ''] = ledgersIn(cwd)
  const [first, ...more] = residueIn(ledger)
  expect([first, more]).toEqual([
    { intended: 'webhook', tag: expect.stringMatching(/^rbk-\w+-\d+$/), at: expect.any(String) },
    [],
  ])
  const [, kept] = await world.webhooks.list()
  expect([kept, (await world.webhooks.list()).length]).toEqual([undefined, 1])

  const onward = await proxyOf(world)
  const again = await ringback(['measure', onward.base, ...ONE_WEBHOOK, '--resume', ledger, '--json'], { cwd }).ended
  const file = JSON.parse(again.stdout)
  expect(file.entries['webhooks.enabled_at_first']).toMatchObject({ state: 'measured', value: true })
  expect(onward.passed.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  expect(again.code).toBe(0)
})

test('Ctrl-C ends it with 1, a file, and the list of what stays behind; a proxy that is named is used', async ({
  world,
}) => {
  const cwd = folderFor(world)
  const registered = Promise.withResolvers<void>()
  const proxy = await proxyOf(world, (answer, { method }) => {
    if (method === 'POST') registered.resolve()
    return answer
  })
  await using outward = await startConnectProxy()
  const run = ringback(['measure', proxy.base, ...ONE_WEBHOOK, '--proxy', outward.url], { cwd })
  await registered.promise
  run.child.kill('SIGINT')
  const { code, stderr } = await run.ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/LEFT BEHIND[\s\S]*webhook +\d+ +rbk-/)
  const file = JSON.parse(readFileSync(path.join(cwd, 'ringback.measured.json'), 'utf8'))
  expect(file.stopped).toBe('it was interrupted')
  expect(file.residue).toEqual([expect.objectContaining({ kind: 'webhook', id: expect.any(Number), deleted: false })])
  expect(proxy.passed.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect(new Set(outward.tunnels)).toEqual(new Set([new URL(proxy.base).host]))
})

test('what contradicts the contract ends it with 3, and so does a difference between two files', async ({ world }) => {
  const cwd = folderFor(world)
  const proxy = await proxyOf(world, answer => {
    const { 'x-ratelimit-limit': _, ...headers } = answer.headers
    return { ...answer, headers }
  })
  const only = ['--key-file', 'key.txt', '--run', 'safe', '--only', 'customers.phonetic_key', '--junit', 'j.xml']
  // Of a proxy in the environment nothing is known here: nobody listens there.
  const nowhere = 'http://127.0.0.1:9'
  const env = { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere, NODE_USE_ENV_PROXY: '1', NO_PROXY: '' }
  const broken = await ringback(['measure', proxy.base, ...only], { cwd, env }).ended
  expect([broken.code, broken.stdout]).toEqual([3, expect.stringContaining('CONTRADICTS contract/README.md#limits-5')])
  expect(readFileSync(path.join(cwd, 'j.xml'), 'utf8')).toContain('x-ratelimit-limit absent on 200')
  const file = readFileSync(path.join(cwd, 'ringback.measured.json'), 'utf8')
  writeFileSync(path.join(cwd, 'later.json'), file.replaceAll('name_kana', 'kana'))
  const diff = await ringback(['measure', '--diff', 'ringback.measured.json', 'later.json'], { cwd }).ended
  expect([diff.code, diff.stdout]).toEqual([3, expect.stringMatching(/customers\.phonetic_key +"name_kana" +"kana"/)])
  const same = await ringback(['measure', '--diff', 'later.json', 'later.json'], { cwd }).ended
  expect([same.code, same.stdout]).toEqual([0, 'Nothing has changed.\n'])
})
