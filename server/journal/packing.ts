import type { Json } from '../contract/assumption-entry.ts'
import { HEADERS, JSON_TYPE } from '../contract/headers.ts'
import type { Instant } from '../kernel/instant.ts'
import { TRACE_GATES, TRACE_OUTCOMES, type TraceOutcome } from '../store/trace-numbers.ts'

/** The verdict of a gate on a request, stored with the exchange. */
export interface TraceRow {
  gate: string
  outcome: TraceOutcome
  status?: number
  code?: string
  figures?: Figures | undefined
}
type Figures = { readonly [name: string]: Json }

const GATE_NUMBER: ReadonlyMap<string, number> = new Map(TRACE_GATES.map(([gate], index) => [gate, index]))

/** In this form a trace takes a third of its JSON, and a hundred thousand traces are kept. */
type Packed = [gate: number | string, outcome: number, figures: Json, status?: number, code?: string]

export function packTrace(trace: readonly TraceRow[]): string {
  return JSON.stringify(trace.map(pack))
}

export function unpackTrace(text: string): TraceRow[] {
  return (JSON.parse(text) as Packed[]).map(unpack)
}

function pack({ gate, outcome, status, code, figures }: TraceRow): Packed {
  const number = GATE_NUMBER.get(gate)
  const packed: Packed = [
    number ?? gate,
    TRACE_OUTCOMES.indexOf(outcome),
    figures === undefined ? 0 : packFigures(number === undefined ? [] : (TRACE_GATES[number]?.[1] ?? []), figures),
  ]
  if (status !== undefined) packed.push(status)
  if (code !== undefined) packed.push(code)
  return packed
}

function unpack([gate, outcome, figures, status, code]: Packed): TraceRow {
  const [name, names] = typeof gate === 'number' ? (TRACE_GATES[gate] ?? ['', []]) : [gate, []]
  const row: TraceRow = { gate: name, outcome: TRACE_OUTCOMES[outcome] ?? 'not_reached' }
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

type Headers = readonly (readonly [string, string])[]

/** Names that nearly every exchange has. The store knows them by their position, so new ones are added at the end. */
const NAMES: readonly string[] = [
  HEADERS.requestId,
  'Content-Type',
  'Date',
  HEADERS.rateLimit,
  HEADERS.rateRemaining,
  HEADERS.rateReset,
  'Host',
  'Authorization',
  'Accept',
  'User-Agent',
  'Connection',
  'Content-Length',
  'host',
  'authorization',
  'accept',
  'user-agent',
  'connection',
  'content-type',
  'content-length',
  'accept-language',
  'sec-fetch-mode',
  'accept-encoding',
]
/** A header name from the store, where it is written out or given as its number. */
export const headerName = (code: string | number): string => (typeof code === 'number' ? (NAMES[code] ?? '') : code)

/** The numbers under which a header is stored, one for each way of writing its name. */
export const numbersOf = (name: string): number[] =>
  NAMES.flatMap((known, index) => (known.toLowerCase() === name ? index : []))

/** Headers whose values are whole numbers. */
const NUMERIC: ReadonlySet<string> = new Set([
  HEADERS.rateLimit,
  HEADERS.rateRemaining,
  HEADERS.rateReset,
  'Content-Length',
  'content-length',
])

const KNOWN = new Map(NAMES.map((name, code) => [name, { code, numeric: NUMERIC.has(name) }]))

const WHOLE = /^(?:0|[1-9]\d{0,14})$/

/** Header values that the exchange also has elsewhere, by the name of the header. */
type Told = { readonly [name: string]: string }
const NOTHING: Told = {}

/** The values of an answer's headers that the exchange has elsewhere. `date` is its instant in the form of HTTP. */
export function toldBy({ request_id, date }: { request_id: string; date: string }): Told {
  return { [HEADERS.requestId]: request_id, 'Content-Type': JSON_TYPE, Date: date }
}

/**
 * Headers in the form of the store: one list of names and values. Known names become their number, values that are stored elsewhere become
 * null, and whole numbers are stored as numbers.
 */
export function packHeaders(headers: Headers, told: Told = NOTHING): string {
  const flat: (string | number | null)[] = []
  for (const [name, value] of headers) {
    const known = KNOWN.get(name)
    flat.push(known?.code ?? name)
    if (told[name] === value) flat.push(null)
    else flat.push(known?.numeric && WHOLE.test(value) ? Number(value) : value)
  }
  return JSON.stringify(flat)
}

export function unpackHeaders(text: string, told: Told = NOTHING): [string, string][] {
  const flat = JSON.parse(text) as (string | number | null)[]
  const headers: [string, string][] = []
  for (let index = 0; index < flat.length; index += 2) {
    const [code, value] = [flat[index], flat[index + 1]]
    const name = typeof code === 'number' ? (NAMES[code] ?? '') : String(code)
    headers.push([name, value === null ? (told[name] ?? '') : String(value)])
  }
  return headers
}

export function answerHeaders({
  response_headers,
  request_id,
  at,
}: {
  response_headers: string
  request_id: string
  at: Instant
}): [string, string][] {
  return unpackHeaders(response_headers, toldBy({ request_id, date: new Date(at).toUTCString() }))
}
