import { REAL_TIMERS } from './real-timers.ts'

/** Long enough to look at the network many times; connections are accepted one at a time. */
const BREATH_MS = 10

const waiting: (() => void)[] = []
let reading = false

/**
 * Resolves when a whole journal may be read. Between two readers there is a pause in which all others are answered, so a hundred readers at
 * once block nobody for longer than one of them would.
 */
export function scanPermit(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (!reading) admit()
  })
}

function admit(): void {
  const next = waiting.shift()
  reading = next !== undefined
  next?.()
  if (reading) REAL_TIMERS.after(BREATH_MS, admit)
}
