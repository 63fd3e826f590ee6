/** Whole numbers from `min` to `max` in an order that its seed decides (mulberry32). */
export function drawer(seed: number): (min: number, max: number) => number {
  let state = seed
  return (min, max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) % (max - min + 1))
  }
}
