import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { DRILL_FILE_SCHEMA } from '../../server/contract/drill-file.ts'
import { DRILLS } from '../../server/contract/drills.ts'
import { checkDrill, type Drill } from '../../server/index.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { REPOSITORY, theBlock } from '../support/readme-blocks.ts'

const runLine = linesOfFile()
const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true })
const holds = ajv.compile(DRILL_FILE_SCHEMA)

/** Asks, and once more after a wait in milliseconds, if one is given. */
const asking = (wait?: number) => `
  const ask = () => fetch(process.env.RINGBACK_BASE_URL + '/customers', { headers: { Authorization: 'Bearer ' + process.env.RINGBACK_API_KEY } })
  await (await ask()).text()
  ${wait === undefined ? '' : `await new Promise(done => setTimeout(done, ${wait}))\n  await (await ask()).text()`}`

test('the schema of drills in a file holds of all that Ringback brings along, one by one and as a list', () => {
  for (const drill of [...DRILLS, DRILLS]) expect([holds(drill), holds.errors]).toEqual([true, null])
  const [first] = DRILLS as readonly [Drill]
  for (const wrong of [{ ...first, stages: [] }, { ...first, met: 1 }, [], 'minute_full'])
    expect(holds(wrong)).toBe(false)
})

test('every field of it says what it is, those of an effect, a match and a clock apart', () => {
  const silent: string[] = []
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [name, inner] of Object.entries(schema)) {
      if (name === 'properties')
        for (const [field, one] of Object.entries(inner as object))
          if (!('description' in one)) silent.push(`${place}.${field}`)
      look(inner, name === 'properties' ? place : `${place}.${name}`)
    }
  }
  look(DRILL_FILE_SCHEMA.definitions, 'definitions')
  const known =
    /\.(\$schema|before|by|minute|day|webhook_sends|match|effect|times|method|path|outcome|at_least|room|more|days|of|until|is)$/
  expect(silent.filter(place => !known.test(place) && !place.includes('.effect.'))).toEqual([])
})

test('--show prints a drill to begin with, which holds by the schema and which --from takes as it is', async () => {
  using folder = temporaryFolder()
  const schema = './node_modules/ringback/drills.schema.json'
  mkdirSync(path.dirname(path.join(folder.path, schema)), { recursive: true })
  writeFileSync(path.join(folder.path, schema), JSON.stringify(DRILL_FILE_SCHEMA))
  for (const { drill } of DRILLS) {
    const { code, stdout } = await runLine(['drill', '--show', drill], { cwd: folder.path })
    expect(code).toBe(0)
    const { $schema, ...own } = JSON.parse(stdout)
    expect([$schema, own.drill]).toEqual([schema, `my_${drill}`])
    expect(holds(JSON.parse(stdout))).toBe(true)
    expect(await checkDrill(own)).toEqual({})
    writeFileSync(path.join(folder.path, 'own.json'), stdout)
    const listed = await runLine(['drill', '--list', '--from', 'own.json'], { cwd: folder.path })
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringMatching(new RegExp(`^my_${drill} `, 'm'))])
  }
  expect(await runLine(['drill', '--show', 'nope'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no drill "nope". There are minute_full, '),
  })
})

test('--show names no schema that is not there', async () => {
  using folder = temporaryFolder()
  const { stdout } = await runLine(['drill', '--show', 'three_503s'], { cwd: folder.path })
  const { $schema } = JSON.parse(stdout)
  if ($schema !== undefined)
    expect(existsSync(new URL($schema, pathToFileURL(path.join(folder.path, 'own.json'))))).toBe(true)
})

test('the drill of the README holds by the schema, passes a client that waits, and fails one that gives up', async () => {
  using folder = temporaryFolder()
  writeFileSync(path.join(folder.path, 'own.json'), theBlock('json drill'))
  expect(holds(JSON.parse(theBlock('json drill')))).toBe(true)
  const ended = await Promise.all(
    [asking(1_100), asking()].map(
      client =>
        ringback(
          ['drill', '--from', 'own.json', '--only', 'maintenance', '--', 'node', '--input-type=module', '-e', client],
          {
            cwd: folder.path,
          },
        ).ended,
    ),
  )
  expect(ended.map(({ code }) => code)).toEqual([0, 3])
})

test('what the package exports from its top is among its files', () => {
  const { exports, files } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'))
  const exported = Object.values<unknown>(exports)
    .filter(target => typeof target === 'string' && target.endsWith('.schema.json'))
    .map(target => String(target).replace('./', ''))
  expect(exported).toContain('drills.schema.json')
  expect(files).toEqual(expect.arrayContaining(exported))
})
