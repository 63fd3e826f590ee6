import type { Json } from './contract/assumption-entry.ts'
import type { Pace } from './control/protocol.ts'

/** How an emulator starts. Everything may be left out. */
export interface StartOptions {
  /** TCP port; 0, the default of the harness, takes any that is free. */
  readonly port?: number
  /** Address to listen on; 127.0.0.1, which brings ::1 along. Anything beyond this machine needs a `token`. */
  readonly host?: string
  /** `memory` (default), or a folder that keeps the worlds. */
  readonly store?: string
  /** Whether every commit waits for the disk, so that it outlives a power cut too. */
  readonly durable?: boolean
  /** Seed of everything that is drawn, 0 to 4294967295; 1. */
  readonly seed?: number
  /** What the worlds start with: `standard` (default), `empty`, `large`, `edge`. */
  readonly fixture?: string
  /** `live` (default), or an ISO 8601 instant at which the clock stands. */
  readonly clock?: string
  /** How the clock runs: `live`, `frozen`, or a multiple of real time. */
  readonly pace?: Pace | string
  /** Values for the register of assumptions, by id. A text that is no value itself is read as JSON. */
  readonly assume?: { readonly [id: string]: Json }
  /** Which https origins are delivered to which local addresses. */
  readonly forwards?: readonly { readonly from: string; readonly to: string }[]
  /** Further names under which the emulator may be asked, and hosts that deliveries may reach. */
  readonly allowedHosts?: readonly string[]
  /** Secret of at least 128 bits that the control API asks for. */
  readonly token?: string
  /** Origins whose pages may read `/api/v1`. */
  readonly corsOrigins?: readonly string[]
  /** PEM text of certificate authorities that deliveries trust beside the system's. */
  readonly ca?: string
  /** Whether the dashboard is served; true. */
  readonly dashboard?: boolean
  /** Folder of a built dashboard, for an app that carries its own; else the one of the package. */
  readonly dashboardFolder?: string
}
