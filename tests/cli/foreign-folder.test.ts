import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { lockFolder } from '../../server/store/folder-lock.ts'
import { ringback, temporaryFolder, UNNAMED } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
const TOKEN = '0123456789abcdef0123456789abcdef'

/** Takes itself for an emulator, and writes down the tokens that it is sent. */
async function listeningForTokens(): Promise<{ url: string; tokens: (string | undefined)[] }> {
  const tokens: (string | undefined)[] = []
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization)
    response.writeHead(401, { 'Content-Type': 'application/json' })
    response.end('{"error":{"code":"unauthorized","message":"A token is required.","details":null}}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tokens }
}

/** A folder with the lock that this process would have written, changed. */
function folderWithLock(change: object): { path: string } & Disposable {
  const folder = temporaryFolder()
  const store = path.join(folder.path, '.ringback')
  const lock = lockFolder(store)
  lock.announce('http://127.0.0.1:1')
  const file = path.join(store, 'ringback.lock')
  const content = { ...JSON.parse(readFileSync(file, 'utf8')), ...change }
  writeFileSync(file, JSON.stringify(content))
  // Where a command asks that does not believe the lock.
  writeFileSync(path.join(folder.path, 'ringback.config.json'), '{"port":2}')
  return folder
}

/** What a lock says of a process beside its number: the boot, and the start in clock ticks. */
function markOf(pid: number): string | null {
  if (process.platform !== 'linux') return null
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${started}`
}

describe('a lock that came with a folder (finding S9)', () => {
  test('gets no token of the environment, and the way out is told', async () => {
    const { url, tokens } = await listeningForTokens()
    using folder = folderWithLock({ url })
    const env = { ...UNNAMED, RINGBACK_TOKEN: TOKEN }
    const { code, stderr } = await runLine(['clock'], { cwd: folder.path, env })
    expect({ code, tokens }).toEqual({ code: 1, tokens: [undefined] })
    expect(stderr).toMatch(/RINGBACK_TOKEN is not sent to an address that was found in a file\. Name the emulator/)
    await runLine(['clock'], { cwd: folder.path, env: { ...env, RINGBACK_URL: url } })
    await runLine(['clock', '--token', TOKEN], { cwd: folder.path, env: UNNAMED })
    expect(tokens.slice(1)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`])
  })

  test.each([
    ['names another machine', { url: 'http://ringback.example:4010' }],
    ['names no http address', { url: 'file:///etc/passwd' }],
    // It runs on every machine, so whoever makes the lock need not know a process of this one; here its mark is right as well.
    ['names process 1', { pid: 1, process: markOf(1) }],
  ])('is not believed when it %s', async (_, change) => {
    using folder = folderWithLock(change)
    const { code, stderr } = await runLine(['clock'], { cwd: folder.path, env: UNNAMED })
    expect(code).toBe(4)
    expect(stderr).toContain('No emulator answers at http://127.0.0.1:2 ')
  })

  test.runIf(process.platform === 'linux')('is not believed without the mark of its process', async () => {
    const { url, tokens } = await listeningForTokens()
    using folder = folderWithLock({ url, process: null })
    expect((await runLine(['clock'], { cwd: folder.path, env: UNNAMED })).code).toBe(4)
    expect(tokens).toEqual([])
  })
})

describe('a ringback.config.json of the folder (finding S9)', () => {
  const OPEN = {
    'allow-host': 'ringback.example',
    'cors-origin': 'https://evil.example',
    forward: 'https://crm.example=http://127.0.0.1:9',
    store: '../elsewhere',
  }

  test('that opens doors is named on stderr, with what it opens', async () => {
    using outside = temporaryFolder()
    const folder = path.join(outside.path, 'clone')
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'ringback.config.json'), JSON.stringify(OPEN))
    const args = ['start', '--json', '--port', '0', '--fixture', 'empty']
    await using started = ringback(args, { cwd: folder })
    await started.ready()
    const [line] = await started.wrote('stderr', /^ringback\.config\.json in this folder sets .*\n/)
    for (const part of ['allow-host ringback.example', 'cors-origin https://evil.example', 'forward https://crm'])
      expect(line).toContain(part)
    expect(line).toContain(`store ${path.join(outside.path, 'elsewhere')}`)
    const executed = await runLine(['exec', '--', process.execPath, '-e', '0'], { cwd: folder })
    expect(executed.stderr).toMatch(
      /^ringback: ringback\.config\.json in this folder sets .*allow-host ringback\.example/,
    )
  })

  test('is not named when it was named by the person, when flags take its place, or when it opens nothing', async () => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'ringback.config.json')
    writeFileSync(file, JSON.stringify({ 'cors-origin': 'https://a.example', fixture: 'empty' }))
    const exec = (...flags: string[]) =>
      runLine(['exec', ...flags, '--', process.execPath, '-e', '0'], { cwd: folder.path })
    for (const flags of [
      ['--config', 'ringback.config.json'],
      ['--cors-origin', 'https://b.example'],
    ])
      expect((await exec(...flags)).stderr).not.toContain('in this folder')
    writeFileSync(file, JSON.stringify({ fixture: 'empty', port: 4010, store: '.ringback' }))
    expect((await exec()).stderr).not.toContain('in this folder')
  })
})

describe.skipIf(process.platform === 'win32')('a store (finding S10)', () => {
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)
  const lineOf = (store: string) => [
    ...['start', '--json', '--port', '0', '--store', store],
    ...['--fixture', 'empty', '--no-dashboard'],
  ]
  /** The same in this process, for what is asked of its files alone. */
  const startHere = (store: string) => startEmulator({ store, fixture: 'empty', dashboard: false })

  test('is for its owner only: folders 0700, files 0600, those of an earlier version too', async () => {
    using folder = temporaryFolder()
    const store = path.join(folder.path, 'new', 'store')
    await using first = ringback(lineOf(store))
    const { control_url } = await first.ready()
    const json = { 'Content-Type': 'application/json' }
    const kept = await fetch(`${control_url}/worlds/default/snapshots/one`, { method: 'PUT', headers: json })
    expect(kept.ok).toBe(true)
    const modes = () =>
      ['', 'worlds', 'snapshots', 'ringback.lock', 'worlds/default.db', 'worlds/default.db-wal'].map(name => [
        name,
        modeOf(path.join(store, name)),
      ])
    const PRIVATE = [
      ['', '700'],
      ['worlds', '700'],
      ['snapshots', '700'],
      ['ringback.lock', '600'],
      ['worlds/default.db', '600'],
      ['worlds/default.db-wal', '600'],
    ]
    expect(modes()).toEqual(PRIVATE)
    expect(modeOf(path.join(store, 'snapshots/default/one.db'))).toBe('600')
    first.child.kill('SIGTERM')
    await first.ended
    for (const name of ['worlds', 'snapshots']) chmodSync(path.join(store, name), 0o755)
    chmodSync(path.join(store, 'worlds/default.db'), 0o644)
    await using _ = await startHere(store)
    expect(modes()).toEqual(PRIVATE)
  })

  test('writes through no link: what lies in the place of a draft goes, and what it leads to stays', async () => {
    using folder = temporaryFolder()
    const victim = path.join(folder.path, 'victim')
    writeFileSync(victim, 'precious')
    const store = path.join(folder.path, 'store')
    mkdirSync(path.join(store, 'worlds'), { recursive: true })
    symlinkSync(victim, path.join(store, 'worlds/default.db.next'))
    symlinkSync(victim, path.join(store, `ringback.lock.${process.pid}`))
    lockFolder(store).release()
    await using emulator = await startHere(store)
    symlinkSync(victim, path.join(store, 'worlds/default.db.next'))
    const reset = await fetch(`${emulator.controlUrl}/worlds/default/reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(reset.status).toBe(200)
    expect(readFileSync(victim, 'utf8')).toBe('precious')
  })

  test.each(['', '-wal'])('with a link in the place of default.db%s is refused, and nothing is written', async end => {
    using folder = temporaryFolder()
    const store = path.join(folder.path, 'store')
    await (await startHere(store)).close()
    const victim = path.join(folder.path, 'victim')
    const database = readFileSync(path.join(store, 'worlds/default.db'))
    writeFileSync(victim, end === '' ? database : 'precious')
    rmSync(path.join(store, `worlds/default.db${end}`), { force: true })
    symlinkSync(victim, path.join(store, `worlds/default.db${end}`))
    const again = await runLine(lineOf(store))
    expect(again).toMatchObject({ code: 6, stdout: '', stderr: expect.stringContaining('a link to somewhere else') })
    expect(readFileSync(victim)).toEqual(end === '' ? database : Buffer.from('precious'))
  })
})

test('start takes its token from RINGBACK_TOKEN, so that it does not stand among the processes (finding S10)', async () => {
  const args = ['start', '--json', '--port', '0', '--fixture', 'empty', '--no-dashboard']
  await using started = ringback(args, { env: { RINGBACK_TOKEN: TOKEN } })
  const { control_url } = await started.ready()
  expect((await fetch(`${control_url}/worlds`)).status).toBe(401)
  const answer = await fetch(`${control_url}/worlds`, { headers: { Authorization: `Bearer ${TOKEN}` } })
  expect(answer.status).toBe(200)
})
