import type { Store } from '../../store/store.ts'
import {
  callScriptsNewestFirst,
  countCallScript,
  insertCallScript,
  removeCallScript,
} from '../../store/tables/call-scripts.ts'
import { type ScriptStep, type TimedStep, timedSteps } from './scripts.ts'

interface ScriptMatch {
  phone_number?: string
  phone_suffix?: string
  staff_id?: number
  /** Slug of a tenant. */
  tenant?: string
}

export interface CallScript {
  readonly id: number
  readonly match: ScriptMatch
  readonly steps: readonly ScriptStep[]
  /** How many calls it applies to; `null` for all. */
  readonly times: number | null
  readonly used: number
}

interface Subject {
  readonly phone_number: string
  readonly staff_id: number
  readonly tenant: string
}

const digits = (text: string) => text.replace(/[^0-9]/g, '')

/** Scripts that a tester created for matching calls; the newest match wins. */
export class CallScripts {
  readonly #store: Store
  /** The rows of the store, kept in memory because every call that is placed looks them up. */
  #loaded: readonly CallScript[] | undefined

  constructor(store: Store) {
    this.#store = store
    store.onRollback(() => this.#forget())
  }

  all(): readonly CallScript[] {
    this.#loaded ??= callScriptsNewestFirst(this.#store).map(row => ({
      ...row,
      match: JSON.parse(row.match),
      steps: JSON.parse(row.steps),
    }))
    return this.#loaded
  }

  add(script: { match: ScriptMatch; steps: readonly ScriptStep[]; times?: number | undefined }): CallScript {
    this.#forget()
    const times = script.times ?? null
    const { match, steps } = script
    const row = { match: JSON.stringify(match), steps: JSON.stringify(steps), times, used: 0 }
    const id = insertCallScript(this.#store, row)
    return { id, match, steps, times, used: 0 }
  }

  remove(id: number): boolean {
    this.#forget()
    return removeCallScript(this.#store, id)
  }

  /** The script for a call, counted as used once; `undefined` when none matches. */
  take(call: Subject): TimedStep[] | undefined {
    const script = this.all().find(candidate => this.#serves(candidate, call))
    if (script === undefined) return undefined
    this.#forget()
    countCallScript(this.#store, { id: script.id, used: script.used + 1 })
    return timedSteps(script.steps)
  }

  #forget(): void {
    this.#loaded = undefined
  }

  #serves({ match, times, used }: CallScript, call: Subject): boolean {
    if (times !== null && used >= times) return false
    const { phone_number, phone_suffix, staff_id, tenant } = match
    const dialled = digits(call.phone_number)
    return (
      (phone_number === undefined || dialled === digits(phone_number)) &&
      (phone_suffix === undefined || dialled.endsWith(digits(phone_suffix))) &&
      (staff_id === undefined || call.staff_id === staff_id) &&
      (tenant === undefined || call.tenant === tenant)
    )
  }
}
