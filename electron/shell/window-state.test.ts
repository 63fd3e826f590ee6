import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DEFAULT_SIZE, LEAST_SIZE, placeWindow, type WindowState, windowStateFile } from './window-state.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-window-'))
afterAll(() => rmSync(folder, { recursive: true }))

const laptop = { x: 0, y: 25, width: 1_440, height: 875 }
const monitor = { x: 1_440, y: 0, width: 2_560, height: 1_440 }
const state = (bounds: WindowState['bounds']): WindowState => ({ bounds, maximized: false, fullScreen: false })

test('the window comes back where it was, on whichever display that was', () => {
  const bounds = { x: 1_600, y: 100, width: 1_800, height: 1_000 }
  expect(placeWindow(state(bounds), [laptop, monitor])).toEqual(bounds)
})

test('a window on a display that is gone is centred at its default size', () => {
  expect(placeWindow(state({ x: 1_600, y: 100, width: 1_800, height: 1_000 }), [laptop])).toEqual(DEFAULT_SIZE)
})

test('a window whose title bar could not be grabbed is centred', () => {
  expect(placeWindow(state({ x: 100, y: -300, width: 1_200, height: 700 }), [laptop])).toEqual(DEFAULT_SIZE)
  expect(placeWindow(state({ x: -1_150, y: 100, width: 1_200, height: 700 }), [laptop])).toEqual(DEFAULT_SIZE)
})

test('a window is never smaller than the dashboard needs nor larger than its display', () => {
  expect(placeWindow(state({ x: 10, y: 30, width: 5_000, height: 10 }), [laptop])).toEqual({
    x: 10,
    y: 30,
    width: laptop.width,
    height: LEAST_SIZE.height,
  })
})

test('without a display or a memory the size is the default', () => {
  expect(placeWindow(null, [laptop])).toEqual(DEFAULT_SIZE)
  expect(placeWindow(state({ x: 0, y: 0, width: 1_200, height: 800 }), [])).toEqual(DEFAULT_SIZE)
})

test('what was written is read again, and a broken file counts as none', () => {
  const file = path.join(folder, 'deep/window-state.json')
  const kept = windowStateFile(file)
  expect(kept.read()).toBeNull()
  const written = { ...state(laptop), maximized: true }
  kept.write(written)
  expect(kept.read()).toEqual(written)
  for (const broken of [
    '',
    '{',
    'null',
    '[]',
    '{"bounds":{"x":"1"}}',
    JSON.stringify({ ...written, bounds: { ...laptop, x: 0.5 } }),
  ]) {
    writeFileSync(file, broken)
    expect(kept.read(), broken).toBeNull()
  }
  expect(readFileSync(file, 'utf8')).not.toBe('')
})
