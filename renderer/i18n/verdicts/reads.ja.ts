import type { READS } from '../../../server/contract/verdict-sentences/reads.ts'
import type { Dictionary } from '../dictionary.ts'

export const reads: Dictionary<typeof READS> = {
  stuck_page: {
    says: 'リストは、ページを進めるパラメーターで読み取られます。',
    fix: 'ページはパラメーター page で進めてください。名前は前提です。実際のサービスで異なるなら、それを使い、ここでは paging.parameter を変えてください。',
    messages: {
      stuck:
        '{{path}} への {{requests}}件のリクエストは、契約にない {{parameter}} だけが異なり、どれも {{last_page}}ページ中の {{page}}ページ目が返りました。',
    },
  },
  pages_left_out: {
    says: 'リストはすべてのページが読み取られます。',
    fix: 'current_page が last_page になるまで次のページを要求してください。',
    messages: {
      one: '#{{first}} には {{last_page}}ページ中の 1ページ目が返りましたが、2ページ目は要求されませんでした。',
      elsewhere:
        '#{{first}} には {{last_page}}ページ中の 1ページ目が返りましたが、2ページ目は要求されませんでした。このクライアントはほかのリストではページを進めています。',
    },
  },
  pages_moved: {
    says: 'ページを読んでいる間に変わったリストは、読み直されます。',
    fix: 'ページごとに total を比べてください。変わったら最初のページから読み直すか、1ページに収まるように絞り込んでください。',
    messages: {
      moved:
        '#{{first}} と #{{second}} の間にリストが {{before}}件から {{after}}件に変わり、2回見えたり一度も見えなかったりした項目があるかもしれません。読み直しはありませんでした。',
    },
  },
  range_gap: {
    says: '続けて読み取られる期間は、どの日も抜けません。',
    fix: '期間は前の期間の最終日の翌日から始めてください。to は期間に含まれます。',
    messages: {
      one: '{{day}} はどの期間にもありません。#{{first}} はその前日に終わり、#{{second}} は翌日に始まります。',
      several:
        '2つの期間の間の {{days}}日間がどの期間にもありません。最初は {{day}} で、#{{first}} はその前日に終わり、#{{second}} は最後の日の翌日に始まります。',
    },
  },
  range_overlap: {
    says: '続けて読み取られる期間に、同じ日が 2回含まれることはありません。',
    fix: '期間は前の期間の最終日の翌日から始めてください。to は期間に含まれます。',
    messages: {
      one: '{{day}} が 2つの期間にあります。#{{first}} がその日で終わり、#{{second}} がその日から始まります。',
      several:
        '{{days}}日間が 2つの期間にあります。最初は {{day}} です。#{{first}} がその期間で終わり、#{{second}} がその期間から始まります。',
    },
  },
  yesterday_is_today: {
    says: '今日とは、日本時間の日付です。',
    fix: 'from と to には UTC ではなく Asia/Tokyo の日付を使ってください。日本時間の 09:00 までは UTC だと昨日になります。',
    messages: {
      utc: '日本時間 {{today}} の 00:00 から 09:00 の間に、{{requests}}件のリクエストが UTC の日付 {{newest}} までを求め、{{today}} を求めたものはありませんでした。',
    },
  },
  polls_while_subscribed: {
    says: '通話の Webhook を受け取るクライアントは、通話をポーリングしません。',
    fix: 'Webhook を待ち、通話の一覧は配信されなかったイベントを補うために使ってください。',
    messages: {
      some: '{{path}} への {{requests}}件のリクエストに同じ応答が返り、そのうち {{from}}件以上は 10分以内でした。その間、このテナントの通話の Webhook は確認応答を受けていました。',
    },
  },
  same_read_again: {
    says: '直前に読み取ったものは、再び読み取られません。',
    fix: '応答を数秒間保持するか、それを必要とするプログラムの各部で共有してください。',
    messages: {
      some: '{{path}} への {{requests}}件の同じリクエスト（どれも前のものから {{seconds, duration}}以内）に、同じ応答が返りました。',
    },
  },
  wasted_quota: {
    says: '1日のリクエストは、何かを知るか変えるために使われます。',
    fix: '読み取りと更新についてほかのルールが挙げているものを、件数の多い順に直してください。',
    messages: {
      share:
        '{{day}} の上限で数えられた {{counted}}件のうち {{wasted}}件は、新しいことを何も伝えず、何も変えませんでした。',
    },
  },
}
