import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

describe('a folder', () => {
  const within = mkdtempSync(join(tmpdir(), 'ringback-folder-'))
  afterAll(() => rmSync(within, { recursive: true }))

  test('is made with all around it, and may be there already', () => {
    const folder = join(within, 'some', 'where', 'deep')
    makeFolder(folder)
    makeFolder(folder)
    expect(statSync(folder).isDirectory()).toBe(true)
  })

  test('is not made where a file stands, or below one', () => {
    const file = join(within, 'file')
    writeFileSync(file, '')
    expect(() => makeFolder(file)).toThrow('EEXIST')
    expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR')
    expect(() => makeFolder(join(file, 'further', 'below'))).toThrow('ENOTDIR')
  })

  test.runIf(process.platform === 'linux')('is refused at once where the system lets nobody make one', () => {
    expect(() => makeFolder('/proc/ringback/store')).toThrow('ENOENT')
  })
})
