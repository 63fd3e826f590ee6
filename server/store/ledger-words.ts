import type { LedgerReason } from '../contract/events.ts'

/** The words in which lists say why something was not delivered, in the languages of the dashboard: whoever reads one looks for it. */
export const LEDGER_WORDS: { readonly [Reason in LedgerReason]: readonly string[] } = {
  daily_send_limit: [
    ...['the daily limit of webhook sends was reached', 'daily limit of sends'],
    ...['1日の Webhook 送信数を使い切っていました', '1日の送信上限'],
  ],
  filtered: [
    ...['the filters of the webhook excluded it', 'filtered out'],
    ...['Webhook のフィルターの対象外でした', 'フィルターで除外'],
  ],
  disabled: ['the webhook was disabled', 'webhook disabled', 'Webhook が無効でした', 'Webhook が無効'],
  deleted: ['the webhook was deleted', 'webhook deleted', 'Webhook は削除されていました', 'Webhook を削除'],
  unsubscribed: [
    ...['the webhook no longer subscribed to such events', 'no longer subscribed', 'unsubscribed'],
    ...['Webhook の購読からこの種類のイベントが外されていました', '購読を解除'],
  ],
  open_api_disabled: [
    ...['the Open API of the tenant was switched off', 'Open API off'],
    ...['テナントの Open API がオフでした', 'Open API がオフ'],
  ],
  plan: [
    ...['the plan did not include webhooks', 'plan without webhooks'],
    ...['プランに Webhook が含まれていませんでした', 'プランの対象外'],
  ],
}

/** Of a delivery that was cancelled, for whatever reason. */
export const CANCELLED_WORDS: readonly string[] = ['cancelled', '取り消し']

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()

/** Whether a text that somebody looks for is in any of these words. A single letter is in nearly all of them. Pure. */
export function isInWords(text: string, words: readonly string[]): boolean {
  const wanted = plain(text)
  return wanted.length > 1 && words.some(word => plain(word).includes(wanted))
}
