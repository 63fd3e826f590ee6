import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BUNDLED_CLI, ringback, temporaryFolder } from '../support/cli.ts'
import { ANY_NAME } from '../support/loopback-only.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const WATCH = path.join(ROOT, 'tests/support/watch-connections.ts')
/** What runs without a network here; the long tier names everything. */
const SUITES = (
  process.env.RINGBACK_OFFLINE_SUITES ?? 'tests/scenarios/story tests/scenarios/retries tests/harness/emulator'
).split(' ')
const CLIENT = path.join(ROOT, 'tests/support/offline-client.ts')
const IN_NAMESPACE = ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const
const permitted = spawnSync('unshare', [...IN_NAMESPACE, 'true']).status === 0
if (!permitted)
  process.stderr.write(
    'This machine lets no process have a network of its own (unshare -rn), so that test is left to the watch on connections.\n',
  )

const watched = (file: string) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(WATCH).href}`,
  RINGBACK_TEST_DIALLED: file,
})
const LOOPBACK = /^(?:connect (?:127\.0\.0\.1|::1)|name localhost)$/
const dialled = (file: string) =>
  [...new Set(readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n'))].filter(Boolean)

interface Outcome {
  readonly code: number | null
  readonly output: string
}
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // A vitest that starts another one must not lend it its worker's variables, nor the sizes of the long tier.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|RINGBACK_)/.test(name))
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.once('error', reject)
    child.once('close', code => resolve({ code, output }))
  })
}

describe('Without a network', () => {
  it.runIf(permitted)(
    'every scenario, and what the harness does, passes in a namespace that has a loopback interface and no route (threat C7)',
    {
      timeout: 30 * 60_000,
    },
    async () => {
      const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
      const suite = [
        vitest,
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--maxWorkers',
        '1',
        '--exclude',
        '**/offline.test.ts',
        ...SUITES,
      ]
      const { code, output } = await run('unshare', [...IN_NAMESPACE, process.execPath, ...suite])
      expect(output).toMatch(/Tests +\d+ passed/)
      expect(code, output).toBe(0)
    },
  )

  it('the command line serves a client, which starts an emulator of its own in its process, and neither dials out (threat C7)', async () => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'dialled')
    const command = [BUNDLED_CLI, 'exec', '--clock', '2026-03-10T03:00:00Z', '--', process.execPath, CLIENT]
    const { code, output } = permitted
      ? await run('unshare', [...IN_NAMESPACE, process.execPath, ...command], watched(file))
      : await run(process.execPath, command, watched(file))
    expect(output).toContain('[1,1]')
    expect(code, output).toBe(0)
    expect(dialled(file)).toContain('connect 127.0.0.1')
    expect(dialled(file).filter(line => !LOOPBACK.test(line))).toEqual([])
  })

  it.runIf(permitted)('the namespace reaches nobody, so a run that needed anybody would fail', async () => {
    const script = `require('net').connect(80, '192.0.2.1').on('error', error => console.log(error.code))`
    const { output } = await run('unshare', [...IN_NAMESPACE, process.execPath, '-e', script])
    expect(output).toContain('ENETUNREACH')
  })

  it('a day of calls and deliveries dials loopback alone, and looks up no name but that of a webhook (threat C7)', async () => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'dialled')
    const clock = '2026-03-10T14:59:50Z'
    await using cli = ringback(['start', '--json', '--port', '0', '--clock', clock], { env: watched(file) })
    const { base_url, control_url, dashboard_url, world } = await cli.ready()
    const max = world.tenants.find(({ tenant }) => tenant === 'max')
    const post = async (url: string, body: unknown) => {
      const headers = {
        'Content-Type': 'application/json',
        ...(url.startsWith(base_url) ? { Authorization: `Bearer ${max?.keys[0]?.key}` } : {}),
      }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.status, await response.text()).toBeLessThan(300)
    }
    // Public hosts are registered as in production; nothing but the inbox of Ringback may be reached.
    for (const url of ['https://crm.example.com/hooks', 'https://93.184.216.34/', 'https://inbox.ringback.test/crm'])
      await post(`${base_url}/webhooks`, { url, events: ['call.completed', 'call.missed'] })
    for (const last of [1, 2, 3, 4])
      await post(`${base_url}/calls/initiate`, {
        phone_number: `03-1234-000${last}`,
        staff_id: max?.staff_ids[0],
        project_id: max?.project_ids[0],
      })
    await post(`${control_url}/worlds/default/clock/advance`, { by: 'P1D' })
    await (await fetch(dashboard_url)).text()
    const deliveries = (await (await fetch(`${control_url}/worlds/default/deliveries?limit=100`)).json()) as {
      data: { url: string; last_error: string | null }[]
    }
    const errors = (host: string) => [
      ...new Set(deliveries.data.filter(({ url }) => url.includes(host)).map(({ last_error }) => last_error)),
    ]
    expect(errors('crm.example.com')).toEqual([expect.stringMatching(/ is a public host, /)])
    expect(errors('93.184.216.34')).toEqual([
      expect.stringMatching(/^refused_by_policy: 93\.184\.216\.34 is a public host, /),
    ])
    const inbox = (await (await fetch(`${control_url}/worlds/default/inbox/crm`)).json()) as { data: unknown[] }
    expect(inbox.data.length).toBeGreaterThan(0)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(0)
    // A public name is resolved when a delivery to it is due, since its address decides whether it may be reached; the answer is no. The watch
    // gives the address, so that no resolver is asked.
    expect(dialled(file).filter(line => !LOOPBACK.test(line))).toEqual(['name crm.example.com'])
  })

  it('the watch sees connections, look-ups and datagrams, and lets none of them leave the machine (finding R17) (without C7)', async () => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'dialled')
    const script = `
      const [net, dns, dgram] = ['net', 'dns', 'dgram'].map(require)
      const outside = '${ANY_NAME}'
      const quiet = socket => socket.on('error', () => {})
      const datagram = to => new Promise(resolve => {
        const socket = quiet(dgram.createSocket('udp4'))
        socket.send('x', 9, to, error => socket.close(() => resolve(error?.code)))
      })
      const refusal = socket => new Promise(resolve => socket.on('error', ({ code }) => resolve(code)))
      const { lookup } = require('dns/promises')
      Promise.all([
        refusal(net.connect(9, '127.0.0.2')),
        refusal(net.connect({ port: 9, host: outside })),
        fetch('http://' + outside + ':4019').catch(error => error.cause.code),
        fetch('http://' + 'crm.example.com').catch(error => error.cause.code),
        lookup('localhost').then(() => 'found'),
        lookup('api.example.com').then(({ address }) => address),
        new Promise(resolve => dns.resolve('mail.example.com', 'MX', error => resolve(error.code))),
        new dns.promises.Resolver().resolve4('other.example.com').catch(error => error.code),
        datagram('127.0.0.4'),
        datagram(outside),
      ]).then(seen => console.log(JSON.stringify(seen)))`
    const { code, output } = await run(process.execPath, ['-e', script], watched(file))
    expect(code, output).toBe(0)
    const [local, ...others] = JSON.parse(output)
    expect(local).toBe('ECONNREFUSED')
    expect(others).toEqual([
      ...['ENETUNREACH', 'ENETUNREACH', 'ENETUNREACH', 'found', ANY_NAME, 'ENOTFOUND', 'ENOTFOUND'],
      ...[null, 'ENETUNREACH'],
    ])
    expect(dialled(file).sort()).toEqual(
      [
        'connect 127.0.0.2',
        `connect ${ANY_NAME}`,
        'datagram 127.0.0.4',
        `datagram ${ANY_NAME}`,
        ...['api', 'crm', 'mail', 'other'].map(host => `name ${host}.example.com`),
        'name localhost',
      ].sort(),
    )
  })
})
