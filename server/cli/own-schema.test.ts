import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schemaPath } from './own-schema.ts'

let folder: string
let own: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ringback-schema-'))
  own = path.join(folder, 'own')
  mkdirSync(own)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a schema is named where it is: in the project, else in the Ringback that runs, else nowhere', () => {
  const found = () => schemaPath('drills.schema.json', { folder, own })
  expect(found()).toBeUndefined()
  const ours = path.join(own, 'drills.schema.json')
  writeFileSync(ours, '{}')
  expect(found()).toBe(pathToFileURL(ours).href)
  mkdirSync(path.join(folder, 'node_modules/ringback'), { recursive: true })
  writeFileSync(path.join(folder, 'node_modules/ringback/drills.schema.json'), '{}')
  expect(found()).toBe('./node_modules/ringback/drills.schema.json')
})
