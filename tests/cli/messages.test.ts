import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()

test('world open names the file and says of it that it is no capsule, whether it is junk or cut off', async () => {
  using folder = temporaryFolder()
  const file = (name: string) => path.join(folder.path, name)
  await using emulator = await startEmulator({ port: 0, fixture: 'empty' })
  writeFileSync(file('junk.cap'), 'junk'.repeat(1_000))
  await runLine(['world', 'capsule', file('whole.cap'), '--url', emulator.url])
  writeFileSync(file('cut.cap'), readFileSync(file('whole.cap')).subarray(0, 60_000))
  const open = (name: string) => runLine(['world', 'open', file(name), '--url', emulator.url])
  for (const [name, reason] of [
    ['junk.cap', 'it is not a SQLite database'],
    ['cut.cap', 'it is damaged'],
  ] as const) {
    const { code, stderr } = await open(name)
    expect(code).toBe(1)
    expect(stderr).toContain(`ringback: ${file(name)} is no capsule that can be opened: ${reason}`)
    expect(stderr).toContain('ringback world capsule <file>')
    expect(stderr).not.toContain('snapshot')
  }
  // The tables are ours; what is not known is the version that it claims.
  const changed = new Database(file('whole.cap'))
  const newest = changed.pragma('user_version', { simple: true }) as number
  changed.pragma('user_version = 1')
  changed.close()
  expect((await open('whole.cap')).stderr).toContain(
    `its tables are those of version ${newest}, and it says that they are of version 1`,
  )
})

test.each(['exec', 'start'])(
  '%s lists all that is wrong with a world file, names it, and says how to look again',
  async command => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'bad.world.json')
    writeFileSync(file, '{"version":1,"clock":7,"nope":1,"tenants":[{"tenant":"A B"}]}')
    const rest = command === 'exec' ? ['--', process.execPath, '--version'] : ['--port', '0']
    const { code, stdout, stderr } = await runLine([command, '--world-file', file, ...rest])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/bad\.world\.json is not valid\.\n {2}nope: .*\n {2}clock: .*\n {2}tenants\.0\.tenant: /)
    expect(stderr).toContain(`"npx ringback world check ${file}"`)
  },
)

test.each([
  [true, 'Its dashboard is'],
  [false, 'It answers'],
])(
  'a port that a Ringback has (with a dashboard: %s) is said to be that of one, and where it is',
  async (dashboard, said) => {
    await using emulator = await startEmulator({ port: 0, fixture: 'empty', dashboard })
    const { port } = new URL(emulator.url)
    const { code, stderr } = await runLine(['start', '--port', port])
    expect(code).toBe(5)
    expect(stderr).toContain(`Port ${port} is that of a Ringback that runs already`)
    expect(stderr).toContain(`${said} at http://127.0.0.1:${port}. Use that one`)
  },
)

test('no folder is made in the root of the disk, and one beside what is there is', async () => {
  using folder = temporaryFolder()
  const run = (junit: string) =>
    runLine(['exec', '--fixture', 'empty', '--junit', junit, '--', process.execPath, '--version'])
  const nowhere = path.join(path.parse(folder.path).root, 'ringback-no-such-folder')
  const { code, stdout, stderr } = await run(path.join(nowhere, 'deep', 'x.xml'))
  expect([code, stdout, existsSync(nowhere)]).toEqual([2, '', false])
  expect(stderr).toContain('its folder does not exist, and none is made in the root')
  const made = path.join(folder.path, 'reports', 'x.xml')
  expect((await run(made)).code).toBe(0)
  expect(existsSync(made)).toBe(true)
})
