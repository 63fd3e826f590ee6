/** Real time between two checks of who our parent is, in milliseconds. */
const BETWEEN_LOOKS = 250

/**
 * Calls back once when the process that started this one has ended. npm passes a signal to the shell in which it runs a script, and many
 * shells end without passing it on, so only we can notice that we should stop. It watches under npx, where the shell has no other purpose,
 * and when `RINGBACK_STOP_WITH_PARENT` is set. It does not otherwise, because a script may well start us in the background and end. Returns
 * a function that stops watching.
 */
export function onParentEnd(act: () => void): () => void {
  const { RINGBACK_STOP_WITH_PARENT: asked, npm_command: npmCommand } = process.env
  if (!asked && npmCommand !== 'exec') return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, BETWEEN_LOOKS)
  timer.unref()
  return () => clearInterval(timer)
}
