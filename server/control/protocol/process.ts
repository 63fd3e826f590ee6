import type { Sending } from '../../contract/sending.ts'
import type { WorldProblem } from '../../world/world-problem.ts'
import type { RequestId } from '../identifiers.ts'
import type { Timestamp } from './common.ts'
import type { WorldView } from './worlds.ts'

export interface HealthView {
  status: 'ok' | 'degraded'
  version: string
  worlds: number
  uptime_seconds: number
  /** Why the health is degraded: worlds that cannot be written or opened, or whose reset or restore has failed. */
  problems: { world_id: string; kind: WorldProblem['kind'] | 'broken'; message: string }[]
  /**
   * How it was started: what its commands begin with (`npx ringback`), and the line that starts it again, without its token. `null` when no
   * command has started it, or from outside, as a container.
   */
  started: { run: string; restart: string } | null
  /** For the live world whose clock differs most from the machine's. */
  clock: HostClockView
}

/** How far the clock of a live world is from the machine's, and why. A reset removes the difference. */
export interface HostClockView {
  /** How far the world is ahead of the machine, negative when it is behind: the sum of the changes that it did not follow. */
  offset_seconds: number
  /** The last change of the machine's clock: set back, set forward and followed, or set too far forward to be followed. */
  reason: 'host_clock_set_back' | 'host_clock_followed' | 'host_clock_too_far_ahead' | null
}

export interface ReadyLine {
  event: 'ready'
  url: string
  base_url: string
  control_url: string
  dashboard_url: string
  pid: number
  world: WorldView
}

export interface SendingView {
  /** Whether deliveries leave the process. */
  sending: Sending
}

export interface RecordingView {
  /** Whether the state before each exchange is recorded, so that a capsule or a fork can begin there. */
  recording: boolean
  /** The first request before which that is possible; `null` when there is none. */
  oldest: { request: string; request_id: RequestId; at: Timestamp } | null
}
