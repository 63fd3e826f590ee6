import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedEmulator, startEmulator, testEnvironment } from '../../server/index.ts'
import { temporaryFolder } from '../support/cli.ts'
import { REPOSITORY } from '../support/readme-blocks.ts'

const FOLDER = path.join(REPOSITORY, 'server/harness/recipes')
const MOST_LINES = 40

/** The recipes as their first lines say that they are run, and what tells whether the language is on this machine. */
const RECIPES = [
  { file: 'recipe.sh', command: ['bash'], version: ['openssl', 'version'] },
  { file: 'recipe.php', command: ['php'], version: ['php', '-v'] },
  { file: 'recipe.rb', command: ['ruby'], version: ['ruby', '-v'] },
  { file: 'recipe.go', command: ['go', 'run'], version: ['go', 'version'] },
  { file: 'Recipe.java', command: ['java'], version: ['javac', '-version'] },
] as const

let emulator: StartedEmulator
beforeAll(async () => {
  emulator = await startEmulator({ port: 0 })
})
afterAll(() => emulator.close())

describe.each(RECIPES)('$file', ({ file, command, version: [name, ...flags] }) => {
  const text = readFileSync(path.join(FOLDER, file), 'utf8')
  test(`has at most ${MOST_LINES} lines, and says how it is run`, () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
    expect(text).toContain(`npx ringback exec -- ${command.join(' ')} ${file}`)
  })

  test('places a call, reads the limits, and tells a genuine delivery from a forged one', async context => {
    if (spawnSync(name, flags).status !== 0) {
      process.stderr.write(`NOT RUN: ${file}. There is no ${name} on this machine.\n`)
      return context.skip(`There is no ${name} on this machine.`)
    }
    await using world = await emulator.createWorld({ fixture: 'empty', clock: '2026-03-10T03:00:00Z' })
    await world.faults.add({ match: { tenant: 'max', event: 'call.completed' }, effect: { forge: 'tampered' } })
    using folder = temporaryFolder()
    const child = spawn(command[0], [...command.slice(1), path.join(FOLDER, file)], {
      env: {
        ...process.env,
        ...testEnvironment({ url: emulator.url, world: world.view }),
        GOCACHE: path.join(folder.path, 'go'),
        GOTOOLCHAIN: 'local',
      },
    })
    let [output, errors] = ['', '']
    child.stdout.on('data', piece => {
      output += piece
    })
    child.stderr.on('data', piece => {
      errors += piece
    })
    const code = await new Promise(resolve => child.once('close', resolve))
    const [placed, ...deliveries] = output.trimEnd().split('\n')
    expect({ code, placed, deliveries: deliveries.sort() }, errors).toEqual({
      code: 0,
      placed: 'placed, 998 of 1000 requests are left this minute',
      deliveries: ['forged', 'genuine'],
    })
    expect(await world.calls.list()).toMatchObject([
      { external_id: 'order-1', status: 'connected', ended_at: '2026-03-10T03:01:10.000Z' },
    ])
    const certainlyWrong = (await world.verdicts()).flatMap(({ findings }) => findings)
    expect(certainlyWrong.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
