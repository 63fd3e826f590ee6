import type { LimitsView, LimitView } from '../../server/control/protocol/limits.ts'

/**
 * The limit as it is at an emulated instant. The server tells of a counter when it changes; that a window has run out since then follows
 * from the clock alone: windows are fixed, and a new one starts empty.
 */
export function limitAt(view: LimitView, now: number): LimitView {
  const [start, end] = [Date.parse(view.window_start), Date.parse(view.resets_at)]
  if (!(now >= end) || end <= start) return view
  const windows = Math.floor((now - start) / (end - start))
  const shift = windows * (end - start)
  return {
    limit: view.limit,
    used: 0,
    remaining: view.limit,
    window_start: new Date(start + shift).toISOString(),
    resets_at: new Date(end + shift).toISOString(),
    by_hand: 0,
    only_by_drill: false,
  }
}

/** The window of a limit that an emulated instant was in. Pure. */
export function windowAt(
  { window_start, resets_at }: Pick<LimitView, 'window_start' | 'resets_at'>,
  at: number,
): Pick<LimitView, 'window_start' | 'resets_at'> {
  const [start, end] = [Date.parse(window_start), Date.parse(resets_at)]
  const shift = Math.floor((at - start) / (end - start)) * (end - start)
  return { window_start: new Date(start + shift).toISOString(), resets_at: new Date(end + shift).toISOString() }
}

/** The same for the four limits of a tenant. */
export function limitsAt(limits: LimitsView, now: number): LimitsView {
  const at = (view: LimitView) => limitAt(view, now)
  const { minute, burst, day, webhook_sends } = limits
  return { minute: at(minute), burst: at(burst), day: at(day), webhook_sends: at(webhook_sends) }
}

/** A limit that lets nothing more through in its present window. One of 0 is no part of the plan, and one of `null` never ends. */
export const isUsedUp = ({ limit, used }: LimitView): boolean => limit !== null && limit > 0 && used >= limit

/** The same of the tenant's own doing: a drill sets its figures for every tenant, and most of them ask for nothing. */
export const isInTrouble = (view: LimitView): boolean => isUsedUp(view) && !view.only_by_drill
