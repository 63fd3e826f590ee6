import type { Utterance, VoiceAnalysis } from './ai-content.ts'
import type { DrawnFractions } from './drawn-fractions.ts'
import type { Counted } from './scenarios.ts'

/** A line in one wording. */
export interface Spoken {
  readonly speaker: Utterance['speaker']
  readonly text: string
  /** How many characters are spoken. */
  readonly characters: number
  /** Whether somebody is on hold after it. */
  readonly thenHold: boolean
}

/** Japanese on the phone, in written characters per second: usual, fastest and slowest. */
const PACE = { usual: 6.4, fastest: 8, slowest: 5.2 } as const
/** Written characters per word, for the speech rate. */
const CHARACTERS_PER_WORD = 2.3
/** Between two utterances, in seconds. */
const PAUSE = { min: 0.2, max: 0.9 } as const
/** How much longer pauses become when there is time, with a hold and without one. */
const PAUSE_STRETCH = { withHold: 1.3, withoutHold: 2.6 } as const
const BEFORE_FIRST_WORD = 0.4
const SHORTEST_UTTERANCE = 0.5

const toTenths = (seconds: number) => Math.round(seconds * 10) / 10
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** How many seconds passages take, before a wording is chosen for each. */
export function estimateSeconds(passages: Counted, pace: 'usual' | 'fastest' = 'usual'): number {
  const pause = pace === 'usual' ? (PAUSE.min + PAUSE.max) / 2 : PAUSE.max / 2
  let seconds = 0
  for (const { characters, lines } of passages) seconds += characters / PACE[pace] + lines.length * pause
  return seconds
}

/** As many of the first lines as there is time for in a very short call. */
export function linesThatFit(lines: readonly Spoken[], duration: number): Spoken[] {
  let left = duration - BEFORE_FIRST_WORD
  const end = lines.findIndex(({ characters }) => {
    left -= Math.max(SHORTEST_UTTERANCE, characters / PACE.usual) + PAUSE.max
    return left < 0
  })
  return lines.slice(0, end === -1 ? lines.length : end)
}

/**
 * Spreads lines over `duration` seconds: at the usual pace when they fit, faster when they do not. When time is left, speech is slower,
 * pauses are longer, and holds take the rest.
 */
export function timeLines(lines: readonly Spoken[], duration: number, draw: DrawnFractions): Utterance[] {
  const customerPace = 0.92 + draw.next() * 0.2
  const speech = lines.map(({ characters, speaker }) =>
    Math.max(SHORTEST_UTTERANCE, characters / (PACE.usual * (speaker === 'customer' ? customerPace : 1))),
  )
  const pauses = lines.map(() => PAUSE.min + draw.next() * (PAUSE.max - PAUSE.min))
  const [speechTime, pauseTime] = [sum(speech), sum(pauses)]
  const available = duration - BEFORE_FIRST_WORD
  // When time is short, pauses shrink first, then speech gets faster.
  const speed = Math.min(PACE.usual / PACE.slowest, Math.max(0, available - pauseTime / 2) / speechTime)
  const room = Math.max(0, available - speechTime * speed)
  const holds = lines.filter(line => line.thenHold).length
  const stretch = Math.min(holds > 0 ? PAUSE_STRETCH.withHold : PAUSE_STRETCH.withoutHold, room / pauseTime)
  const rest = Math.max(0, room - pauseTime * stretch)
  const [hold, morePause] = holds > 0 ? [rest / holds, 0] : [0, rest / (lines.length + 1)]

  let at = BEFORE_FIRST_WORD
  return lines.map(({ speaker, text, thenHold }, index) => {
    const start = at
    const end = start + (speech[index] as number) * speed
    at = end + (pauses[index] as number) * stretch + morePause + (thenHold ? hold : 0)
    return { speaker, text, start_seconds: toTenths(start), end_seconds: Math.min(duration, toTenths(end)) }
  })
}

interface Recording {
  readonly transcript: readonly Utterance[]
  /** Characters spoken in all. */
  readonly characters: number
  readonly duration: number
}

/** The figures of a transcript. Nobody interrupts in it, so silence is the time in which nobody speaks. */
export function analyse({ transcript, characters, duration }: Recording): Omit<VoiceAnalysis, 'sentiment'> {
  const spoken = { staff: 0, customer: 0 }
  for (const { speaker, start_seconds, end_seconds } of transcript) {
    spoken[speaker] += end_seconds - start_seconds
  }
  const total = spoken.staff + spoken.customer
  return {
    talk_ratio: total === 0 ? 0 : Math.round((spoken.staff / total) * 100) / 100,
    speech_rate_wpm: total === 0 ? 0 : Math.round(characters / CHARACTERS_PER_WORD / (total / 60)),
    silence_seconds: toTenths(duration - total),
  }
}
