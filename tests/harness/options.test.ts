import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { configure } from '../../server/cli/commands/start.ts'
import { configSchemas } from '../../server/cli/start-settings.ts'
import { START_OPTIONS, type StartOptions } from '../../server/contract/start-options.ts'
import { connectEmulator, startEmulator } from '../../server/index.ts'

/** What JavaScript may pass, which has no types that would tell. */
const anything = (options: unknown) => options as StartOptions

test.each([
  [{ sead: 3 }, 'startEmulator has no option "sead". Did you mean seed?'],
  [{ allow_hosts: [] }, 'startEmulator has no option "allow_hosts". Did you mean allowedHosts?'],
  [{ timezone: 'UTC' }, /^startEmulator has no option "timezone"\. It has port, host, store, .*, waitTimeout\.$/],
  ['4010', 'startEmulator takes an object of options (got string).'],
])('startEmulator(%j) is refused, and names what was meant (finding R12)', async (options, message) => {
  await expect(startEmulator(anything(options))).rejects.toMatchObject({
    code: 'invalid_option',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})

test('createWorld refuses an option that there is not, and names the nearest (finding R12)', async () => {
  await using emulator = await startEmulator()
  const options = { fixtures: 'empty' } as object
  await expect(emulator.createWorld(options)).rejects.toThrow(
    'createWorld has no option "fixtures". Did you mean fixture?',
  )
})

test('connectEmulator says what is missing, and refuses what it does not know (finding R12)', async () => {
  const connect = (options?: unknown) => connectEmulator(options as { url: string })
  await expect(connect({})).rejects.toThrow(
    'connectEmulator needs a url such as http://127.0.0.1:4010: "ringback start" prints it, and RINGBACK_URL holds it under "ringback exec" (got undefined).',
  )
  await expect(connect({ url: '127.0.0.1:4010' })).rejects.toThrow('(got 127.0.0.1:4010)')
  await expect(connect()).rejects.toThrow('connectEmulator takes an object of options (got undefined).')
  await expect(connect({ uri: 'http://127.0.0.1:1' })).rejects.toThrow('has no option "uri". Did you mean url?')
})

test('startEmulator takes assumptions by the name that createWorld has for them (finding R12)', async () => {
  await using emulator = await startEmulator({ assumptions: { 'customers.phonetic_key': 'kana' } })
  expect(await emulator.world.assumptions.get('customers.phonetic_key')).toMatchObject({ value: 'kana' })
  const twice = { assumptions: { 'calls.order': 'oldest_first' }, assume: {} }
  await expect(startEmulator(twice)).rejects.toThrow('Give only one of them.')
})

const rows = Object.entries(START_OPTIONS)
const flagsOfTable = rows.flatMap(([, row]) => ('flag' in row ? [`--${row.flag.name}`] : [])).sort()
/** A flag of its own rather than an option: where the others are written down, and where the outcome is. */
const BESIDE = ['--config', '--make-token', '--ready-file']
const withoutNo = (flag: string) => flag.replace(/^--no-/, '--')

test('start has the flags of the table of options, and the README and the config file tell of each (finding R12)', () => {
  const command = new Command()
  configure(command)
  const flags = command.options.map(({ long }) => withoutNo(long ?? ''))
  expect(flags.filter(flag => !BESIDE.includes(flag)).sort()).toEqual(flagsOfTable)
  const readme = readFileSync(path.join(import.meta.dirname, '../../server/cli/README.md'), 'utf8')
  const [, table = ''] = /\| flag of `start` .*\n\| --- .*\n((?:\|.*\n)+)/.exec(readme) ?? []
  const told = table.split('\n').flatMap(row => (row.split(' | ')[0] ?? '').match(/--[a-z-]+/g) ?? [])
  expect(told.map(withoutNo).sort()).toEqual([...flagsOfTable, ...BESIDE].sort())
  expect(Object.keys(configSchemas()).map(key => `--${key}`)).toEqual(expect.arrayContaining(flagsOfTable))
})

test('a new world and a reset take over the control API what the table of options says (finding R12)', async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  const openapi = await emulator.client.call<{
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>
  }>('GET', '/control/openapi.json')
  const body = (route: string) =>
    Object.keys(openapi.paths[route]?.post.requestBody.content['application/json']?.schema.properties ?? {}).sort()
  const takenBy = (who: string) => rows.flatMap(([name, { takers }]) => (takers.some(one => one === who) ? [name] : []))
  expect(body('/control/worlds')).toEqual(takenBy('world').sort())
  expect(body('/control/worlds/{world}/reset')).toEqual(takenBy('reset').sort())
})

test.each(rows.filter(([, { takers }]) => !takers.some(taker => taker === 'harness')))(
  'startEmulator does not take %s, which its row does not give it',
  async name => {
    await expect(startEmulator(anything({ [name]: 'any' }))).rejects.toThrow(`startEmulator has no option "${name}".`)
  },
)

test('a tenant that was created has a key, also when it is asked for again (finding R12)', async () => {
  await using emulator = await startEmulator()
  const acme = await emulator.world.createTenant({ tenant: 'acme', plan: 'pro', staff: 1, projects: 1 })
  expect((await acme.fetch('/customers')).status).toBe(200)
  expect(emulator.world.tenant('acme').key).toBe(acme.key)
  await acme.issueKey({ mode: 'live', scopes: ['calls:read'], label: 'narrow' })
  const Authorization = `Bearer ${emulator.world.tenant('acme').keys.narrow}`
  expect((await acme.fetch('/customers', { headers: { Authorization } })).status).toBe(403)
})

test('a tenant without a key that can be shown says so instead of asking without one (finding R12)', async () => {
  await using emulator = await startEmulator()
  await emulator.world.client.send('POST', ['tenants'], { tenant: 'bare', plan: 'pro' })
  await emulator.world.refresh()
  await expect(emulator.world.tenant('bare').fetch('/customers')).rejects.toThrow(
    'Tenant "bare" has no key labelled "live"',
  )
})

test.each(['/customers', 'customers', '/api/v1/customers', 'api/v1/customers?page=1', '/customers?page=1'])(
  'a tenant fetches %s (finding R12)',
  async path => {
    await using emulator = await startEmulator({ fixture: 'empty' })
    const pro = emulator.world.tenant('pro')
    expect((await pro.fetch(path)).status).toBe(200)
    expect((await pro.fetch(`${pro.baseUrl}/customers`)).status).toBe(200)
  },
)

test('a tenant sends its key nowhere else (finding R12)', async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  const pro = emulator.world.tenant('pro')
  await expect(pro.fetch('https://crm.example.com/customers')).rejects.toThrow('takes a path below')
  await expect(pro.fetch(`${pro.baseUrl}.example.com/customers`)).rejects.toThrow('takes a path below')
})
