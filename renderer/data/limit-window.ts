import type { LimitView } from '../../server/control/protocol.ts'

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
  }
}
