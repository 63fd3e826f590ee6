import { expect, test } from 'vitest'
import { takesFile } from './route.ts'
import { CONTROL_ROUTES } from './routes/all.ts'

test('a file is taken where one is uploaded, and nowhere else', () => {
  const takes = takesFile(CONTROL_ROUTES)
  expect(takes('/control/capsules')).toBe(true)
  expect(takes('/control/worlds/default/snapshots/before/file')).toBe(true)
  for (const path of ['/control/worlds', '/control/worlds/default/reset', '/control/worlds/default/snapshots/before'])
    expect(takes(path), path).toBe(false)
  expect(takes('/control/worlds/default/reset/snapshots/before/file')).toBe(false)
})
