/** Notes how long each frame of a page took, in `frames`. Runs in the page, whose types are not those of this room. */
export const WATCH_FRAMES = `
  globalThis.frames = []
  let last = performance.now()
  const look = now => {
    frames.push(now - last)
    last = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`
