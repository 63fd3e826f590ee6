import type { Exchange } from './exchange.ts'
import type { Received } from './receiver.ts'

type ResidueKind = 'customer' | 'webhook' | 'call'

export interface Residue {
  readonly kind: ResidueKind
  /** `null` when nobody knows whether it was created. */
  readonly id: string | number | null
  readonly tag: string | null
  readonly at: string
  /** Deleted again; of a webhook, the service keeps a row. */
  readonly deleted: boolean
}

/** One line of the ledger. */
export type LedgerLine =
  | { readonly run: string; readonly base_origin: string; readonly at: string }
  | { readonly intended: ResidueKind; readonly tag: string | null; readonly at: string }
  | {
      readonly settled: ResidueKind
      readonly tag: string | null
      readonly at: string
      readonly ids: readonly (string | number)[]
    }
  | { readonly deleted: string }
  | { readonly exchange: Exchange }
  | { readonly received: Received }
  | { readonly resumed: string }

/** Writes a line at once, so that it survives a kill of the process. */
export type LedgerWriter = (line: LedgerLine) => void

/** What a run leaves in a tenant, written down as it goes, with the answers so far: a later run can go on from it. */
export class Ledger {
  readonly #write: LedgerWriter
  readonly #residue: Residue[] = []
  readonly #exchanges: Exchange[] = []
  readonly #received: Received[] = []
  readonly #breaks: number[] = []
  #run: string | undefined

  /** @param lines of a run that is continued */
  constructor(write: LedgerWriter, lines: readonly LedgerLine[] = []) {
    for (const line of lines) this.#read(line)
    this.#write = write
  }

  /** The id of the run that is continued, if one is. */
  get run(): string | undefined {
    return this.#run
  }
  get exchanges(): readonly Exchange[] {
    return this.#exchanges
  }
  /** What came to the receiver. */
  get received(): readonly Received[] {
    return this.#received
  }
  /** When the run was gone on with after a break. */
  get breaks(): readonly number[] {
    return this.#breaks
  }
  get residue(): readonly Residue[] {
    return this.#residue
  }

  begin(line: { run: string; base_origin: string; at: string }): void {
    this.#note(line)
  }
  intend({ kind, tag, at }: { kind: ResidueKind; tag: string | null; at: number }): void {
    this.#note({ intended: kind, tag, at: new Date(at).toISOString() })
  }
  settle({
    kind,
    tag,
    at,
    ids,
  }: {
    kind: ResidueKind
    tag: string | null
    at: number
    ids: readonly (string | number)[]
  }): void {
    this.#note({ settled: kind, tag, at: new Date(at).toISOString(), ids })
  }
  deleted(id: string): void {
    this.#note({ deleted: id })
  }
  keep(exchange: Exchange): void {
    this.#note({ exchange })
  }
  take(received: Received): void {
    this.#note({ received })
  }
  resume(at: number): void {
    this.#note({ resumed: new Date(at).toISOString() })
  }

  /** Whether the run has created it. */
  has(kind: ResidueKind, id: string): boolean {
    return this.#residue.some(row => row.kind === kind && String(row.id) === id)
  }

  #note(line: LedgerLine): void {
    this.#write(line)
    this.#read(line)
  }

  #read(line: LedgerLine): void {
    if ('run' in line) this.#run = line.run
    else if ('exchange' in line) this.#exchanges.push(line.exchange)
    else if ('received' in line) this.#received.push(line.received)
    else if ('resumed' in line) this.#breaks.push(Date.parse(line.resumed))
    else if ('intended' in line) {
      const { intended: kind, tag, at } = line
      this.#residue.push({ kind, id: null, tag, at, deleted: false })
    } else if ('settled' in line) {
      const { settled: kind, tag, at, ids } = line
      const open = this.#residue.findLastIndex(row => row.kind === kind && row.tag === tag && row.id === null)
      if (open !== -1) this.#residue.splice(open, 1)
      for (const id of ids) this.#residue.push({ kind, id, tag, at, deleted: false })
    } else {
      const at = this.#residue.findIndex(row => row.kind === 'webhook' && String(row.id) === line.deleted)
      const row = this.#residue[at]
      if (row !== undefined) this.#residue[at] = { ...row, deleted: true }
    }
  }
}
