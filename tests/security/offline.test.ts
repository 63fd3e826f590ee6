import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BUNDLED_CLI, ringback, temporaryFolder } from '../support/cli.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const WATCH = path.join(ROOT, 'tests/support/watch-connections.mjs')
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
      const suite = [vitest, 'run', '--config', 'tests/vitest.config.ts', '--exclude', '**/offline.test.ts', ...SUITES]
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
    const inbox = (await (await fetch(`${control_url}/worlds/default/inbox/crm`)).json()) as { data: unknown[] }
    expect(inbox.data.length).toBeGreaterThan(0)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(0)
    // A public name is resolved when a delivery to it is due, since its address decides whether it may be reached; the answer is no.
    expect(dialled(file).filter(line => !LOOPBACK.test(line))).toEqual(['name crm.example.com'])
  })

  it('the watch sees connections, look-ups and datagrams, so it would see those of the emulator (finding R17) (without C7)', async () => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'dialled')
    const script = `
      const quiet = socket => socket.on('error', () => {})
      quiet(require('net').connect(9, '127.0.0.2'))
      quiet(require('net').connect({ port: 9, host: '127.0.0.3' }))
      require('dns').lookup('localhost', () => {})
      const datagram = require('dgram').createSocket('udp4').on('error', () => {})
      datagram.send('x', 9, '127.0.0.4', () => datagram.close())
      fetch('http://127.0.0.5:4019', { signal: AbortSignal.timeout(50) }).catch(() => process.exit())`
    const { code } = await run(process.execPath, ['-e', script], watched(file))
    expect(code).toBe(0)
    expect(dialled(file).sort()).toEqual([
      'connect 127.0.0.2',
      'connect 127.0.0.3',
      'connect 127.0.0.5',
      'datagram 127.0.0.4',
      'name localhost',
    ])
  })
})
