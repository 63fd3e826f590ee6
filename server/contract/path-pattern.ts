/** A step of a pattern: one character, any text, or the beginning or the rest of a segment. */
type Step = string | typeof ANY | typeof SEGMENT_START | typeof SEGMENT_REST
const ANY = Symbol('*')
const SEGMENT_START = Symbol('{')
const SEGMENT_REST = Symbol('}')

/**
 * `*` stands for any characters, `{name}` for one segment or a part of one; everything else is literal, and the whole path has to match.
 *
 * The path is read once, and all ways to match are followed at the same time. So no pattern makes the process go back and try again, as a
 * regular expression might: the time grows with the length of the path times that of the part between two stars.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern)
  if (steps.every(step => typeof step === 'string')) return path => path === pattern
  return path => isMatch(steps, path)
}

function stepsOf(pattern: string): readonly Step[] {
  return pattern
    .split(/(\*+|\{\w+\})/)
    .flatMap((part): Step[] =>
      part.startsWith('*') ? [ANY] : /^\{\w+\}$/.test(part) ? [SEGMENT_START, SEGMENT_REST] : [...part],
    )
}

/** A way to match is the number of steps taken so far. */
function isMatch(steps: readonly Step[], path: string): boolean {
  let ways = new Set<number>()
  reach(steps, 0, ways)
  for (const character of path) {
    const next = new Set<number>()
    for (const taken of ways) {
      const step = steps[taken]
      if (step === ANY || (step === SEGMENT_REST && character !== '/')) reach(steps, taken, next)
      else if (step === character || (step === SEGMENT_START && character !== '/')) reach(steps, taken + 1, next)
    }
    if (next.size === 0) return false
    ways = next
  }
  return ways.has(steps.length)
}

/** Adds a way, and the ways that follow from it without another character. */
function reach(steps: readonly Step[], from: number, ways: Set<number>): void {
  for (let taken = from; ; taken += 1) {
    const step = steps[taken]
    // A star can begin anywhere from here on, so the ways before it are not needed any more.
    if (step === ANY && !ways.has(taken)) ways.clear()
    ways.add(taken)
    if (step !== ANY && step !== SEGMENT_REST) return
  }
}
