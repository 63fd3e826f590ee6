import spoken from '../../../../fixtures/spoken/japanese.json' with { type: 'json' }
import type { CallType } from '../../../contract/calls.ts'
import { type Passage, passage } from './passage.ts'

export type Sentiment = 'positive' | 'neutral' | 'negative'

/** What a conversation is about, between the greeting and the farewell. */
export interface Scenario {
  readonly sentiment: Sentiment
  /** Its shortest form: what is always said, and the opening. A conversation with less time takes another scenario. */
  readonly shortest: Counted
  /** In seconds. A longer conversation takes another scenario. */
  readonly longest_seconds: number
  /** Always said, in this order. */
  readonly core: readonly Passage[]
  /** Said after the first part of the core, if there is time. */
  readonly more: readonly Passage[]
  readonly farewell: Passage
  readonly summary: string
}

/** The part of a passage that its length depends on. */
export type Counted = readonly { readonly lines: { readonly length: number }; readonly characters: number }[]

const parts = (texts: readonly (readonly string[])[]) => texts.map(passage)
const eachOf = <Name extends string, From, To>(values: Record<Name, From>, make: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(values).map(([name, value]) => [name, make(value)])) as Record<Name, To>

const SUBJECTS = eachOf(spoken.subjects, parts)
const FAREWELLS = eachOf(spoken.farewells, passage)

/** How a conversation begins. */
export const OPENINGS: Record<CallType, Passage> = eachOf(spoken.openings, ({ lines }) => passage(lines))
/** Somebody looks something up while the other is on hold: the silence is between the second line and the third. */
export const HOLDS: readonly Passage[] = parts(spoken.holds)
export const HOLD_SILENCE_AFTER = 1
/** Values of the placeholders; `staff` and `customer` come from the call. */
export const HOLES: Record<keyof typeof spoken.holes, readonly string[]> = spoken.holes
/** For calls that ended before anything could be said. */
export const CUT_OFF_SUMMARY: string = spoken.cut_off_summary

export const SCENARIOS: Record<CallType, readonly Scenario[]> = {
  outbound: scenariosOf('outbound'),
  inbound: scenariosOf('inbound'),
}

function scenariosOf(call_type: CallType): Scenario[] {
  const { lines, characters } = spoken.openings[call_type].counted_as
  return spoken.scenarios
    .filter(scenario => scenario.call_type === call_type)
    .map(scenario => {
      const core = parts(scenario.core)
      const farewell = FAREWELLS[scenario.farewell as keyof typeof FAREWELLS]
      return {
        sentiment: scenario.sentiment as Sentiment,
        shortest: [{ lines: { length: lines }, characters }, ...core, farewell],
        longest_seconds: scenario.longest_seconds ?? Number.POSITIVE_INFINITY,
        core,
        more: [
          ...scenario.more_about.flatMap(subject => SUBJECTS[subject as keyof typeof SUBJECTS]),
          ...parts(scenario.more),
        ],
        farewell,
        summary: scenario.summary,
      }
    })
}
