import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledPackage, installPackage, run } from '../package/install-package.ts'
import { REPOSITORY } from '../support/readme-blocks.ts'

const VERSIONS = path.join(import.meta.dirname, 'versions')
const versionsRequire = createRequire(path.join(VERSIONS, 'package.json'))
const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8')

beforeAll(async () => {
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: VERSIONS,
  })
}, 180_000)

describe('the files of the container and of the action', () => {
  const { validate } = { validate: (text: string) => versionsRequire('dockerfile-utils').validate(text) as unknown[] }

  test('the Dockerfile passes its linter, which sees a mistake', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
    expect(validate(read('Dockerfile').replace('HEALTHCHECK', 'HEALTHCHEK'))).not.toEqual([])
  })

  test('the action passes its linter, which sees a mistake', async () => {
    const cli = path.join(VERSIONS, 'node_modules/@action-validator/cli/cli.mjs')
    const lint = (file: string) => spawnSync(process.execPath, [cli, file], { encoding: 'utf8' })
    const { status, stdout } = lint(path.join(REPOSITORY, 'action.yml'))
    expect([status, stdout]).toEqual([0, ''])
    const folder = mkdtempSync(path.join(tmpdir(), 'ringback-action-'))
    const { writeFileSync } = await import('node:fs')
    const broken = path.join(folder, 'action.yml')
    writeFileSync(broken, read('action.yml').replace(/^runs:/m, 'runz:'))
    expect(lint(broken).status).not.toBe(0)
    rmSync(folder, { recursive: true })
  })
})

/** Only root can become somebody else and make the root read-only; and only Linux has namespaces. */
const CAN =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0

describe.skipIf(!CAN)('the command line of the container, in a plain folder', () => {
  let project: InstalledPackage
  let data: string
  beforeAll(async () => {
    project = await installPackage()
    data = mkdtempSync(path.join(tmpdir(), 'ringback-data-'))
    spawnSync('chown', ['nobody', data])
    spawnSync('chmod', ['-R', 'a+rX', project.folder])
    spawnSync('chmod', ['a+rx', path.dirname(project.folder)])
  }, 300_000)
  afterAll(() => {
    project[Symbol.dispose]()
    rmSync(data, { recursive: true, force: true })
  })

  test('runs as another user, on a read-only root, bound to all interfaces, with the token that it makes', async () => {
    const [, ...command] =
      /^CMD \["start"(.*)\]$/m
        .exec(read('Dockerfile'))?.[1]
        ?.match(/"([^"]+)"/g)
        ?.map(text => text.slice(1, -1)) ?? []
    const args = ['start', '--host', ...command].map(arg => (arg === '4010' ? '0' : arg === '/data' ? data : arg))
    const inside = `mount --make-rprivate / && mount --bind '${data}' '${data}' && mount -o remount,ro,bind / && cd '${data}' && exec setpriv --reuid=65534 --clear-groups env -i PATH=/usr/bin:/bin '${process.execPath}' '${project.main}' ${args.join(' ')} --json`
    const child = spawn('unshare', ['-m', 'sh', '-c', inside], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, errors] = ['', '']
    child.stderr.on('data', piece => {
      errors += piece
    })
    const ready = await new Promise<{ url: string; pid: number }>((resolve, reject) => {
      child.stdout.on('data', piece => {
        output += piece
        if (output.includes('\n')) resolve(JSON.parse(output.split('\n', 1)[0] as string))
      })
      child.on('close', code => reject(new Error(`ended with ${code}: ${errors}`)))
    })
    try {
      const [token = ''] = /^ {2}([0-9a-f]{32})$/m.exec(errors)?.slice(1) ?? []
      expect(errors).toContain('No RINGBACK_TOKEN was given')
      const port = new URL(ready.url).port
      const health = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}/control/worlds`, { headers }).then(({ status }) => status)
      expect(await health({})).toBe(401)
      expect(await health({ Authorization: `Bearer ${token}` })).toBe(200)
      expect((await fetch(`http://127.0.0.1:${port}/api/v1/customers`)).status).toBe(401)
      expect(readFileSync(`/proc/${ready.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534/m)
      // The check of the image's health needs no token.
      const { stdout } = await run(process.execPath, [project.main, 'ready', '--url', `http://127.0.0.1:${port}`])
      expect(stdout).toBe('Ringback answers, and asks for a token.\n')
    } finally {
      child.kill('SIGTERM')
      await new Promise(resolve => child.once('close', resolve))
    }
  })
})
