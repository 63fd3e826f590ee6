import type { WorldClient } from '../client/world-client.ts'
import type { CallStep } from '../contract/calls.ts'
import type { ListFilter } from '../contract/lists.ts'
import type { CallId } from '../control/identifiers.ts'
import type { CallDetailView, CallScriptBody, CallScriptView, CallView, PlaceCallBody } from '../control/protocol.ts'

/** Calls of all tenants of a world, seen from inside the service. */
export class CallsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** A simulated call as if it happened in the service, inbound too; without staff or project, the tenant's first. */
  place(call: PlaceCallBody): Promise<CallDetailView> {
    return this.#world.send('POST', ['calls'], call)
  }

  /**
   * Drives a call by hand to its next status, which takes it off its script.
   *
   * @throws ControlRefusal `impossible_step` naming the possible ones
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

/** Scripts for calls to come; the newest that matches wins. */
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
