import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkWorldFile, type EmulatorHandle, startEmulator } from '../../server/index.ts'
import { temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { REPOSITORY, runScript, theBlock } from '../support/readme-blocks.ts'

const runLine = linesOfFile()
const KEY = 'svc_live_ringbackAcme0001CrmKey00000'
const SMALL = {
  version: 1,
  tenants: [{ tenant: 'acme', plan: 'pro', keys: [{ label: 'crm', mode: 'live', scopes: ['*'], key: KEY }] }],
}

let folder: ReturnType<typeof temporaryFolder>
let emulator: EmulatorHandle
beforeAll(async () => {
  folder = temporaryFolder()
  emulator = await startEmulator({ fixture: 'empty', dashboard: false })
})
afterAll(async () => {
  await emulator.close()
  folder[Symbol.dispose]()
})

function write(name: string, content: unknown): string {
  const file = path.join(folder.path, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const check = (file: string) => runLine(['world', 'check', file], { cwd: folder.path })

describe('ringback world', () => {
  test('recording says whether it records and from which request on, and switches it', async () => {
    const { id } = await emulator.createWorld({ fixture: 'empty', world_id: 'recorded' })
    const run = async (...args: string[]) => {
      const flags = ['--world', id, '--url', emulator.url]
      return (await runLine(['world', 'recording', ...args, ...flags])).stdout
    }
    expect(await run()).toMatch(
      /^World recorded does not record\. ".* world recording on --world recorded" lets it begin\.\n$/,
    )
    expect(await run('on')).toBe('World recorded records. No request has come since that began.\n')
    const world = await emulator.openWorld(id)
    await world.tenant('pro').fetch('/customers')
    expect(await run()).toBe('World recorded records, from #1 on.\n')
    expect(JSON.parse(await run('off', '--json'))).toEqual({ recording: false, oldest: null })
  })

  test('init writes a file with comments that check and a run accept, and does not overwrite it', async () => {
    const { code, output, ran } = await runScript(theBlock('sh world'), {
      ...{ cwd: folder.path, shell: 'bash -euc' },
      tests: `test "$RINGBACK_API_KEY" != "${KEY}" && test -n "$RINGBACK_STAFF_ID"`,
    })
    expect([code, ran], output).toEqual([0, true])
    expect(output).toContain('ringback.world.jsonc is valid.\n')
    expect(readFileSync(path.join(folder.path, 'ringback.world.jsonc'), 'utf8')).toMatch(/^ {2}\/\/ /m)
    const again = await runLine(['world', 'init'], { cwd: folder.path })
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')])
  })

  test('export writes a running world as a file that check accepts; a capsule and a snapshot are one option away', async () => {
    const env = { RINGBACK_URL: emulator.url }
    const run = (...args: string[]) => runLine(['world', 'export', ...args], { cwd: folder.path, env })
    const file = path.join(folder.path, 'exported.json')
    expect(await run(file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Wrote .*exported\.json \(/) })
    expect(await checkWorldFile(file)).toMatchObject({ version: 1, extends: 'empty' })
    expect(await run('--as', 'snapshot')).toMatchObject({ code: 0 })
    expect(readFileSync(path.join(folder.path, 'default.ringback-snapshot')).subarray(0, 15).toString()).toBe(
      'SQLite format 3',
    )
    expect(await emulator.world.snapshots.list()).toEqual([])
  })

  test('check names all that is wrong, a line each, and exits with 2', async () => {
    const file = write('wrong.json', { version: 1, tenants: [{ tenant: 'acme', plan: 'gold', limit: {} }] })
    const { code, stderr } = await check(file)
    expect(code).toBe(2)
    expect(stderr).toContain('tenants.0.limit: Unknown. Did you mean limits?\n')
    expect(stderr).toMatch(/tenants\.0\.plan: Must be one of "free", "pro", "max", null/)
  })
})

test('a start with a file that is refused exits with 2, says the same of it, and names it', async () => {
  const file = write('refused.json', { version: 1, tenants: [{ tenant: 'acme', plan: 'pro', limit: {} }] })
  const { code, stderr } = await runLine(['start', '--port', '0', '--world-file', file], { cwd: folder.path })
  expect([code, stderr]).toEqual([
    2,
    `ringback: ${file} is not valid.\n  tenants.0.limit: Unknown. Did you mean limits?\nMend it, and look again with "npx ringback world check ${file}".\n`,
  ])
})

test('a run with a file has the key that never changes, and flags go before the file, which goes before the config', async () => {
  const file = write('run.json', { ...SMALL, seed: 7, assumptions: { 'customers.phonetic_key': 'kana' } })
  write('ringback.config.json', {
    ...{ fixture: 'standard', seed: 3, pace: 'frozen' },
    assume: { 'customers.phonetic_key': 'name_kana', 'calls.order': 'oldest_first' },
  })
  const script = `
    const world = process.env.RINGBACK_CONTROL_URL + '/worlds/default'
    const get = async path => (await fetch(world + path)).json()
    const { seed, fixture, pace, tenants } = await get('')
    const values = await Promise.all(['customers.phonetic_key', 'calls.order'].map(id => get('/assumptions/' + id)))
    const { status } = await fetch(process.env.RINGBACK_BASE_URL + '/customers', {
      headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY },
    })
    console.log(JSON.stringify({ seed, fixture, pace, status, key: process.env.RINGBACK_API_KEY, values: values.map(row => row.value), tenants: tenants.length }))`
  const args = [
    'exec',
    '--world-file',
    file,
    '--seed',
    '9',
    '--',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ]
  const { code, stdout, stderr } = await runLine(args, { cwd: folder.path })
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    ...{ seed: 9, fixture: 'run.json', pace: 'frozen', status: 200, key: KEY, tenants: 1 },
    values: ['kana', 'oldest_first'],
  })
})

describe('createWorld takes a file', () => {
  test('by its path, with comments where the name says so, and with variables of the environment in forwards', async () => {
    const forwards = [{ from: 'https://crm.example.com', to: `http://127.0.0.1:${'$'}{WORLD_FILE_PORT}` }]
    const file = write('with-comments.jsonc', `// a comment\n${JSON.stringify({ ...SMALL, forwards })}\n`)
    await expect(emulator.createWorld({ from: file })).rejects.toThrow(
      'forwards.0.to: The environment has no variable WORLD_FILE_PORT.',
    )
    process.env.WORLD_FILE_PORT = '3456'
    try {
      await using world = await emulator.createWorld({ from: file })
      expect(world.view.fixture).toBe('with-comments.jsonc')
      expect((await world.client.get<{ data: object[] }>(['forwards'])).data).toEqual([
        { from: 'https://crm.example.com', to: 'http://127.0.0.1:3456' },
      ])
      expect((await world.tenant('acme').fetch('/customers')).status).toBe(200)
      expect(world.tenant('acme').keys.crm).not.toBe(KEY)
      await world.reset({ from: file })
      expect(world.tenant('acme').keys.crm).toBe(KEY)
    } finally {
      delete process.env.WORLD_FILE_PORT
    }
  })

  test.each([
    [
      'strict.json',
      `// a comment\n${JSON.stringify(SMALL)}`,
      /strict\.json is not JSON: .* Comments need the ending \.jsonc\./,
    ],
    ['broken.jsonc', '{\n  "version": 1,\n  "tenants": [\n', /broken\.jsonc, line 4: is not JSON with comments/],
    ['list.json', '[]', /must hold one JSON object/],
    ['comment.jsonc', '{\n// svc_live_4f9aK2mQ8xW1zR7c\n"version":1}', /comment\.jsonc, line 2: Looks like a real key/],
  ])('%s is refused', async (name, text, says) => {
    await expect(checkWorldFile(write(name, text))).rejects.toThrow(says)
  })

  test('as the README shows it in 30 lines: a customer who answers and talks for a minute, and a webhook that hears of it', async () => {
    const text = theBlock('json world')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
    await using world = await emulator.createWorld({ from: write('readme.json', text), pin: true })
    const acme = world.tenant('acme')
    expect(acme.key).toBe(KEY)
    const body = JSON.stringify({ phone_number: '+81312345678', staff_id: 501, project_id: 71 })
    const headers = { 'Content-Type': 'application/json' }
    const { data } = (await (await acme.fetch('/calls/initiate', { method: 'POST', headers, body })).json()) as {
      data: { call_id: string }
    }
    await world.clock.advance({ by: 'PT5M' })
    const { status, connected_at, ended_at } = await world.calls.get(data.call_id)
    expect([status, Date.parse(ended_at ?? '') - Date.parse(connected_at ?? '')]).toEqual(['connected', 60_000])
    const messages = await world.inbox('crm').messages()
    expect(messages.map(({ verified }) => verified)).toEqual([true])
  })

  test('every file of the documentation is valid', async () => {
    const text = readFileSync(path.join(REPOSITORY, 'server/contract/world-file/README.md'), 'utf8')
    const examples = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => json)
    expect(examples.length).toBeGreaterThan(0)
    for (const [index, json] of examples.entries()) await checkWorldFile(write(`example-${index}.json`, json))
  })
})
