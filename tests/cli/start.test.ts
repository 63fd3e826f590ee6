import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()

test('start --json writes exactly one line to stdout, when requests are answered (threat E17)', async () => {
  await using cli = ringback(['start', '--json', '--port', '0'])
  const ready = await cli.ready()
  const key = ready.world.tenants
    .find(({ tenant }) => tenant === 'pro')
    ?.keys.find(({ label }) => label === 'live')?.key
  const answer = await fetch(`${ready.base_url}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
  expect(ready).toMatchObject({
    event: 'ready',
    base_url: `${ready.url}/api/v1`,
    control_url: `${ready.url}/control`,
    dashboard_url: `${ready.url}/`,
    pid: cli.pid,
    world: { world_id: 'default', seed: 1, fixture: 'standard', pace: 'live' },
  })
  cli.child.kill('SIGTERM')
  const ended = await cli.ended
  expect(ended.code).toBe(0)
  expect(ended.stdout).toBe(`${JSON.stringify(ready)}\n`)
})

test('the banner shows the addresses, the keys of pro and max, and a curl line that works', async () => {
  await using cli = ringback(['start', '--port', '0'])
  const [, url, key] = await cli.wrote('stdout', /curl -i (\S+\/customers) -H "Authorization: Bearer (\S+)"/)
  expect((await fetch(url!, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200)
  expect(cli.stdout).toContain(new URL('/', url!).href)
  expect(cli.stdout).toMatch(/Key \(pro\) +svc_live_/)
  expect(cli.stdout).toMatch(/Key \(max\) +svc_live_/)
})

test('flags win over the config file, whose keys are the flags', async () => {
  using folder = temporaryFolder()
  const config = {
    port: 0,
    seed: 7,
    fixture: 'empty',
    clock: '2026-03-10T14:59:50Z',
    assume: { 'calls.order': 'oldest_first' },
  }
  writeFileSync(path.join(folder.path, 'ringback.config.json'), JSON.stringify(config))
  await using cli = ringback(['start', '--json', '--seed', '8'], { cwd: folder.path })
  const { world, control_url } = await cli.ready()
  expect(world).toMatchObject({ seed: 8, fixture: 'empty', now: '2026-03-10T14:59:50.000Z', pace: 'frozen' })
  const assumption = await fetch(`${control_url}/worlds/default/assumptions/calls.order`)
  expect(await assumption.json()).toMatchObject({ value: 'oldest_first' })
})

test.each([
  [['start', '--prot', '1'], /Did you mean --port/],
  [['start', '--port', 'x'], /--port takes a whole number/],
  [['start', '--port', '70000'], /port must be a whole number from 0 to 65535/],
  [['start', '--clock', 'yesterday'], /clock must be live, or an ISO 8601 instant/],
  [['start', '--pace', 'fast'], /pace must be live, eager, frozen, or a factor/],
  [['start', '--fixture', 'huge'], /fixture must be one of standard, empty/],
  [['start', '--assume', 'calls.order=sideways'], /calls\.order cannot be "sideways".*"newest_first", "oldest_first"/],
  [['start', '--assume', 'calls.order'], /--assume is malformed .* Write it like --assume/],
  [['start', '--forward', 'http://crm.example.com=http://127.0.0.1:1'], /Forward source must be an https/],
  [['start', '--host', '0.0.0.0'], /needs a token: --token/],
  [['start', '--ca', 'missing.pem'], /missing\.pem cannot be read: it does not exist/],
  [['start', '--config', 'missing.json'], /cannot be read as JSON .* name another file with --config/],
  [['strat'], /unknown command 'strat'[\s\S]*Did you mean start/],
  [['explain', 'double_call'], /no command 'explain'\. ".* verdicts explain <rule>" .* logs show <request>" /],
  [[], /Usage: ringback <command>/],
])('usage error: %j exits with 2 and says what to do (threat A8)', async (args, message) => {
  const { code, stdout, stderr } = await runLine(args)
  expect(stderr).toMatch(message)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('a config file with a key that is no flag, or a value of the wrong type, names them all and exits with 2', async () => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'ringback.config.json')
  writeFileSync(file, JSON.stringify({ prot: 1, port: '80', fixture: 'huge' }))
  const { code, stderr } = await runLine(['start'], { cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr).toContain(`${file}: prot is not a flag`)
  expect(stderr).toContain('port must be integer')
  expect(stderr).toContain('fixture must be one of standard')
})

test('a port in use exits with 5 and names the process that holds it (threat E17)', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await runLine(['start', '--port', String(port)])
    expect(code).toBe(5)
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use`)
    if (process.platform === 'linux') expect(stderr).toContain(`(pid ${process.pid})`)
  } finally {
    other.close()
  }
})

test('a request that is being answered at SIGTERM is finished, and the process ends with 0 (threat E16)', async () => {
  await using cli = ringback(['start', '--json', '--port', '0'])
  const { control_url } = await cli.ready()
  const answer = fetch(`${control_url}/worlds/default/requests?wait=1s`)
  await requestIsWaiting(control_url)
  cli.child.kill('SIGTERM')
  expect((await answer).status).toBe(200)
  expect(await (await answer).json()).toEqual({ data: [], next_cursor: null })
  expect((await cli.ended).code).toBe(0)
})

test('a second signal ends the process at once (threat E16)', async () => {
  await using cli = ringback(['start', '--json', '--port', '0'])
  const { control_url } = await cli.ready()
  // A body that never comes: a request that cannot be finished, unlike one that waits for a row.
  const { port } = new URL(control_url)
  const unfinished = connect(Number(port), '127.0.0.1')
  const cut = new Promise(resolve => unfinished.on('error', () => {}).on('close', () => resolve('cut')))
  unfinished.write(
    `POST /api/v1/customers HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`,
  )
  await new Promise(resolve => unfinished.once('data', resolve))
  cli.child.kill('SIGINT')
  await cli.wrote('stderr', /send the signal again to stop at once/)
  cli.child.kill('SIGINT')
  expect((await cli.ended).code).toBe(130)
  expect(await cut).toBe('cut')
})

/** A request that was sent after another has been answered, so the one before has been read. */
async function requestIsWaiting(control_url: string): Promise<void> {
  for (let request = 0; request < 3; request++) await (await fetch(`${control_url}/health`)).json()
}
