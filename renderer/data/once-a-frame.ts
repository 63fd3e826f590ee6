import { notifyManager } from '@tanstack/react-query'

/** What arrived since the last frame. */
let waiting: (() => void)[] = []

function tell(): void {
  const told = waiting
  waiting = []
  for (const callback of told) callback()
}

/** A page that is hidden has no frames. */
const nextFrame = (callback: () => void) => {
  if (document.hidden) setTimeout(callback)
  else requestAnimationFrame(callback)
}

/**
 * Answers that arrive within one frame are shown by one render of what uses them. Each would else render the page on its own, two dozen times when a
 * world is opened.
 */
export function renderOnceAFrame(): void {
  notifyManager.setScheduler(callback => {
    waiting.push(callback)
    if (waiting.length === 1) nextFrame(tell)
  })
  // The frame that was waited for does not come any more.
  document.addEventListener('visibilitychange', tell)
}
