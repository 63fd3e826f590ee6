import { REAL_TIMERS } from './real-timers.ts'

/** Long enough for many looks at the network; connections are taken one at a time. */
const BREATH_MS = 10

const waiting: (() => void)[] = []
let reading = false

/**
 * Resolves when a whole journal may be read. There is a breath between two readers, in which all others are answered: a hundred of them
 * who come at once hold nobody up for longer than one of them.
 */
export function scanTurn(): Promise<void> {
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
