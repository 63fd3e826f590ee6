import { styleText } from 'node:util'
import { lossOf } from '../contract/answered.ts'
import type { ExchangeView } from '../index.ts'
import { widthOf } from './output.ts'

interface Column {
  readonly title: string
  /** What is kept free for it before wider cells come. */
  readonly least: number
  readonly align?: 'end' | undefined
  readonly cell: (row: ExchangeView) => string
}

const TOKYO_AHEAD = 9 * 3_600_000
/** `2026-03-10 23:59:50.000` of the calendar to which limits and days belong. */
export const tokyoTime = (at: string): string =>
  new Date(Date.parse(at) + TOKYO_AHEAD).toISOString().replace('T', ' ').replace('Z', '')

const addressOf = ({ method, path, query }: Pick<ExchangeView, 'method' | 'path' | 'query'>): string =>
  `${method} ${path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`

/** A status that no client has seen is not given as one that it had. */
const answerOf = (row: ExchangeView): string => lossOf(row) ?? String(row.status)

const USUAL: readonly Column[] = [
  { title: '#', least: 4, cell: ({ seq }) => `#${seq}` },
  { title: 'TIME (JST)', least: 23, cell: ({ at }) => tokyoTime(at) },
  { title: 'ANSWER', least: 'answer lost'.length, cell: answerOf },
  // What kept an answer from its client kept its code from it too.
  { title: 'CODE', least: 19, cell: row => (lossOf(row) === undefined ? (row.code ?? '-') : '-') },
  { title: 'TENANT', least: 6, cell: ({ tenant }) => tenant ?? '-' },
  { title: 'CALLER', least: 8, cell: ({ product }) => product ?? '-' },
  { title: 'TOOK', least: 8, align: 'end', cell: ({ duration_ms }) => `${duration_ms.toFixed(1)} ms` },
]
const SENDER: Column = { title: 'SENT BY', least: 9, cell: ({ origin }) => origin }
const WIDE: readonly Column[] = [
  { title: 'KEY', least: 3, cell: ({ key_id }) => key_id ?? '-' },
  { title: 'REQUEST ID', least: 32, cell: ({ request_id }) => request_id },
]
/** The last one: nothing comes after it that its length could push out of line. */
const REQUEST: Column = { title: 'REQUEST', least: 0, cell: addressOf }

type Tone = 'red' | 'magenta' | 'yellow'
/** As the dashboard does: what failed and what was lost, what came too fast, and what was refused else. */
function toneOf(row: ExchangeView): Tone | undefined {
  if (lossOf(row) !== undefined || row.status >= 500) return 'red'
  if (row.status === 429) return 'magenta'
  return row.status >= 400 ? 'yellow' : undefined
}
const TONED: readonly Column['title'][] = ['ANSWER', 'CODE']

interface Shown {
  /** Whether whoever reads it sees colours. */
  readonly colours: boolean
  /** The sender too, where it is not a client alone. */
  readonly senders: boolean
  readonly wide: boolean
}

/** Requests in columns, also where the next ones are not known yet: a column only grows, so that what stands stays. */
export class LogTable {
  readonly #columns: readonly Column[]
  readonly #widths: number[]
  readonly #colours: boolean

  constructor({ senders, wide, colours }: Shown) {
    this.#colours = colours
    this.#columns = [...USUAL, ...(senders ? [SENDER] : []), ...(wide ? WIDE : []), REQUEST]
    this.#widths = this.#columns.map(({ title, least }) => Math.max(widthOf(title), least))
  }

  get titles(): string {
    return this.#line(
      this.#columns.map(({ title }) => title),
      undefined,
    )
  }

  /** Makes room for rows that come together. */
  fit(rows: readonly ExchangeView[]): void {
    for (const [index, { cell }] of this.#columns.entries())
      this.#widths[index] = Math.max(this.#widths[index] ?? 0, ...rows.map(row => widthOf(cell(row))))
  }

  line(row: ExchangeView): string {
    this.fit([row])
    return this.#line(
      this.#columns.map(({ cell }) => cell(row)),
      toneOf(row),
    )
  }

  #line(cells: readonly string[], tone: Tone | undefined): string {
    const padded = cells.map((cell, index) => {
      const { align, title } = this.#columns[index] as Column
      const isLast = index === cells.length - 1
      const room = isLast ? '' : ' '.repeat(Math.max(0, (this.#widths[index] ?? 0) - widthOf(cell)))
      const isToned = this.#colours && tone !== undefined && TONED.includes(title)
      // Not even looks at the stream, which may have been closed.
      const shown = isToned ? styleText(tone, cell, { validateStream: false }) : cell
      return align === 'end' ? room + shown : shown + room
    })
    return padded.join('  ')
  }
}
