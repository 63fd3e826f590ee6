import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { ringback } from '../support/cli.ts'

/** Root may write everything, so that its tests run the command as nobody, on folders that are root's. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined
const MAIN = path.join(import.meta.dirname, '../../server/cli/main.ts')
/** Under another user the project itself may be out of reach, and Windows has other permissions. */
const canRun =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, [MAIN, '--help'], { cwd: tmpdir(), ...(NOBODY && { uid: NOBODY, gid: NOBODY }) })
    .status === 0
if (!canRun)
  process.stderr.write('No user without rights can run the command here, so read-only stores are not tested.\n')

let folder: string
const database = () => path.join(folder, 'worlds/default.db')
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ringback-read-only-'))
  await (await startEmulator({ fixture: 'empty', store: folder })).close()
})
afterAll(() => {
  modes({ folder: 0o755, worlds: 0o755, file: 0o644 })
  rmSync(folder, { recursive: true, force: true })
})

/** What everybody may do with the folder, the one in it, and the database. */
function modes(wanted: { folder: number; worlds: number; file: number }): void {
  chmodSync(folder, wanted.folder)
  chmodSync(path.join(folder, 'worlds'), wanted.worlds)
  chmodSync(database(), wanted.file)
}
/** Every file with a digest of its bytes. */
const contents = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.includes('.'))
    .sort()
    .map(name => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ])

const startAsNobody = (store = folder) =>
  ringback(['start', '--json', '--port', '0', '--store', store], {
    env: { HOME: tmpdir(), NODE_DISABLE_COMPILE_CACHE: '1' },
    ...(NOBODY === undefined ? {} : { uid: NOBODY }),
  })

describe.runIf(canRun)('A store that may be read and not written', () => {
  test.each([
    ['folder', '', { folder: 0o555, worlds: 0o555, file: 0o444 }],
    ['folder of databases', 'worlds', { folder: 0o777, worlds: 0o555, file: 0o444 }],
    ['database', 'worlds/default.db', { folder: 0o777, worlds: 0o777, file: 0o444 }],
  ])(
    'in its %s exits with 6, says which part it is and the way out, and is left as it is (threat D5)',
    async (_, part, wanted) => {
      modes(wanted)
      const before = contents()
      const { code, stdout, stderr } = await startAsNobody().ended
      expect(stderr).toContain(
        `The store ${folder} cannot be used: ${path.join(folder, part)} is read-only for this user. Nothing in it was changed. ` +
          'Give this user write access to the folder and everything in it, or choose another folder with --store.',
      )
      expect([code, stdout]).toEqual([6, ''])
      expect(contents()).toEqual(before)
    },
  )

  test('is told from one that may not be read either', async () => {
    modes({ folder: 0o777, worlds: 0o777, file: 0o000 })
    const { code, stderr } = await startAsNobody().ended
    expect([code, stderr]).toEqual([6, expect.stringContaining('cannot be used')])
    expect(stderr).not.toContain('is read-only')
  })

  test('is told of the folder in which it would have to be made (threat D5)', async () => {
    modes({ folder: 0o555, worlds: 0o555, file: 0o444 })
    const { code, stderr } = await startAsNobody(path.join(folder, 'new/store')).ended
    expect([code, stderr]).toEqual([6, expect.stringContaining(`${folder} is read-only for this user.`)])
  })

  test('starts once it may be written, so what is refused above is refused for that (without D5)', async () => {
    // A file that belongs to somebody else and may be written by everybody.
    modes({ folder: 0o777, worlds: 0o777, file: 0o666 })
    await using cli = startAsNobody()
    await cli.ready()
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(0)
  })
})
