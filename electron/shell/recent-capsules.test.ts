import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StandInApp } from '../../tests/desktop/support/stand-in-parts.ts'
import { RecentCapsules } from './recent-capsules.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-recent-'))
afterAll(() => rmSync(folder, { recursive: true }))

function capsule(name: string): string {
  const file = path.join(folder, `${name}.ringback-capsule`)
  writeFileSync(file, '')
  return file
}

test('the ten opened last are kept, newest first, each once, over a restart', () => {
  const app = new StandInApp({ appData: folder })
  const recent = () => new RecentCapsules({ app, platform: 'darwin', file: path.join(folder, 'recent.json') })
  const files = Array.from({ length: 12 }, (_, index) => capsule(`run-${index}`))
  for (const file of files) recent().add(file)
  recent().add(files[5]!)
  expect(recent().list()).toEqual([files[5], ...[11, 10, 9, 8, 7, 6, 4, 3, 2].map(index => files[index])])
  expect(app.recentDocuments).toHaveLength(13)
})

test('one that is gone is not offered, and all can be forgotten', () => {
  const app = new StandInApp({ appData: folder })
  const recent = new RecentCapsules({ app, platform: 'win32', file: path.join(folder, 'forget.json') })
  const [kept, gone] = [capsule('kept'), capsule('gone')]
  recent.add(kept)
  recent.add(gone)
  rmSync(gone)
  expect(recent.list()).toEqual([kept])
  recent.clear()
  expect([recent.list(), app.recentDocuments]).toEqual([[], []])
})

test('Linux has no list of its own to be told', () => {
  const app = new StandInApp({ appData: folder })
  new RecentCapsules({ app, platform: 'linux', file: path.join(folder, 'linux.json') }).add(capsule('linux'))
  expect(app.recentDocuments).toEqual([])
})
