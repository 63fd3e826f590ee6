import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { run } from '../../server/cli/program.ts'
import type { ReadyLine } from '../../server/control/protocol/process.ts'
import { ringback, temporaryFolder, UNNAMED } from '../support/cli.ts'

const repository = path.join(import.meta.dirname, '../..')

test('npm run headless keeps everything in memory, and ends with its npm', async () => {
  const npm = spawn('npm', ['run', '--silent', 'headless', '--', '--port', '0', '--fixture', 'empty'], {
    cwd: repository,
  })
  const ended = new Promise<void>(resolve => npm.once('exit', () => resolve()))
  try {
    const ready = JSON.parse(await firstOutput(npm.stdout)) as ReadyLine
    expect(ready.world).toMatchObject({ fixture: 'empty' })
    expect((await fetch(`${ready.control_url}/health`)).status).toBe(200)
    npm.kill('SIGTERM')
    await ended
    await gone(ready.pid)
    await expect(fetch(ready.url)).rejects.toThrow('fetch failed')
  } finally {
    npm.kill('SIGKILL')
  }
})

test('a start that is to stop with its parent does so when the parent is killed', async () => {
  const main = path.join(repository, 'server/cli/main.ts')
  const script = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(main)}, 'start', '--json', '--port', '0', '--fixture', 'empty'], { stdio: 'inherit' })`
  const spawned = (env: NodeJS.ProcessEnv) =>
    spawn(process.execPath, ['-e', script], { env: { ...process.env, npm_command: undefined, ...env } })
  const parent = spawned({ RINGBACK_STOP_WITH_PARENT: '1' })
  const { pid } = JSON.parse(await firstOutput(parent.stdout)) as ReadyLine
  parent.kill('SIGKILL')
  await gone(pid)
  const other = spawned({})
  const left = JSON.parse(await firstOutput(other.stdout)) as ReadyLine
  other.kill('SIGKILL')
  await new Promise(resolve => other.once('exit', resolve))
  expect((await fetch(`${left.control_url}/health`)).status).toBe(200)
  process.kill(left.pid, 'SIGTERM')
  await gone(left.pid)
})

test('npm start keeps its data in .ringback, where its lock tells commands the address', async () => {
  using folder = temporaryFolder()
  const main = path.join(repository, 'scripts/start.ts')
  await using started = ringback(['--no-dashboard', '--port', '0', '--json', '--fixture', 'empty'], {
    cwd: folder.path,
    main,
  })
  const { url, pid } = await started.ready()
  const lock = JSON.parse(readFileSync(path.join(folder.path, '.ringback/ringback.lock'), 'utf8'))
  expect(lock).toMatchObject({ pid, url })
  const found = await ringback(['clock', '--json'], { cwd: folder.path, env: UNNAMED }).ended
  expect(found.code).toBe(0)
  // Its world can be forked before any request.
  const recording = await (await fetch(`${url}/control/worlds/default/recording`)).json()
  expect(recording).toEqual({ recording: true, oldest: null })
  started.child.kill('SIGTERM')
  await started.ended
  expect(existsSync(path.join(folder.path, '.ringback/ringback.lock'))).toBe(false)
  expect(existsSync(path.join(folder.path, '.ringback/worlds/default.db'))).toBe(true)
})

test('What npm start builds is built only once its flags are understood', async () => {
  const built: string[] = []
  const first = () => built.push('built')
  expect(await run(['start', '--wrong-flag'], first)).toBe(2)
  expect(built).toEqual([])
  expect(await run(['start', '--port', '70000'], first)).toBe(2)
  expect(built).toEqual(['built'])
})

async function firstOutput(stream: Readable): Promise<string> {
  stream.setEncoding('utf8')
  return await new Promise(resolve => stream.once('data', resolve))
}

/** Resolves when a process that is no child of ours has ended. The system tells nobody, so it has to be asked. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    const stat = `/proc/${pid}/stat`
    if (existsSync(stat) && /\) Z /.test(readFileSync(stat, 'utf8'))) return
    await pause(50)
  }
}

test('npm run ringback runs a command from the sources, without a built package', () => {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'ringback', '--', 'verdicts', 'explain', 'nothing'],
    {
      cwd: path.join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    },
  )
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('ringback: There is no rule "nothing".')])
})
