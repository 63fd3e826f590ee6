import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test as plain } from 'vitest'
import { toIsoDuration } from '../../server/cli/durations.ts'
import { test as worldTest } from '../../server/harness/vitest.ts'
import { ringback } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T03:00:00Z' } })

plain.each([
  ['1h30m', 'PT5400S'],
  ['2d12h', 'PT216000S'],
  ['1m500ms', 'PT60.5S'],
  ['90s', 'PT90S'],
  ['-5m', '-PT300S'],
  ['PT1H', 'PT1H'],
])('a duration may be written %s (finding R15)', (text, iso) => {
  expect(toIsoDuration(text)).toBe(iso)
})

plain.each(['', '-', '30m1h', '1h1h', 'h', '1.5.5h', '5'])('%j is no duration (finding R15)', text => {
  expect(() => toIsoDuration(text)).toThrow('Write a duration as')
})

test('clock advance takes 1h30m, and says of -5m that time does not go back (finding R15)', async ({
  emulator,
  world,
}) => {
  const env = { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id }
  const forth = await runLine(['clock', 'advance', '1h30m', '--json'], { env })
  expect(JSON.parse(forth.stdout).now).toBe('2026-03-10T04:30:00.000Z')
  const back = await runLine(['clock', 'advance', '-5m'], { env })
  expect(back).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^ringback: [^\n]*back[^\n]*\n$/) })
})

test('logs show takes the number of a request (finding R15)', async ({ emulator, world }) => {
  const env = { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id }
  for (const path of ['/customers', '/customers/1']) await world.tenant('pro').fetch(path)
  for (const name of ['2', '#2']) {
    const { code, stdout } = await runLine(['logs', 'show', name], { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Request +GET \/customers\/1\n/)
  }
})

test('a list with nothing in it says so (finding R15)', async ({ emulator, world }) => {
  const env = { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id }
  for (const [line, says] of [
    ['logs', /^No requests from clients/],
    ['deliveries', /^No deliveries\.\n$/],
    ['call list', /^No calls\.\n$/],
    ['snapshot list', /^No snapshots\./],
  ] as const)
    expect((await runLine(line.split(' '), { env })).stdout).toMatch(says)
  expect((await runLine(['deliveries', '--json'], { env })).stdout).toBe('[]\n')
})

test('the address of the API will do as --url (finding R15)', async ({ emulator, world }) => {
  for (const url of [`${emulator.url}/api/v1`, `${emulator.url}/control/`, `${emulator.url}/`]) {
    const { code, stdout } = await runLine(['ready', '--url', url, '--world', world.id])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`answers at ${emulator.url} with`) })
  }
})

test('world show takes the name of a world (finding R15)', async ({ emulator, world }) => {
  const { stdout } = await runLine(['world', 'show', world.id, '--json', '--url', emulator.url])
  expect(JSON.parse(stdout).world_id).toBe(world.id)
})

plain.runIf(process.platform === 'linux')('who holds a port is named by what it runs (finding R15)', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await runLine(['start', '--port', String(port)])
    expect(code).toBe(5)
    expect(stderr).toMatch(new RegExp(`in use by node \\S+ \\(pid ${process.pid}\\)`))
  } finally {
    server.close()
  }
})

const execOf = (script: string) => ['exec', '--fixture', 'empty', '--', process.execPath, '-e', script]

plain('where a proxy is named, the command is told not to use it for the emulator (finding R15)', async () => {
  const script = 'console.log(process.env.NO_PROXY, process.env.no_proxy)'
  const own = '127.0.0.1,localhost,::1'
  const proxied = await runLine(execOf(script), {
    env: { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'intern.example' },
  })
  expect(proxied.stdout).toBe(`intern.example,${own} intern.example,${own}\n`)
  const none = {
    HTTP_PROXY: '',
    HTTPS_PROXY: '',
    http_proxy: '',
    https_proxy: '',
    NO_PROXY: undefined,
    no_proxy: undefined,
  }
  const direct = await runLine(execOf(script), { env: { ...none, ALL_PROXY: '', all_proxy: '' } })
  expect(direct.stdout).toBe('undefined undefined\n')
})

plain.skipIf(process.platform === 'win32')(
  'a command that does not end at SIGTERM is ended after five seconds (finding R15)',
  async () => {
    await using cli = ringback(
      execOf("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('here')"),
    )
    await cli.wrote('stdout', /here/)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(137)
  },
)

plain.skipIf(process.platform === 'win32')(
  'a SIGKILL of exec leaves nothing of its command running (finding S18)',
  async () => {
    const inner = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.ppid, process.pid)"
    await using cli = ringback(
      execOf(`require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })
setInterval(() => {}, 1000)`),
    )
    const [, ...pids] = await cli.wrote('stdout', /(\d+) (\d+)\n/)
    cli.child.kill('SIGKILL')
    for (const pid of pids) while (isRunning(pid)) await pause(50)
    expect(pids).toHaveLength(2)
  },
)

/** The system tells nobody of the end of a process that is no child of theirs, so it has to be asked. */
function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0)
  } catch {
    return false
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return process.platform !== 'linux'
  }
}
