import type { GROUNDS } from '../../../server/contract/verdict-sentences/grounds.ts'
import type { VERDICT_SENTENCES } from '../../../server/contract/verdict-sentences.ts'
import type { Dictionary } from '../dictionary.ts'
import { keys } from './keys.ja.ts'
import { reads } from './reads.ja.ts'
import { receiver } from './receiver.ja.ts'
import { refusals } from './refusals.ja.ts'
import { writes } from './writes.ja.ts'

/** What is said of rules on clients. */
export const verdicts: Dictionary<typeof VERDICT_SENTENCES> = {
  ...refusals,
  ...writes,
  ...reads,
  ...keys,
  ...receiver,
  expectation_not_met: {
    says: 'テストが期待した指摘があります。',
    fix: 'テストの対象となる動作をクライアントにさせるか、期待を取り下げてください。',
    messages: { fewer: '{{rule}} に期待した件数：{{times}}件以上。実際：{{seen}}件。' },
  },
}

export const verdict_grounds: Dictionary<typeof GROUNDS> = {
  'auth-1': '契約：すべてのリクエスト、Authorization: Bearer',
  'auth-2': '契約：キーのスコープ',
  'customer-1': '契約：顧客、external_id',
  delivery: '契約：Webhook の配信',
  'endpoints-3': '契約：POST /customers/bulk',
  'endpoints-4': '契約：PUT /customers/{customerId}',
  'endpoints-6': '契約：POST /calls/initiate、external_id',
  'envelope-2': '契約：リストとページ',
  'errors-2': '契約：429 quota_exceeded',
  'errors-3': '契約：429、Retry-After',
  events: '契約：Webhook のイベント',
  limits: '契約：上限',
  'limits-5': '契約：X-RateLimit-Remaining と X-RateLimit-Reset',
  'report-3': '契約：from と to、最長 31日',
  signature: '契約：Webhook の署名',
}
