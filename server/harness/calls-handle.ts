import type { WorldClient } from '../client/world-client.ts'
import type { CallStep } from '../contract/calls.ts'
import type { ListFilter } from '../contract/lists.ts'
import type { CallId } from '../control/identifiers.ts'
import type {
  CallDetailView,
  CallScriptBody,
  CallScriptView,
  CallView,
  PlaceCallBody,
} from '../control/protocol/calls.ts'

/** The calls of all tenants of a world. */
export class CallsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /**
   * Places a simulated call as if it happened in the service, also an inbound one. Staff member and project are the tenant's first unless
   * given.
   */
  place(call: PlaceCallBody): Promise<CallDetailView> {
    return this.#world.send('POST', ['calls'], call)
  }

  /**
   * Takes a call to its next status by hand, which takes it off its script.
   *
   * @throws ControlRefusal `impossible_step` that names the possible ones
   */
  step(call_id: CallId, to: CallStep): Promise<CallDetailView> {
    return this.#world.send('POST', ['calls', call_id, 'steps'], { to })
  }

  get(call_id: CallId): Promise<CallDetailView> {
    return this.#world.get(['calls', call_id])
  }

  /** Newest first. */
  list(filter: ListFilter<'calls'> = {}): Promise<CallView[]> {
    return this.#world.list(['calls'], filter)
  }
}

/** Scripts for future calls; the newest that matches wins. */
export class CallScriptsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** `{ match: { phone_suffix: '77' }, steps: [{ after: 'PT5S', to: 'connected' }, …], times: 1 }` */
  add(script: CallScriptBody): Promise<CallScriptView> {
    return this.#world.send('POST', ['call-scripts'], script)
  }

  list(): Promise<CallScriptView[]> {
    return this.#world.list(['call-scripts'])
  }

  remove(id: number): Promise<void> {
    return this.#world.remove(['call-scripts', id])
  }
}
