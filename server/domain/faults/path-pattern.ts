/** A step of a pattern: one character, any text, or the beginning or the rest of a segment. */
type Step = string | typeof ANY | typeof SEGMENT_START | typeof SEGMENT_REST
const ANY = Symbol('*')
const SEGMENT_START = Symbol('{')
const SEGMENT_REST = Symbol('}')

/**
 * `*` stands for any characters, `{name}` for one segment or a part of one; the rest is taken literally and has to match whole.
 *
 * The text is read once. Whatever can still match is kept in step with it, so no pattern makes the process go back and try again, as a
 * regular expression would: its time grows with the length of the text times that of the part between two stars.
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

/** Each number among the ways stands for how many steps have been taken. */
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

/** Adds a way, and those that it is as good as without another character. */
function reach(steps: readonly Step[], from: number, ways: Set<number>): void {
  for (let taken = from; ; taken += 1) {
    const step = steps[taken]
    // What can begin anywhere from here on needs no way that is still before it.
    if (step === ANY && !ways.has(taken)) ways.clear()
    ways.add(taken)
    if (step !== ANY && step !== SEGMENT_REST) return
  }
}
