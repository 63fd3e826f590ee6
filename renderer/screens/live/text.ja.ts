import type { Dictionary } from '../../i18n/dictionary.ts'
import type * as en from './text.en.ts'

export const live: Dictionary<typeof en.live> = {
  about: '起きたことすべてを、エミュレータの時間軸で',
  axis: '起きたこと (新しい順)',
  strip: 'エミュレータの時間軸上の出来事。種類ごとに1段。内容は下の一覧にあります',
  filters: '表示の選択',
  none: 'まだ何も起きていません',
  none_hint: 'リクエストの送信、通話の発信、時計の移動がここに表示されます。',
  follow: '追跡 (新着 {{newer}})',
  jumped: '時計が {{by}} 進みました',
  pace: '進み方: {{pace}}',
  ended: '終了',
  attempt: '{{attempt}} 回目',
  again_in: '再試行まで',
  delivery_suppressed: '配信されず',
  delivery_cancelled: '配信取り消し',
  lanes: {
    exchange: 'リクエスト',
    call: '通話',
    event: 'イベント',
    delivery: '配信',
    ledger: '未配信',
    clock: '時計',
  },
}

export const ledger_reasons: Dictionary<typeof en.ledger_reasons> = {
  daily_send_limit: 'Webhook 送信の日次上限に達していました',
  filtered: 'Webhook のフィルターの対象外です',
  disabled: 'Webhook が無効です',
  deleted: 'Webhook は削除されています',
  unsubscribed: 'Webhook の購読からこの種類のイベントが外されました',
  open_api_disabled: 'テナントの Open API が無効です',
  plan: 'プランに Webhook が含まれません',
}
