import type { Json } from '../contract/assumption-entry.ts'

/** The verdict of a gate on a request, stored with the exchange. */
export interface TraceRow {
  gate: string
  outcome: Outcome
  status?: number
  code?: string
  figures?: Figures | undefined
}
type Outcome = 'passed' | 'rejected' | 'would_reject' | 'not_reached'
type Figures = { readonly [name: string]: Json }

/**
 * The gates, with the names of their usual figures. The store knows them by their position, so new ones are added at the end. In this form
 * a trace takes a third of its JSON, and a hundred thousand traces are kept.
 */
const GATES: readonly (readonly [gate: string, figures: readonly string[]])[] = [
  ['authenticate', ['key_id', 'tenant', 'mode', 'plan']],
  ['rate', ['minute_used', 'minute_limit', 'burst_used', 'burst_limit']],
  ['quota', ['used', 'quota']],
  ['scope', ['required']],
  ['license', ['open_api_enabled', 'plan', 'needs_open_api_advanced']],
  ['route', ['endpoint']],
  ['validation', []],
  ['handler', []],
  ['fault', []],
]
const NUMBER_OF = new Map(GATES.map(([gate], index) => [gate, index]))
const OUTCOMES: readonly Outcome[] = ['passed', 'rejected', 'would_reject', 'not_reached']

type Packed = [gate: number | string, outcome: number, figures: Json, status?: number, code?: string]

export function packTrace(trace: readonly TraceRow[]): string {
  return JSON.stringify(trace.map(pack))
}

export function unpackTrace(text: string): TraceRow[] {
  return (JSON.parse(text) as Packed[]).map(unpack)
}

function pack({ gate, outcome, status, code, figures }: TraceRow): Packed {
  const number = NUMBER_OF.get(gate)
  const packed: Packed = [
    number ?? gate,
    OUTCOMES.indexOf(outcome),
    figures === undefined ? 0 : packFigures(number === undefined ? [] : (GATES[number]?.[1] ?? []), figures),
  ]
  if (status !== undefined) packed.push(status)
  if (code !== undefined) packed.push(code)
  return packed
}

function unpack([gate, outcome, figures, status, code]: Packed): TraceRow {
  const [name, names] = typeof gate === 'number' ? (GATES[gate] ?? ['', []]) : [gate, []]
  const row: TraceRow = { gate: name, outcome: OUTCOMES[outcome] ?? 'not_reached' }
  if (status !== undefined) row.status = status
  if (code !== undefined) row.code = code
  if (figures !== 0) row.figures = unpackFigures(names, figures)
  return row
}

/** Only the values, when the names are the usual ones in their usual order. */
function packFigures(names: readonly string[], figures: Figures): Json {
  let index = 0
  for (const name in figures) if (names[index++] !== name) return figures
  return index === names.length && index > 0 ? Object.values(figures) : figures
}

function unpackFigures(names: readonly string[], figures: Json): Figures {
  if (!Array.isArray(figures)) return figures as Figures
  return Object.fromEntries(names.map((name, index) => [name, figures[index] as Json]))
}
