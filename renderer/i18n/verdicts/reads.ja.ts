import type { READS } from '../../../server/contract/verdict-sentences/reads.ts'
import type { Dictionary } from '../dictionary.ts'

export const reads: Dictionary<typeof READS> = {
  stuck_page: {
    says: '一覧は、ページを指定するパラメーターで順に読み取ります。',
    fix: 'ページはパラメーター page で指定してください。この名前は前提です。実際のサービスで異なるなら、それを使い、ここでは paging.parameter を変えてください。',
    messages: {
      stuck:
        '{{path}} への {{requests}}件のリクエストは、API 仕様にない {{parameter}} だけが異なり、どれも {{last_page}}ページ中の {{page}}ページ目が返りました。',
    },
  },
  pages_left_out: {
    says: '一覧は、すべてのページを読み取ります。',
    fix: 'current_page が last_page になるまで、page=2 から順に要求してください。ほかに何を付けても 1ページは最大 50件です。無視されたパラメータは外してください。',
    open: '最初のページも含めて、すべてのページを読み取ると決まります。拒否されたページや、応答が失われたページは読み取ったことになりません。',
    messages: {
      one: '#{{first}} には {{last_page}}ページ中の 1ページ目が返りましたが、2ページ目は要求されませんでした。',
      one_beside:
        '#{{first}} は API 仕様になく無視される {{parameter}} を付けて送られ、{{last_page}}ページ（各ページ最大 {{rows}}件）中の 1ページ目が返りましたが、2ページ目は要求されませんでした。',
      elsewhere:
        '#{{first}} には {{last_page}}ページ中の 1ページ目が返りましたが、2ページ目は要求されませんでした。このクライアントはほかの一覧では次のページを要求しています。',
      elsewhere_beside:
        '#{{first}} は API 仕様になく無視される {{parameter}} を付けて送られ、{{last_page}}ページ（各ページ最大 {{rows}}件）中の 1ページ目が返りましたが、2ページ目は要求されませんでした。このクライアントはほかの一覧では次のページを要求しています。',
    },
  },
  pages_moved: {
    says: '読み取りの途中で変わった一覧は、読み直します。',
    fix: 'ページごとに total を比べてください。変わったら最初のページから読み直すか、1ページに収まるように絞り込んでください。',
    messages: {
      moved:
        '#{{first}} と #{{second}} の間に一覧が {{before}}件から {{after}}件に変わり、2回見えたり一度も見えなかったりした項目があるかもしれません。読み直しはありませんでした。',
    },
  },
  range_gap: {
    says: '続けて読み取る期間に、抜けた日がありません。',
    fix: '期間は前の期間の最終日の翌日から始めてください。to は期間に含まれます。',
    messages: {
      one: '{{day}} はどの期間にもありません。#{{first}} はその前日に終わり、#{{second}} は翌日に始まります。',
      several:
        '2つの期間の間の {{days}}日間がどの期間にもありません。最初は {{day}} で、#{{first}} はその前日に終わり、#{{second}} は最後の日の翌日に始まります。',
    },
  },
  range_overlap: {
    says: '続けて読み取る期間に、同じ日が 2回含まれることはありません。',
    fix: '期間は前の期間の最終日の翌日から始めてください。to は期間に含まれます。',
    messages: {
      one: '{{day}} が 2つの期間にあります。#{{first}} がその日で終わり、#{{second}} がその日から始まります。',
      several:
        '{{days}}日間が 2つの期間にあります。最初は {{day}} です。#{{first}} がその期間で終わり、#{{second}} がその期間から始まります。',
    },
  },
  yesterday_is_today: {
    says: '「今日」には日本時間の日付を使います。',
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
    says: '直前に読み取ったものを、再び読み取りません。',
    fix: '応答を数秒間保持するか、それを必要とするプログラムの各部で共有してください。',
    messages: {
      some: '{{path}} への {{requests}}件の同じリクエスト（どれも前のものから {{seconds, duration}}以内）に、同じ応答が返りました。',
    },
  },
  wasted_quota: {
    says: '1日のリクエストは、情報の取得や変更に役立つものだけに使います。',
    fix: '読み取りと更新についてほかのルールが挙げているものを、件数の多い順に直してください。',
    messages: {
      share:
        'クライアントのリクエストで {{day}} の使用数に数えられた {{counted}}件のうち {{wasted}}件は、新しい情報を得ることも、何かを変えることもないリクエストでした。',
    },
  },
}
