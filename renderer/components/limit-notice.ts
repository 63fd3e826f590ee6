import { useEffect, useRef } from 'react'
import type { LimitName, LimitsView } from '../../server/control/protocol/limits.ts'
import { useEmulatedNow } from '../data/world.tsx'
import { withdraw } from './notify.tsx'

/** What a notice says of a limit that was set, until something was used of it. */
interface Told {
  readonly tenant: string
  readonly limit: LimitName
  readonly used: number
  /** When the window ends of which it is told. */
  readonly resets_at: string
}

let told: Told | undefined

/** The subject of what is said of limits that were set: the newest stands for all. */
export const LIMIT_SET = 'limit set'

/** Remembers what the notice says that comes next. */
export function tellsOf(next: Told): void {
  told = next
}

/** Takes the notice back as soon as it is no longer so: more is used of the limit than was set. */
export function useLimitNotice(tenant: string, limits: LimitsView | undefined): void {
  // Of what was set, the first reading may come late, and so may the answer to the setting: the reading is older or newer than the notice.
  const seen = useRef<Told>(undefined)
  const before = useRef<LimitsView>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = limits
    if (told === undefined || limits === undefined || told.tenant !== tenant) return
    const { used } = limits[told.limit]
    if (used === told.used || last?.[told.limit].used === told.used) seen.current = told
    if (seen.current !== told || used <= told.used) return
    withdraw(LIMIT_SET)
    told = undefined
  }, [tenant, limits])
}

/** Takes the notice back when its window is over: there is nothing more to be undone of it. Wherever the page is by then. */
export function LimitNoticeOfWindow(): null {
  const now = useEmulatedNow()
  useEffect(() => {
    if (told === undefined || now === undefined || now < Date.parse(told.resets_at)) return
    withdraw(LIMIT_SET)
    told = undefined
  }, [now])
  return null
}
