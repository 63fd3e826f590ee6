import type { Timestamp } from './common.ts'

export interface LimitView {
  limit: number | null
  used: number
  remaining: number | null
  window_start: Timestamp
  resets_at: Timestamp
  /** How much of `used` somebody has set; negative when they gave more back than they took. */
  by_hand: number
  /** Whether only a drill has set it, which sets its figures for every tenant: this one has used nothing of the window, and was refused nothing. */
  only_by_drill: boolean
}

export const LIMIT_NAMES = ['minute', 'burst', 'day', 'webhook_sends'] as const

export type LimitName = (typeof LIMIT_NAMES)[number]

export type LimitsView = Record<LimitName, LimitView>

/** What became of the windows of a tenant. */
export type LimitsHistory = { now: Timestamp } & Record<LimitName, LimitHistoryView>

export interface LimitHistoryView {
  /** By the present plan. */
  limit: number | null
  /** The limits of the plans before it, oldest first, and until when each held. */
  earlier_limits: { until: Timestamp; limit: number | null }[]
  /**
   * Oldest first, up to the present one. Windows of which nothing was used, set or refused are left out, and those that only a drill has set
   * (`only_by_drill`).
   */
  windows: LimitWindowView[]
  /** What was before that may have been forgotten. */
  kept_since: Timestamp
  /** Since when these are all there are, up to the instant that was asked for: of what was before, some is not told here. */
  told_since: Timestamp
  /**
   * How the count of a Tokyo day grew, yesterday and today, or on the last day before the instant that was asked for and the one before it: a
   * point at the start of each minute in which it grew, with what was used by then, and one at the end of the day, or now. `refusals` has each minute in which its limit refused something, and how much; less in all
   * than `refused` of its window where an earlier Ringback recorded some of it. `null` for minute and burst.
   */
  growth:
    | {
        window_start: Timestamp
        points: { at: Timestamp; used: number }[]
        refusals: { at: Timestamp; refused: number }[]
      }[]
    | null
  /**
   * When nothing was left of the Tokyo days above, oldest first: from the last use, or the setting or change of plan that had the same effect,
   * until some were left again, the day was over, or now. By the plan of then. `null` for minute and burst.
   */
  used_up: { from: Timestamp; to: Timestamp }[] | null
  /**
   * When somebody set what is used of the windows above and of the present one, oldest first, and from what to what. What was set several
   * times at one instant is one setting, from the first to the last; so is, after the first 100 of a window, what was set within a minute,
   * told at its start or at the setting before it. `most` is the most that was used before, between and after, and `net` how much of it was set
   * in all, as what was used in between is part of `to` as well. `steps` has each of the settings, with the id of its control action, as long as
   * that is kept; what a drill or a world file has set has none, and neither have those of one instant then: they are one step.
   */
  set_by_hand: LimitSettingView[]
}

export interface LimitSettingView {
  at: Timestamp
  from: number
  to: number
  most: number
  net: number
  steps: { at: Timestamp; from: number; to: number; action: number | null }[]
}

export interface LimitWindowView {
  window_start: Timestamp
  resets_at: Timestamp
  /** The counter. */
  used: number
  /** What used a slot because the limit let it through. It differs from `used` when somebody has set the counter. */
  accepted: number
  /** How much of `used` somebody has set; negative when they gave more back than they took. */
  by_hand: number
  /** What this limit refused. A request that is over the minute and over the burst counts for both. */
  refused: number
}

/** What used up a window of a limit. `used` is `by_hand`, `known` and `not_known` together. */
export interface LimitUsageView {
  limit: LimitName
  window_start: Timestamp
  resets_at: Timestamp
  used: number
  /** How much of it somebody has set; negative when they gave more back than they took. */
  by_hand: number
  /** Requests, or of webhook sends events, that are still kept and have used it. */
  known: number
  /** What has used it and is not kept any more, has not been answered yet, or of which it cannot be told. */
  not_known: number
  /** The known requests by what they asked for; without an `endpoint`, what is none of the API. Most first, as all of these. */
  requests: { method: string; endpoint: string | null; count: number }[]
  /** The known requests by their keys. */
  keys: { key_id: string | null; count: number }[]
  /** The known events by their kind: each is one send, however many webhooks it goes to. */
  events: { event: string; count: number }[]
  /** The deliveries of these events, by their webhooks. */
  deliveries: { webhook_id: number; count: number }[]
}

/**
 * With `resets_at`, the count is set only while the window that ends then is the current one. Otherwise nothing changes, and the response
 * is 409 `window_over`.
 */
export type SetLimitsBody = {
  [Name in LimitName]?: { used: number | 'limit' | 'limit-1'; resets_at?: Timestamp }
}
