/**
 * The gates of a trace, with the names of their usual figures. What is stored knows gates and figures by their place, so new gates are added at
 * the end.
 */
export const TRACE_GATES = [
  ['authenticate', ['key_id', 'tenant', 'mode', 'plan']],
  ['rate', ['minute_used', 'minute_limit', 'burst_used', 'burst_limit']],
  ['quota', ['used', 'quota']],
  ['scope', ['required']],
  ['license', ['open_api_enabled', 'plan', 'needs_open_api_advanced']],
  ['route', ['endpoint']],
  ['validation', []],
  ['handler', []],
  ['fault', []],
] as const satisfies readonly (readonly [gate: string, figures: readonly string[]])[]

/** What a gate has said, by its place as well. */
export const TRACE_OUTCOMES = ['passed', 'rejected', 'would_reject', 'not_reached'] as const
export type TraceOutcome = (typeof TRACE_OUTCOMES)[number]

type Gate = (typeof TRACE_GATES)[number]
type FigureOf<Name extends Gate[0]> = Extract<Gate, readonly [Name, unknown]>[1][number]

export const numberOfGate = (name: Gate[0]): number => TRACE_GATES.findIndex(([gate]) => gate === name)

export const numberOfOutcome = (outcome: TraceOutcome): number => TRACE_OUTCOMES.indexOf(outcome)

/** The place of a figure among the usual ones of its gate. */
export const placeOfFigure = <Name extends Gate[0]>(name: Name, figure: FigureOf<Name>): number => {
  const figures: readonly string[] = TRACE_GATES[numberOfGate(name)]?.[1] ?? []
  return figures.indexOf(figure)
}
