import type { Page } from '../control/protocol/common.ts'
import { type CallOptions, type ControlClient, type Method, type Query, worldPath } from './control-client.ts'

/** Parts of a path below a world, such as `['tenants', 'pro', 'limits']`; each is encoded. */
export type Parts = readonly (string | number)[]

/** Rows per page when a whole list is read. */
const PAGE_ROWS = 200

/** The part of the control API that concerns one world. */
export class WorldClient {
  readonly control: ControlClient
  readonly world: string
  /** Longest wait for rows when none is given, in milliseconds of real time. */
  waitTimeout: (() => number) | undefined

  constructor(control: ControlClient, world: string) {
    this.control = control
    this.world = world
    const { waitTimeout } = control
    if (waitTimeout !== undefined) this.waitTimeout = () => waitTimeout
  }

  path(parts: Parts): string {
    return worldPath(this.world, ...parts)
  }

  get<Answer>(parts: Parts, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
    return this.call('GET', parts, { query, signal })
  }

  send<Answer>(method: Exclude<Method, 'GET'>, parts: Parts, body: unknown = {}): Promise<Answer> {
    return this.call(method, parts, { body })
  }

  async remove(parts: Parts): Promise<void> {
    await this.call('DELETE', parts)
  }

  call<Answer>(method: Method, parts: Parts, options: CallOptions = {}): Promise<Answer> {
    return this.control.call(method, this.path(parts), options)
  }

  /** Reads a list page by page: all its rows, or the first `limit`. */
  async list<Row>(
    parts: Parts,
    { limit = Number.POSITIVE_INFINITY, ...query }: Query & { limit?: number | undefined } = {},
  ): Promise<Row[]> {
    const rows: Row[] = []
    let cursor: string | undefined
    while (rows.length < limit) {
      const asked = Math.min(PAGE_ROWS, limit - rows.length)
      const page: Page<Row> = await this.get(parts, { ...query, limit: asked, cursor })
      rows.push(...page.data)
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    return rows
  }
}
