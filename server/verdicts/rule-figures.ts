import { BULK_CUSTOMERS_MAX } from '../contract/constants.ts'
import { HOUR } from '../kernel/instant.ts'
import { TOLD_AFTER_US } from './held-wait.ts'
import { ERRAND_SECONDS } from './range-sweeps.ts'
import { AT_ONCE_SECONDS, REDIAL_SECONDS } from './redials.ts'
import type { RuleOptions } from './rule.ts'
import { LOOK_UP_SECONDS } from './rules/conflict-not-resolved.ts'
import { MOST_READS, MOST_WRITES, PAUSE, READS_WITHIN } from './rules/endless-retries.ts'
import { TIMES } from './rules/gave-up-write.ts'
import { EARLY, IN_ROW } from './rules/hammering.ts'
import { LEAST_HERD, SHARE_OF_BURST, WITHIN_MS } from './rules/herd-at-reset.ts'
import { GRACE } from './rules/loss-not-reconciled.ts'
import * as noBackoff from './rules/no-backoff.ts'
import { HEAVY_FROM, WITHIN_SECONDS as ONE_BY_ONE_SECONDS } from './rules/one-by-one.ts'
import { WITHIN_SECONDS as POLLS_SECONDS } from './rules/polls-while-subscribed.ts'
import { FOLLOWS_US } from './rules/repeat-has-effect.ts'
import { APART_SECONDS as QUOTA_APART, ERROR_FROM as QUOTA_ERROR } from './rules/requests-after-quota.ts'
import * as retriedFinal from './rules/retried-final-refusal.ts'
import { APART_SECONDS as PERSON_APART } from './rules/same-person-twice.ts'
import { APART_SECONDS as READ_APART } from './rules/same-read-again.ts'
import { FROM as SLOW_FROM, TIMEOUTS_FROM } from './rules/slow-acknowledgement.ts'
import { FROM as STUCK_FROM } from './rules/stuck-page.ts'
import { HEAVY_SHARE } from './rules/wasted-quota.ts'
import { LONG_US, FROM as WORKS_FROM } from './rules/works-before-answering.ts'
import { RULES } from './rules.ts'
import { FLOOD } from './wait-track.ts'
import { LEAST_TOLERANCE, TOLERANCE_SHARE } from './waits.ts'

type Figures = Readonly<Record<string, number>>

const MS_US = 1_000
const SECOND_US = 1_000_000
const MINUTE_SECONDS = 60

/** What the example of hammering is told first; from then on it counts down. */
const FIRST_WAIT = 30

/** The bounds of rules by the names that their pages have for them (`contract/rule-pages.ts`). */
const FIGURES: Readonly<Record<string, Figures>> = {
  retry_before_retry_after: {
    percent: TOLERANCE_SHARE * 100,
    least_ms: LEAST_TOLERANCE * 1_000,
    knows_ms: TOLD_AFTER_US / MS_US,
  },
  requests_after_quota: { error_from: QUOTA_ERROR, apart: QUOTA_APART },
  hammering: {
    early: EARLY,
    row: IN_ROW,
    last: FIRST_WAIT - EARLY,
    percent: TOLERANCE_SHARE * 100,
    least_ms: LEAST_TOLERANCE * 1_000,
    flood: FLOOD,
  },
  herd_at_reset: { herd: LEAST_HERD, percent: SHARE_OF_BURST * 100, within_ms: WITHIN_MS },
  no_backoff: {
    warning_from: noBackoff.WARNING_FROM,
    error_from: noBackoff.ERROR_FROM,
    gap: noBackoff.LONGEST_GAP,
    growth: noBackoff.GROWTH,
    growth_ms: noBackoff.GROWTH_SECONDS * 1_000,
    growth_percent: Math.round((noBackoff.GROWTH - 1) * 100),
    jitter_percent: noBackoff.JITTER_SHARE * 100,
    jitter_ms: noBackoff.JITTER_SECONDS * 1_000,
  },
  endless_retries: {
    writes: MOST_WRITES,
    too_many: MOST_WRITES + 1,
    reads: MOST_READS,
    minutes: READS_WITHIN / MINUTE_SECONDS,
    pause_minutes: PAUSE / MINUTE_SECONDS,
  },
  retried_final_refusal: {
    within: retriedFinal.WITHIN,
    error_from: retriedFinal.ERROR_FROM,
    unsure_from: retriedFinal.UNSURE_WARNING_FROM,
  },
  gave_up_write: { times: TIMES },
  double_call: { seconds: REDIAL_SECONDS, told_seconds: AT_ONCE_SECONDS },
  fresh_external_id_on_retry: { seconds: REDIAL_SECONDS },
  conflict_not_resolved: { seconds: LOOK_UP_SECONDS, too_late: LOOK_UP_SECONDS + 1 },
  same_person_twice: { seconds: PERSON_APART, told_seconds: AT_ONCE_SECONDS },
  one_by_one: { within: ONE_BY_ONE_SECONDS, heavy_from: HEAVY_FROM, bulk: BULK_CUSTOMERS_MAX },
  stuck_page: { times: STUCK_FROM },
  range_gap: { minutes: ERRAND_SECONDS / MINUTE_SECONDS },
  range_overlap: { minutes: ERRAND_SECONDS / MINUTE_SECONDS },
  polls_while_subscribed: { minutes: POLLS_SECONDS / MINUTE_SECONDS },
  same_read_again: { apart: READ_APART },
  wasted_quota: { percent: HEAVY_SHARE * 100 },
  slow_acknowledgement: { attempts: SLOW_FROM, timeouts: TIMEOUTS_FROM },
  works_before_answering: { attempts: WORKS_FROM, long_ms: LONG_US / MS_US },
  repeat_has_effect: { seconds: FOLLOWS_US / SECOND_US },
  loss_not_reconciled: { hours: GRACE / HOUR },
}

/** The bounds of a rule, with those that a team may set as they are by default. */
export function figuresOf(rule: string): Figures {
  const options: RuleOptions = RULES.find(({ id }) => id === rule)?.options ?? {}
  return { ...FIGURES[rule], ...(options.from === undefined ? {} : { from: options.from }) }
}
