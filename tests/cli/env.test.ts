import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
const readyFile = (folder: { path: string }) => path.join(folder.path, 'ringback.json')

test('env prints the environment of exec for an emulator that runs, and a shell reads it back (finding R1)', async () => {
  await using emulator = await startEmulator()
  const { code, stdout } = await runLine(['env', '--url', emulator.url])
  expect(code).toBe(0)
  const read = spawnSync('sh', ['-c', `${stdout}env`], { encoding: 'utf8', env: { PATH: process.env.PATH } })
  const max = emulator.world.tenant('max')
  expect(
    Object.fromEntries(
      read.stdout.split('\n').flatMap(line => (line.startsWith('RINGBACK_') ? [line.split('=')] : [])),
    ),
  ).toEqual({
    RINGBACK_URL: emulator.url,
    RINGBACK_BASE_URL: emulator.baseUrl,
    RINGBACK_CONTROL_URL: emulator.controlUrl,
    RINGBACK_API_KEY: max.key,
    RINGBACK_WORLD: 'default',
    RINGBACK_STAFF_ID: String(max.staffIds[0]),
    RINGBACK_PROJECT_ID: String(max.projectIds[0]),
    RINGBACK_INBOX_URL: 'https://inbox.ringback.test/default',
  })
})

test('env knows other shells, other worlds, and the token (finding R1)', async () => {
  const token = 'a-token-of-this-test-of-32-letters'
  await using emulator = await startEmulator({ token })
  const world = await emulator.createWorld({ world_id: 'qa', fixture: 'empty' })
  const env = async (...flags: string[]) =>
    (await runLine(['env', '--url', emulator.url, '--token', token, ...flags])).stdout
  expect(await env('--shell', 'fish')).toContain(`set -gx RINGBACK_URL '${emulator.url}'\n`)
  expect(await env('--shell', 'powershell')).toContain(`$env:RINGBACK_URL = '${emulator.url}'\n`)
  expect(JSON.parse(await env('--shell', 'json', '--world', 'qa'))).toMatchObject({
    RINGBACK_WORLD: 'qa',
    RINGBACK_API_KEY: world.tenant('max').key,
    RINGBACK_TOKEN: token,
  })
})

test('an emulator in memory on a free port is found by its ready file, which is the owner’s alone and ends with it (finding R1)', async () => {
  using folder = temporaryFolder()
  const file = readyFile(folder)
  await using cli = ringback(['start', '--port', '0', '--ready-file', file])
  const { code, stdout } = await runLine(['ready', '--wait', '--json', '--ready-file', file])
  expect(code).toBe(0)
  const { pid, ...line } = JSON.parse(readFileSync(file, 'utf8'))
  expect(JSON.parse(stdout)).toEqual({ ...line, world: { ...line.world, now: expect.any(String) } })
  expect(pid).toBe(cli.pid)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  cli.child.kill('SIGTERM')
  await cli.ended
  expect(existsSync(file)).toBe(false)
})

test('ready waits 30 seconds unless told otherwise, so an emulator that starts later is found (finding R1)', async () => {
  using folder = temporaryFolder()
  const file = readyFile(folder)
  const waiting = runLine(['ready', '--wait', '--ready-file', file])
  await using cli = ringback(['start', '--port', '0', '--ready-file', file])
  expect((await waiting).code).toBe(0)
  expect(cli.pid).toBeGreaterThan(0)
  expect((await runLine(['ready', '--help'])).stdout).toMatch(/\(default:\s+30s\)/)
})

test('what an emulator that was killed has left is not taken for one that runs (finding R1)', async () => {
  using folder = temporaryFolder()
  const file = readyFile(folder)
  await using cli = ringback(['start', '--port', '0', '--ready-file', file])
  await cli.wrote('stdout', /Ringback is ready/)
  cli.child.kill('SIGKILL')
  await cli.ended
  const { code, stderr } = await runLine(['ready', '--ready-file', file])
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: `ringback: ${file} belongs to process ${cli.pid}, which has ended. Start an emulator again.\n`,
  })
})

test('a ready file that leads away from this machine is refused, and gets no token (finding R1)', async () => {
  using folder = temporaryFolder()
  const file = readyFile(folder)
  writeFileSync(file, JSON.stringify({ url: 'http://crm.example.com', pid: process.pid }))
  const { code, stderr } = await runLine(['env', '--ready-file', file], { env: { RINGBACK_TOKEN: 'secret' } })
  expect(code).toBe(2)
  expect(stderr).toContain('was not written by "npx ringback start --ready-file" on this machine')
})

test('a ready file is a new file, whatever lies there: a link is not followed (finding R1)', async () => {
  using folder = temporaryFolder()
  const file = readyFile(folder)
  const target = path.join(folder.path, 'mine.txt')
  writeFileSync(target, 'mine')
  symlinkSync(target, file)
  await using cli = ringback(['start', '--port', '0', '--ready-file', file])
  await cli.wrote('stdout', /Ringback is ready/)
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ event: 'ready' })
})

test('a ready file that cannot be written ends the start before it begins, with a sentence (finding R1)', async () => {
  using folder = temporaryFolder()
  mkdirSync(readyFile(folder))
  for (const file of [readyFile(folder), path.join(folder.path, 'missing/ringback.json')]) {
    const { code, stdout, stderr } = await runLine(['start', '--port', '0', '--ready-file', file])
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 })
  }
})

test('exec tells its command a staff member and a project of the tenant of the key (finding R13)', async () => {
  const script = `fetch(process.env.RINGBACK_BASE_URL + '/calls/initiate', { method: 'POST',
    headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '03-1234-0001', staff_id: Number(process.env.RINGBACK_STAFF_ID), project_id: Number(process.env.RINGBACK_PROJECT_ID) }) })
    .then(answer => console.log(answer.status))`
  const { stdout } = await runLine(['exec', '--fixture', 'empty', '--', process.execPath, '-e', script])
  expect(stdout).toBe('200\n')
})
