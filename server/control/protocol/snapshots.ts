import type { Sending } from '../../contract/sending.ts'
import type { RequestId } from '../identifiers.ts'
import type { Page, Timestamp } from './common.ts'
import type { ContentsView } from './journal.ts'
import type { WorldView } from './worlds.ts'

export interface SnapshotView {
  name: string
  created_at: Timestamp
  now: Timestamp
  /** As it is stored, with its secrets: what `GET …/file?reveal=secrets` answers. A file without them is packed anew and has a size of its own. */
  bytes: number
  schema_version: number
  /** Whether it was made of what a restore, or a reset of the dashboard, took the place of; of these, only the newest are kept. */
  automatic: boolean
  /** Where deliveries go once it is restored: a file may come from anybody, so its world delivers to inboxes only until somebody allows more. */
  sending: Sending
  /** Whether verdicts begin with those of its run once it is restored: it is a capsule. After any other they begin anew. */
  brings_verdicts: boolean
  holds: ContentsView
}

/** A file that is not a snapshot is listed with the reason; it can be removed or replaced. */
export interface SnapshotsPage extends Page<SnapshotView> {
  broken: { name: string; bytes: number; reason: string }[]
}

export interface SaveSnapshotBody {
  /** Nobody asked for it by name: it is there to take something back. */
  automatic?: boolean
}

export interface RestoreBody {
  /** Keeps what is there now as a snapshot first, under a name that nothing has. Only the newest ten of these are kept. */
  keep?: boolean
  /** Takes a restore back: once the world is again what it kept, that snapshot goes. One that no restore has made stays. */
  undo?: boolean
}

export interface OpenSnapshotBody {
  /** Of the new world; generated when left out. */
  world_id?: string | undefined
}

/** The world as it is again. */
export interface RestoredWorld extends WorldView {
  /** The snapshot of what was there, if that was to be kept. */
  kept: string | null
  /** Older ones of these that went for it, or the one that an undo has used up. */
  dropped: string[]
}

/** A world opened from a capsule or a snapshot, with what the file says about itself. */
export interface OpenedCapsule extends WorldView {
  /** The exchange that the capsule was made for, ready to be replayed; null for a snapshot. */
  request_id: RequestId | null
  /** Whether this is the state that the exchange found, and not the state when the capsule was made. */
  rewound: boolean
  /** Whether secrets have been replaced. */
  redacted: boolean
  /** Version of the Ringback that made it. */
  taken_by: string | null
  taken_at: Timestamp | null
  /** A file may come from anybody, so its world delivers to inboxes only until somebody allows more. */
  sending: Sending
  /** How to allow more. */
  note: string
}
