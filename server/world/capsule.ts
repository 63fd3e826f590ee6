import type { Origin } from '../contract/origins.ts'
import type { Instant } from '../kernel/instant.ts'
import { stopClock } from '../store/clock-table.ts'
import { changed, type Draft, type Fill } from '../store/draft.ts'
import { META, readMeta, writeMeta } from '../store/meta.ts'
import type { ExchangeRow } from '../store/schema.ts'
import { NewerCapsuleError } from '../store/snapshot-file.ts'
import type { Store } from '../store/store.ts'
import { removeExchangesAfter, takeBackDepartures } from '../store/tables/journal.ts'
import { goBack } from '../store/undo-log.ts'
import type { FindingView, VerdictView } from '../verdicts/wire.ts'
import { redactWorld } from './capsule-redaction.ts'
import { bringVerdicts } from './kept-verdicts.ts'
import type { WorldRuntime } from './runtime.ts'

/** What a capsule says about itself, besides the world that it contains. */
const CAPSULE = {
  version: 'capsule.version',
  ringback: 'capsule.ringback',
  request_id: 'capsule.request_id',
  taken_at: 'capsule.taken_at',
  rewound: 'capsule.rewound',
} as const
const VERSION = 1
/** The lowest status of an answer that failed. */
const FAILED = 400

export interface CapsuleFacts {
  /** The exchange for which it was taken; `null` for a snapshot, or a world without exchanges. */
  readonly request_id: string | null
  /** Whether its state is the one that the exchange found, and not the one when it was taken. */
  readonly rewound: boolean
  readonly redacted: boolean
  /** The version of Ringback that took it; `null` for a snapshot. */
  readonly ringback: string | null
  /** When it was taken, in real time; `null` for a snapshot. */
  readonly taken_at: Instant | null
}

interface CapsuleOptions {
  readonly request_id: string | undefined
  /** Whether it opens at no exchange, and has the state of now. */
  readonly atEnd: boolean
  readonly reveal: 'secrets' | undefined
  readonly version: string
  /** Real time. */
  readonly taken_at: Instant
}

/** A file, and where it opens. */
export interface Capsule {
  readonly file: Draft
  readonly request_id: string | undefined
  /** Whether it is the state that the exchange found, and not that of now. */
  readonly rewound: boolean
}

/**
 * A world as one file, at an exchange: the state that the exchange found, the journal up to it, and the clock frozen at its instant. The
 * file is a snapshot, a SQLite database, that also says for which exchange it was taken. Secrets are replaced unless they are asked for.
 */
export function takeCapsule(runtime: WorldRuntime, copyWorld: () => Draft, options: CapsuleOptions): Capsule {
  const rows = runtime.verdicts.rowsOfWorld(runtime.standing())
  const exchange = options.atEnd ? undefined : chosen(runtime, { request_id: options.request_id, rows })
  const back = exchange && runtime.recording?.placeOf(exchange.seq)
  const at = back?.at ?? runtime.kernel.catchUp()
  const fill: Fill = store => {
    if (exchange !== undefined && back !== undefined) {
      goBack(store, back.statements)
      removeExchangesAfter(store, exchange.seq)
      takeBackDepartures(store, { seq: exchange.seq - 1, at: back.at }, 'held')
    }
    stopClock(store, at)
    bringVerdicts(store, { rows, exchanges: runtime.exchanges, at: options.taken_at })
    if (options.reveal === undefined) redactWorld(store)
    writeMeta(store, CAPSULE.version, String(VERSION))
    writeMeta(store, CAPSULE.ringback, options.version)
    writeMeta(store, CAPSULE.taken_at, String(options.taken_at))
    writeMeta(store, CAPSULE.rewound, back === undefined ? 'no' : 'yes')
    if (exchange !== undefined) writeMeta(store, CAPSULE.request_id, exchange.request_id)
  }
  const file = changed(copyWorld(), fill, { compact: true })
  return { file, request_id: exchange?.request_id, rewound: back !== undefined }
}

interface Choice {
  readonly request_id: string | undefined
  readonly rows: readonly VerdictView[]
}

/**
 * The exchange that was asked for; otherwise the last one of the gravest finding on clients, the newest of a client that failed, or else its
 * newest. What Ringback itself or a form of the dashboard has asked is only taken where no client has asked anything.
 */
function chosen({ exchanges }: WorldRuntime, { request_id, rows }: Choice): ExchangeRow | undefined {
  if (request_id !== undefined) return exchanges.find(request_id)
  const blamed = evidenceOf(rows).flatMap(id => exchanges.find(id) ?? [])[0]
  if (blamed !== undefined) return blamed
  const newest = (filters: Parameters<typeof exchanges.list>[0]) => exchanges.list(filters, { limit: 1 })[0]
  const status = `${FAILED / 100}xx,${FAILED / 100 + 1}xx`
  const origin: readonly Origin[] = ['client']
  return newest({ status, origin }) ?? newest({ origin }) ?? newest({ status }) ?? newest({})
}

/** What shows each finding that is more than information and was expected by nobody, of each the last exchange: the first of the gravest first. */
function evidenceOf(rows: readonly VerdictView[]): string[] {
  const findings = rows.flatMap(row => row.findings.filter(({ expected }) => !expected))
  const of = (severity: FindingView['severity']) =>
    findings
      .filter(finding => finding.severity === severity)
      .sort((one, other) => one.finding_id - other.finding_id)
      // The world may have another request of that id.
      .flatMap(({ evidence }) => evidence.findLast(({ of_run }) => of_run === null)?.request_id ?? [])
  return [...of('error'), ...of('warning')]
}

/** What a capsule or a snapshot says about itself. Throws `NewerCapsuleError`. */
export function capsuleFacts(store: Store): CapsuleFacts {
  const version = Number(readMeta(store, CAPSULE.version) ?? 0)
  if (version > VERSION) throw new NewerCapsuleError(version)
  const taken_at = readMeta(store, CAPSULE.taken_at)
  return {
    request_id: readMeta(store, CAPSULE.request_id) ?? null,
    rewound: readMeta(store, CAPSULE.rewound) === 'yes',
    redacted: readMeta(store, META.redacted) === 'yes',
    ringback: readMeta(store, CAPSULE.ringback) ?? null,
    taken_at: taken_at === undefined ? null : Number(taken_at),
  }
}
