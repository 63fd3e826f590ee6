import { firstSchema } from './0001-first-schema.ts'
import { deliveryFaults } from './0002-delivery-faults.ts'
import { jobsInMemory } from './0003-jobs-in-memory.ts'
import { stepsOfCalls } from './0004-steps-of-calls.ts'
import { originOfExchanges } from './0005-origin-of-exchanges.ts'
import { whatRowsRestOn } from './0006-what-rows-rest-on.ts'
import { payloadBytes } from './0007-payload-bytes.ts'
import { certifiedMessages } from './0008-certified-messages.ts'
import { controlActions } from './0009-control-actions.ts'
import { firstUrlOfDeliveries } from './0010-first-url-of-deliveries.ts'
import { drawsBySubject } from './0011-draws-by-subject.ts'
import { forgedDeliveries } from './0012-forged-deliveries.ts'
import { limitHistory } from './0013-limit-history.ts'
import { orderOfActions } from './0014-order-of-actions.ts'
import { keptVerdicts } from './0015-kept-verdicts.ts'
import { dueAttempts } from './0016-due-attempts.ts'
import { orderOfAll } from './0017-order-of-all.ts'
import { unsubscribedWebhooks } from './0018-unsubscribed-webhooks.ts'
import { departures } from './0019-departures.ts'
import { urlsOfAttempts } from './0020-urls-of-attempts.ts'
import { pathsOfMessages } from './0021-paths-of-messages.ts'
import { forgottenWindows } from './0022-forgotten-windows.ts'
import type { Migration } from './migration.ts'

/** In order. A released migration is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  firstSchema,
  deliveryFaults,
  jobsInMemory,
  stepsOfCalls,
  originOfExchanges,
  whatRowsRestOn,
  payloadBytes,
  certifiedMessages,
  controlActions,
  firstUrlOfDeliveries,
  drawsBySubject,
  forgedDeliveries,
  limitHistory,
  orderOfActions,
  keptVerdicts,
  dueAttempts,
  orderOfAll,
  unsubscribedWebhooks,
  departures,
  urlsOfAttempts,
  pathsOfMessages,
  forgottenWindows,
]
export const SCHEMA_VERSION = MIGRATIONS.length
