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
    says: 'テストで期待した指摘が見つかります。',
    fix: 'テストの対象となる動作をクライアントにさせるか、期待を取り下げてください。',
    messages: {
      fewer: '{{rule}} に期待した件数：{{times}}件以上。実際：{{seen}}件。',
      fewer_of: '{{rule}} に期待した件数（{{caller}}）：{{times}}件以上。実際：{{seen}}件。',
    },
  },
}

export const verdict_grounds: Dictionary<typeof GROUNDS> = {
  'auth-1': 'API 仕様：すべてのリクエスト、Authorization: Bearer',
  'auth-2': 'API 仕様：キーのスコープ',
  'customer-1': 'API 仕様：顧客、external_id',
  delivery: 'API 仕様：Webhook の配信',
  'endpoints-3': 'API 仕様：POST /customers/bulk',
  'endpoints-4': 'API 仕様：PUT /customers/{customerId}',
  'endpoints-6': 'API 仕様：POST /calls/initiate、external_id',
  'envelope-2': 'API 仕様：一覧とページ',
  'errors-2': 'API 仕様：429 quota_exceeded',
  'errors-3': 'API 仕様：429、Retry-After',
  events: 'API 仕様：Webhook のイベント',
  limits: 'API 仕様：上限',
  'limits-5': 'API 仕様：X-RateLimit-Remaining と X-RateLimit-Reset',
  'report-3': 'API 仕様：from と to、最長 31日',
  signature: 'API 仕様：Webhook の署名',
}
