import { controlSentence } from '../contract/control-errors.ts'
import type { RunCoverageView } from '../contract/coverage.ts'
import type { StreamHub } from '../http/sse.ts'
import type { Draft, FileDraft } from '../store/draft.ts'
import type { JudgedWorldView, NamedRequestView, RunVerdictView } from '../verdicts/wire.ts'
import type { ForkPoint } from '../world/fork.ts'
import type { World, WorldStart } from '../world/world.ts'

/** A world with this id exists already, or is being created. */
export class WorldExistsError extends Error {
  readonly status = 409
  readonly code = 'world_exists'
  constructor(world_id: string) {
    super(controlSentence('world_exists', 'one', { world: world_id }))
  }
}

/** A key that a world file pins opens another world. */
export class KeyInUseError extends Error {
  readonly status = 409
  readonly code = 'key_in_use'
  constructor(world_id: string) {
    super(controlSentence('key_in_use', 'one', { world: world_id }))
  }
}

/** An id that cannot be a file name everywhere. */
export class WorldIdError extends Error {
  readonly status = 422
  readonly code = 'invalid_request'
}

/** What the control API may do with the process. */
export interface EmulatorControls {
  readonly version: string
  readonly url: string
  readonly uptimeSeconds: () => number
  /** How it was started, as somebody would type it; `null` when no command has. */
  readonly started: { run: string; restart: string } | null
  /** Every event stream of the process. */
  readonly streams: StreamHub
  /** Aborted when the process begins to close: every answer that is held back is given now. */
  readonly closing: AbortSignal
  readonly worlds: () => readonly World[]
  readonly world: (world_id: string) => World | undefined
  /** Throws `WorldExistsError`, `WorldIdError` and `StoreFailureError`. */
  readonly createWorld: (start: WorldStart, world_id?: string) => Promise<World>
  /**
   * Opens a world from a capsule or a snapshot. Throws what `createWorld` throws, `NotASnapshotError`, `NewerSchemaError`,
   * `NewerCapsuleError`.
   */
  readonly openCapsule: (file: Draft, world_id?: string) => Promise<World>
  /** Throws what `createWorld` throws, and `NotRecordedError`. `issued` has the values of keys that somebody had issued, by their ids. */
  readonly forkWorld: (
    origin: World,
    point: ForkPoint,
    options: { world_id?: string | undefined; seed?: number | undefined; forwards: 'off' | 'keep' },
  ) => { readonly world: World; readonly issued: ReadonlyMap<string, string> }
  /** An empty file for an upload, which the receiver has to dispose of. Throws `StoreFailureError`. */
  readonly incoming: () => FileDraft
  /** Worlds of the store that cannot be opened, with the reason for each. */
  readonly brokenWorlds: () => ReadonlyMap<string, string>
  readonly removeWorld: (world_id: string) => void
  readonly runCoverage: () => RunCoverageView
  /** Of the whole run, also of worlds that were removed or reset. */
  readonly runVerdicts: () => { readonly data: RunVerdictView[]; readonly worlds: JudgedWorldView[] }
  readonly runNamedRequests: () => NamedRequestView[]
}
