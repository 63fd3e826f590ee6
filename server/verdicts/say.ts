import { type ClockParts, clockFigures, type Sentence } from '../contract/sentences.ts'
import type { VerdictId, VerdictMessage } from '../contract/verdict-sentences.ts'
import type { Moment } from './observations.ts'
import { waited } from './waits.ts'

/** One of the messages of a rule, with its figures. */
export function say<Id extends VerdictId>(
  rule: Id,
  message: VerdictMessage<Id>,
  figures: Sentence['figures'],
): Sentence {
  return { id: `${rule}.${message}`, figures }
}

/** The same, of what is compared with another length in one sentence: they are said alike only if they are alike. */
export function spokenBeside(seconds: number, other: number | null): number {
  const said = spoken(seconds)
  if (other === null || seconds === other || said !== spoken(other)) return said
  return (seconds < other ? Math.floor(seconds * 1_000) : Math.ceil(seconds * 1_000)) / 1_000
}

/**
 * Seconds as they are said: to the millisecond, and below ten of those with two digits. A sentence shortens them further (`durationIn`), which
 * nothing else may do before it: parts of a wait, and the times beside it, are those of the whole.
 */
export function spoken(seconds: number): number {
  const milliseconds = seconds * 1_000
  return (milliseconds < 10 ? Number(milliseconds.toPrecision(2)) : Math.round(milliseconds)) / 1_000
}

/** What is too little of a wait to be told, in seconds: emulated instants are whole milliseconds, and of a long wait nobody misses a hundredth. */
const leastTold = (wait: number): number => Math.max(0.002, wait * 0.01)

/** How long somebody waited between two moments, as figures for `{{seconds, clocks}}`: the sum decides, and each clock shows a part of it. */
export function waitFigures(from: Moment, to: Moment): Sentence['figures'] {
  const wait = waited(from, to)
  return wait <= 0 ? { seconds: 0 } : clockFigures('seconds', spoken(wait), partsOf(from, to, wait))
}

function partsOf(from: Moment, to: Moment, wait: number): ClockParts {
  const [shown, leapt] = [(to.at - from.at) / 1_000, (to.leapt - from.leapt) / 1_000]
  const real = wait - leapt
  const isNothing = (seconds: number) => seconds < leastTold(wait)
  // Of a clock that did not go on at all, nothing is shown, however little it was.
  const stood = from.at === to.at && from.factor === 0 && to.factor === 0
  if (!stood && isNothing(Math.abs(wait - shown))) return {}
  if (isNothing(leapt)) return { real: spoken(wait) }
  if (isNothing(real)) return {}
  return isNothing(Math.abs(leapt - shown))
    ? { emulated: spoken(leapt), real: spoken(real) }
    : { moved: spoken(leapt), real: spoken(real) }
}
