import type { Rule } from './rule.ts'
import { acceptsForged } from './rules/accepts-forged.ts'
import { callWithoutExternalId } from './rules/call-without-external-id.ts'
import { conflictNotResolved } from './rules/conflict-not-resolved.ts'
import { doubleCall } from './rules/double-call.ts'
import { duplicateCustomer } from './rules/duplicate-customer.ts'
import { endlessRetries } from './rules/endless-retries.ts'
import { foreignKey } from './rules/foreign-key.ts'
import { freshExternalIdOnRetry } from './rules/fresh-external-id-on-retry.ts'
import { gaveUpWrite } from './rules/gave-up-write.ts'
import { hammering } from './rules/hammering.ts'
import { herdAtReset } from './rules/herd-at-reset.ts'
import { ignoredRemaining } from './rules/ignored-remaining.ts'
import { keyInUrl } from './rules/key-in-url.ts'
import { lossNotReconciled } from './rules/loss-not-reconciled.ts'
import { moreScopesThanUsed } from './rules/more-scopes-than-used.ts'
import { noBackoff } from './rules/no-backoff.ts'
import { oneByOne } from './rules/one-by-one.ts'
import { pagesLeftOut } from './rules/pages-left-out.ts'
import { pagesMoved } from './rules/pages-moved.ts'
import { pollsWhileSubscribed } from './rules/polls-while-subscribed.ts'
import { rangeGap } from './rules/range-gap.ts'
import { rangeOverlap } from './rules/range-overlap.ts'
import { redirects } from './rules/redirects.ts'
import { refusesRepeat } from './rules/refuses-repeat.ts'
import { repeatHasEffect } from './rules/repeat-has-effect.ts'
import { requestsAfterQuota } from './rules/requests-after-quota.ts'
import { retriedFinalRefusal } from './rules/retried-final-refusal.ts'
import { retryBeforeRetryAfter } from './rules/retry-before-retry-after.ts'
import { samePersonTwice } from './rules/same-person-twice.ts'
import { sameReadAgain } from './rules/same-read-again.ts'
import { slowAcknowledgement } from './rules/slow-acknowledgement.ts'
import { stuckPage } from './rules/stuck-page.ts'
import { twoWebhooksOneUrl } from './rules/two-webhooks-one-url.ts'
import { wastedQuota } from './rules/wasted-quota.ts'
import { webhooksLeftBehind } from './rules/webhooks-left-behind.ts'
import { worksBeforeAnswering } from './rules/works-before-answering.ts'
import { writeWithoutChange } from './rules/write-without-change.ts'
import { yesterdayIsToday } from './rules/yesterday-is-today.ts'

/** All rules on clients, by group; the order in which they are listed. */
export const RULES: readonly Rule[] = [
  // refusals
  retryBeforeRetryAfter,
  requestsAfterQuota,
  hammering,
  herdAtReset,
  noBackoff,
  endlessRetries,
  retriedFinalRefusal,
  gaveUpWrite,
  ignoredRemaining,
  // writes
  callWithoutExternalId,
  doubleCall,
  freshExternalIdOnRetry,
  conflictNotResolved,
  samePersonTwice,
  duplicateCustomer,
  oneByOne,
  writeWithoutChange,
  // reads
  stuckPage,
  pagesLeftOut,
  pagesMoved,
  rangeGap,
  rangeOverlap,
  yesterdayIsToday,
  pollsWhileSubscribed,
  sameReadAgain,
  wastedQuota,
  // keys
  keyInUrl,
  foreignKey,
  moreScopesThanUsed,
  // receiver
  slowAcknowledgement,
  worksBeforeAnswering,
  redirects,
  refusesRepeat,
  acceptsForged,
  repeatHasEffect,
  twoWebhooksOneUrl,
  webhooksLeftBehind,
  lossNotReconciled,
]

/** One finding, one rule: of each family the first that holds speaks, and what it took is no case of those after it. */
export const FAMILIES: readonly (readonly string[])[] = [
  ['fresh_external_id_on_retry', 'double_call', 'call_without_external_id'],
  ['hammering', 'requests_after_quota', 'retry_before_retry_after'],
  ['no_backoff', 'endless_retries'],
  ['stuck_page', 'polls_while_subscribed', 'same_read_again'],
]
