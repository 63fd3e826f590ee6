/** A mark of that name stands in a trace of the page at the instant that its frames count from. */
export const FRAMES_WATCHED = 'frames watched'

/** Notes in `frames` when each frame of a page begins, in milliseconds since {@link FRAMES_WATCHED}. Runs in the page, whose types are not those of this room. */
export const WATCH_FRAMES = `
  globalThis.frames = []
  const { startTime } = performance.mark('${FRAMES_WATCHED}')
  const look = now => {
    frames.push(now - startTime)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

/** How long each frame took, of the instants at which they begin. */
export const frameTimes = (begins: readonly number[]): number[] =>
  begins.slice(1).map((begin, index) => begin - (begins[index] as number))
