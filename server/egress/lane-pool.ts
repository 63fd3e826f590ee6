import type { Client } from 'undici'

/** An undici client that holds at most one connection. */
export interface Lane {
  readonly client: Client
  /** Stops connecting, if a connection is being made. */
  readonly abandon: () => void
}

/**
 * Lends lanes, and keeps those that are returned for the next delivery with the same key. The lane returned last is lent first, so that
 * after a burst the others become idle and close.
 */
export class LanePool {
  readonly #idle = new Map<string, Lane[]>()
  readonly #lanes = new Set<Lane>()

  take(key: string, open: () => Lane): Lane {
    const kept = this.#idle.get(key)?.pop()
    if (kept !== undefined) return kept
    const lane = open()
    this.#lanes.add(lane)
    lane.client.on('disconnect', () => {
      // A lane that is lent belongs to its borrower, who may reconnect for a request that has not left yet.
      if (this.#idle.get(key)?.includes(lane)) this.drop(key, lane)
    })
    return lane
  }

  keep(key: string, lane: Lane): void {
    if (!this.#lanes.has(lane)) return
    const idle = this.#idle.get(key)
    if (idle === undefined) this.#idle.set(key, [lane])
    else idle.push(lane)
  }

  drop(key: string, lane: Lane): void {
    this.#lanes.delete(lane)
    const idle = this.#idle.get(key)?.filter(other => other !== lane) ?? []
    if (idle.length === 0) this.#idle.delete(key)
    else this.#idle.set(key, idle)
    lane.abandon()
    void lane.client.destroy()
  }

  /** Ends all connections, including those that are lent. */
  async destroy(): Promise<void> {
    const lanes = [...this.#lanes]
    this.#lanes.clear()
    this.#idle.clear()
    for (const lane of lanes) lane.abandon()
    await Promise.all(lanes.map(({ client }) => client.destroy()))
  }
}
