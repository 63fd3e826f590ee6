import { notifyManager } from '@tanstack/react-query'

/** What waits for the next frame. */
const waiting: (() => void)[] = []
let isAsked = false

function ask(): void {
  if (isAsked) return
  isAsked = true
  requestAnimationFrame(run)
}

/** Also what these ask for themselves: a message that is taken in tells those who show it. */
function run(): void {
  isAsked = false
  try {
    for (let callback = waiting.shift(); callback !== undefined; callback = waiting.shift()) callback()
  } finally {
    if (waiting.length > 0) ask()
  }
}

/**
 * Runs something at the next frame, together with all else that waits for it: what arrives, the clock and the answers that are shown render the page
 * once then, and each would else render it on its own. A page that is hidden has no frames: there it is run after `hiddenMs`.
 */
export function atNextFrame(callback: () => void, hiddenMs = 0): void {
  if (document.hidden) {
    setTimeout(callback, hiddenMs)
    return
  }
  waiting.push(callback)
  ask()
}

/** Answers that arrive within one frame are shown by one render of what uses them, instead of two dozen when a world is opened. */
export function renderOnceAFrame(): void {
  notifyManager.setScheduler(callback => atNextFrame(callback))
  // The frame that was waited for does not come any more.
  document.addEventListener('visibilitychange', run)
}
