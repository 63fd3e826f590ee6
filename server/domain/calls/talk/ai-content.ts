import type { CallType } from '../../../contract/calls.ts'
import type { Randomness } from '../../../kernel/random.ts'
import { DrawnFractions } from './drawn-fractions.ts'
import { type Passage, pronounced } from './passage.ts'
import {
  CUT_OFF_SUMMARY,
  HOLD_SILENCE_AFTER,
  HOLDS,
  HOLES,
  OPENINGS,
  SCENARIOS,
  type Scenario,
  type Sentiment,
} from './scenarios.ts'
import { analyse, estimateSeconds, linesThatFit, type Spoken, timeLines } from './timing.ts'

export interface Utterance {
  readonly speaker: 'staff' | 'customer'
  readonly text: string
  /** Since the call was connected, to a tenth of a second. */
  readonly start_seconds: number
  readonly end_seconds: number
}

export interface VoiceAnalysis {
  /** The staff member's share of the time in which either speaks, from 0 to 1. */
  readonly talk_ratio: number
  readonly sentiment: Sentiment
  /** Words per minute of speech. */
  readonly speech_rate_wpm: number
  readonly silence_seconds: number
}

export interface AiContent {
  readonly transcript: readonly Utterance[]
  readonly summary: string
  readonly voice_analysis: VoiceAnalysis
}

interface AiContentOptions {
  readonly random: Randomness
  /** Distinguishes its draws from those of other calls. */
  readonly name: string
  /** Length of the conversation, from the connection to the end. */
  readonly duration_seconds: number
  readonly staff_name: string
  readonly call_type: CallType
}

/** How long somebody is put on hold, unless nothing is left to be said. */
const HOLD_SECONDS = 90
/** So much time, in seconds and as a share of the call, is too much for longer pauses and slower speech: then somebody is put on hold. */
const WORTH_A_HOLD = { seconds: 30, share: 0.2 } as const
/** How often something that could be said next is left for later, so that long conversations differ. */
const PUT_OFF_SHARE = 0.3

/**
 * What the service derives from the recording of a connected call (assumption `calls.ai_fields`): a conversation that fits its length and
 * direction, its summary, and figures that follow from the transcript. The same call always has the same content, so it is generated when
 * it is read, and not stored.
 */
export function aiContent(options: AiContentOptions): AiContent {
  const { call_type, duration_seconds: duration } = options
  const draw = new DrawnFractions(options.random.below('ai'), options.name)
  const holes = holesOf(options.staff_name, draw)
  const opening = OPENINGS[call_type]
  const scenario = chooseScenario(call_type, duration, draw)
  const lines = scenario
    ? compose(scenario, opening, duration, draw).flatMap(part => say(part, holes, draw))
    : linesThatFit(say(opening, holes, draw), duration)
  const characters = lines.reduce((sum, line) => sum + line.characters, 0)
  const transcript = timeLines(lines, duration, draw)
  const { talk_ratio, speech_rate_wpm, silence_seconds } = analyse({ transcript, characters, duration })
  return {
    transcript,
    summary: fill(scenario?.summary ?? CUT_OFF_SUMMARY, holes),
    voice_analysis: { talk_ratio, sentiment: scenario?.sentiment ?? 'neutral', speech_rate_wpm, silence_seconds },
  }
}

type HoleName = keyof typeof HOLES
type Holes = Record<HoleName | 'staff' | 'customer', string>

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/

/** People address each other by family name, which comes first in Japanese names and last in others. */
function familyName(name: string): string {
  const words = name.trim().split(/\s+/)
  return (JAPANESE.test(name) ? words[0] : words.at(-1)) ?? name
}

function holesOf(staff_name: string, draw: DrawnFractions): Holes {
  const drawn = {} as Record<HoleName, string>
  for (const hole of HOLE_NAMES) drawn[hole] = draw.pick<string>(HOLES[hole])
  return { ...drawn, staff: familyName(staff_name), customer: 'お客様' }
}
const HOLE_NAMES = Object.keys(HOLES) as HoleName[]

function fill(text: string, holes: Holes): string {
  return text.includes('{') ? text.replace(/\{(\w+)\}/g, (_, hole: keyof Holes) => holes[hole]) : text
}

function say(part: Passage, holes: Holes, draw: DrawnFractions): Spoken[] {
  const isHold = HOLDS.includes(part)
  return part.lines.map(({ speaker, wordings }, index) => {
    const text = fill(draw.pick(wordings), holes)
    return { speaker, text, characters: pronounced(text), thenHold: isHold && index === HOLD_SILENCE_AFTER }
  })
}

function chooseScenario(call_type: CallType, duration: number, draw: DrawnFractions): Scenario | undefined {
  const fitting = SCENARIOS[call_type].filter(
    ({ shortest, longest_seconds }) => estimateSeconds(shortest, 'fastest') <= duration && duration <= longest_seconds,
  )
  return fitting.length === 0 ? undefined : draw.pick(fitting)
}

/** The parts of a conversation: the core, as many further parts as there is time for, and holds if time is left even then. */
function compose(scenario: Scenario, opening: Passage, duration: number, draw: DrawnFractions): Passage[] {
  const [first, ...rest] = scenario.core
  let left = duration - estimateSeconds([opening, ...scenario.core, scenario.farewell])
  const said: Passage[] = []
  const putOff: Passage[] = []
  const sayIfTime = (part: Passage) => {
    const seconds = estimateSeconds([part])
    if (seconds > left) return
    left -= seconds
    said.push(part)
  }
  for (const part of scenario.more) {
    if (left < WORTH_A_HOLD.seconds / 6) break
    if (draw.next() < PUT_OFF_SHARE) putOff.push(part)
    else sayIfTime(part)
  }
  for (const part of putOff) sayIfTime(part)
  for (const part of HOLDS) {
    if (left < Math.max(WORTH_A_HOLD.seconds, duration * WORTH_A_HOLD.share)) break
    left -= estimateSeconds([part]) + HOLD_SECONDS
    said.splice(Math.floor((said.length * (1 + draw.next())) / 2), 0, part)
  }
  return [opening, first as Passage, ...said, ...rest, scenario.farewell]
}
