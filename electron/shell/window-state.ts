import type { Rectangle } from 'electron'
import type { WindowPort } from '../ports.ts'
import { isRecord, type JsonFile, jsonFile } from './json-file.ts'

export interface WindowState {
  bounds: Rectangle
  maximized: boolean
  fullScreen: boolean
}

export const DEFAULT_SIZE = { width: 1_440, height: 900 }
export const LEAST_SIZE = { width: 1_024, height: 640 }

/** So much of the window must be on a display, or it could not be grabbed any more. */
const VISIBLE = { width: 160, height: 80 }

export function windowStateFile(file: string): JsonFile<WindowState | null> {
  return jsonFile<WindowState | null>({ file, fallback: null, isValid: isWindowState })
}

function isWindowState(value: unknown): value is WindowState {
  if (!isRecord(value) || !isRecord(value.bounds)) return false
  const { x, y, width, height } = value.bounds
  return (
    [x, y, width, height].every(Number.isSafeInteger) &&
    typeof value.maximized === 'boolean' &&
    typeof value.fullScreen === 'boolean'
  )
}

/**
 * Where to put the window: where it was, if enough of that is on a display that is still there; never smaller than the dashboard needs,
 * never larger than its display. Without `x` and `y` the system centres it.
 */
export function placeWindow(
  state: WindowState | null,
  displays: readonly Rectangle[],
): Partial<Rectangle> & typeof DEFAULT_SIZE {
  if (state === null) return DEFAULT_SIZE
  const display = displays.find(area => isGrabbable(state.bounds, area))
  if (display === undefined) return DEFAULT_SIZE
  const width = clamp(state.bounds.width, LEAST_SIZE.width, Math.max(LEAST_SIZE.width, display.width))
  const height = clamp(state.bounds.height, LEAST_SIZE.height, Math.max(LEAST_SIZE.height, display.height))
  return { x: state.bounds.x, y: state.bounds.y, width, height }
}

/** The title bar is at the top, so the top edge has to be on the display. */
function isGrabbable(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const topIsOn = bounds.y >= area.y && bounds.y <= area.y + area.height - VISIBLE.height
  return across >= VISIBLE.width && topIsOn
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

export function readWindowState(window: WindowPort): WindowState {
  return { bounds: window.getNormalBounds(), maximized: window.isMaximized(), fullScreen: window.isFullScreen() }
}
