/** Real time between two looks at who our parent is, in milliseconds. */
const BETWEEN_LOOKS = 250

/**
 * Calls back once when the process that started this one has ended. npm passes a signal on to the shell in which it runs a script, and many
 * shells end without passing it on: then nobody but us can notice that we should stop. Watches under npx, where the shell has no other
 * purpose, and when `RINGBACK_STOP_WITH_PARENT` asks for it; not otherwise, since a script may well start us in the background and end.
 * Returns how to stop watching.
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
