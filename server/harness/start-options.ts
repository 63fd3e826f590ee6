import type { Json } from '../contract/assumption-entry.ts'
import type { Pace } from '../control/protocol.ts'

/** How an emulator starts. Everything may be left out. */
export interface StartOptions {
  /** TCP port; 0, the default of the harness, takes any that is free. */
  readonly port?: number | undefined
  /** Address to listen on; 127.0.0.1, which brings ::1 along. Anything beyond this machine needs a `token`. */
  readonly host?: string | undefined
  /** `memory` (default), or a folder that keeps the worlds. */
  readonly store?: string | undefined
  /** Whether every commit waits for the disk, so that it outlives a power cut too. */
  readonly durable?: boolean | undefined
  /** Seed of everything that is drawn, 0 to 4294967295; 1. */
  readonly seed?: number | undefined
  /** What the worlds start with: `standard` (default), `empty`, `large`, `edge`. */
  readonly fixture?: string | undefined
  /** `live` (default), or an ISO 8601 instant at which the clock stands. */
  readonly clock?: string | undefined
  /** How the clock runs: `live`, `frozen`, or a multiple of real time. */
  readonly pace?: Pace | string | undefined
  /** Values for the register of assumptions, by id. A text that is no value itself is read as JSON. */
  readonly assumptions?: { readonly [id: string]: Json } | undefined
  /** Another name of `assumptions`, as the flag is called. */
  readonly assume?: { readonly [id: string]: Json } | undefined
  /** Which https origins are delivered to which local addresses. */
  readonly forwards?: readonly { readonly from: string; readonly to: string }[] | undefined
  /** Further names under which the emulator may be asked, and hosts that deliveries may reach. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Secret of at least 128 bits that the control API asks for. */
  readonly token?: string | undefined
  /** Origins whose pages may read `/api/v1`. */
  readonly corsOrigins?: readonly string[] | undefined
  /** PEM text of certificate authorities that deliveries trust beside the system's. */
  readonly ca?: string | undefined
  /** Whether the dashboard is served; true. */
  readonly dashboard?: boolean | undefined
  /** Folder of a built dashboard, for an app that carries its own; else the one of the package. */
  readonly dashboardFolder?: string | undefined
  /**
   * Whether the emulator keeps its process running; true, but false under a test runner (Vitest, Jest, Mocha, node:test), so that a `close()`
   * that was forgotten does not keep the tests from ending.
   */
  readonly keepAlive?: boolean | undefined
  /**
   * Longest wait of `waitFor`, in milliseconds of real time; 0.8 of what the test runner gives a test by default, 10000 where there is no such
   * limit.
   */
  readonly waitTimeout?: number | undefined
}
