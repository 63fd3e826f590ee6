import type { REFUSALS } from '../../../server/contract/verdict-sentences/refusals.ts'
import type { Dictionary } from '../dictionary.ts'

export const refusals: Dictionary<typeof REFUSALS> = {
  retry_before_retry_after: {
    says: '429 の後、または Retry-After のある 503 の後、クライアントは Retry-After の秒数だけ待ちます。',
    fix: '次のリクエストまで Retry-After の秒数を待ってください。ランダムな時間は足すだけにし、引かないでください。',
    open: 'クライアントの次のリクエストが、待ち時間の後に届くかどうかで決まります。',
    messages: {
      one: '#{{early}} は、#{{refused}} が求めた {{wait, duration}}が終わる {{seconds, duration}}前に届きました。',
      several:
        '#{{refused}} を知っているはずのリクエストが {{requests}}件、求められた {{wait, duration}}が終わる前に届きました。最初の #{{early}} は {{seconds, duration}}前です。',
      one_besides:
        '#{{refused}} が求めた {{wait, duration}}が終わる {{seconds, duration}}前に #{{early}} が届きました。ほかに、拒否を知らなかった可能性のある {{others}}件は数えていません。',
      several_besides:
        '#{{refused}} を知っているはずのリクエストが {{requests}}件、求められた {{wait, duration}}が終わる前に届きました。最初の #{{early}} は {{seconds, duration}}前です。ほかに、拒否を知らなかった可能性のある {{others}}件は数えていません。',
      one_unaware:
        '#{{early}} は {{seconds, duration}}早すぎましたが、拒否を知らなかった可能性があります。{{wait, duration}}待つよう求めた #{{refused}} への応答を、別の接続やワーカーが受け取ったのかもしれません。',
      two_unaware:
        '#{{early}} は {{seconds, duration}}、#{{second}} は {{later, duration}}早すぎましたが、拒否を知らなかった可能性があります。{{wait, duration}}待つよう求めた #{{refused}} への応答を、別の接続やワーカーが受け取ったのかもしれません。',
      several_unaware:
        '{{requests}}件のリクエストが早すぎましたが（最初の #{{early}} は {{seconds, duration}}）、拒否を知らなかった可能性があります。{{wait, duration}}待つよう求めた #{{refused}} への応答を、別の接続やワーカーが受け取ったのかもしれません。',
      unaware_other:
        '#{{refused}} が求めた {{wait, duration}}の間に拒否されたリクエストのうち、ワーカーがその拒否を知らなかった可能性のある {{count}}件についてです。最初は #{{early}} です。',
    },
  },
  requests_after_quota: {
    says: '1日のリクエストを使い切ったら、日本時間 0時まで送信を止めます。',
    fix: 'quota_exceeded が返ったらキューを止め、Retry-After の秒数が過ぎてから再開してください。',
    open: 'クライアントの次のリクエストが、待ち時間の後に届くかどうかで決まります。',
    messages: {
      some_other:
        '1日のリクエストはあと {{wait, duration}}使えないと #{{refused}} が伝えた後に、{{count}}件のリクエストが届きました。最初の #{{early}} は {{seconds, duration}}早すぎました。',
      some_besides_other:
        '1日のリクエストはあと {{wait, duration}}使えないと #{{refused}} が伝えた後に、{{count}}件のリクエストが届きました。最初の #{{early}} は {{seconds, duration}}早すぎました。ほかに、それを知らなかった可能性のある {{others}}件は数えていません。',
      unaware_other:
        'すでに送信中だったものを除いて {{count}}件のリクエストが早すぎましたが（最初の #{{early}} は {{seconds, duration}}）、拒否を知らなかった可能性があります。1日のリクエストはあと {{wait, duration}}使えないと伝えた #{{refused}} への応答を、別の接続やワーカーが受け取ったのかもしれません。',
    },
  },
  hammering: {
    says: '拒否されたら、リクエストを送り続けません。',
    fix: 'Retry-After が終わるまで、クライアントの 1か所ですべてのリクエストを止めてください。',
    open: 'クライアントの次のリクエストが、待ち時間の後に届くかどうかで決まります。',
    messages: {
      one: '#{{refused}} に対して数えるリクエストは {{requests}}件です。求められた {{wait, duration}}が終わる前に届きました。',
      flood:
        '#{{refused}} に対して数えるリクエストは、拒否を知らずに送られた可能性のあるものを除いて {{requests}}件です。求められた {{wait, duration}}が終わる前に届きました。',
      quota:
        '1日のリクエストはあと {{wait, duration}}使えないと #{{refused}} が伝えた（quota_exceeded）後に、{{requests}}件のリクエストが届きました。',
      quota_flood:
        '1日のリクエストはあと {{wait, duration}}使えないと #{{refused}} が伝えた（quota_exceeded）後に、それを知らずに送られた可能性のあるものを除いて {{requests}}件のリクエストが届きました。',
      quota_row:
        '#{{refused}} から {{refusals}}回続けて、待つよう求められたのに早すぎるリクエストが届きました。合計 {{requests}}件です。#{{quota}} は 1日のリクエストの使い切り（quota_exceeded）を伝えていました。',
      quota_row_of_floods:
        '#{{refused}} から {{refusals}}回続けて、待つよう求められたのに早すぎるリクエストが届きました。拒否を知らずに送られた可能性のあるものを除いて合計 {{requests}}件です。#{{quota}} は 1日のリクエストの使い切り（quota_exceeded）を伝えていました。',
      row: '#{{refused}} から {{refusals}}回続けて、待つよう求められたのに早すぎるリクエストが届きました。合計 {{requests}}件です。',
      row_of_floods:
        '#{{refused}} から {{refusals}}回続けて、待つよう求められたのに早すぎるリクエストが届きました。拒否を知らずに送られた可能性のあるものを除いて合計 {{requests}}件です。',
    },
  },
  herd_at_reset: {
    says: '待たせていたリクエストを、上限がリセットされた瞬間に一斉に送りません。',
    fix: '待ち時間ごとにランダムな時間を足すか、止めていたリクエストを 1件ずつ送ってください。',
    open: '拒否が伝えたリセット（Retry-After または X-RateLimit-Reset）の直後に届くリクエストで決まります。何も届かないときや、それまでに時計を止めたり進めたりしたときは、ここから外れます。',
    messages: {
      at: '#{{refused}} が伝えたリセットの直後 {{milliseconds}}ミリ秒以内に {{requests}}件のリクエストが届きました。',
    },
  },
  no_backoff: {
    says: 'サーバーのエラーの後や応答が失われた後、クライアントは試行のたびに待ち時間を延ばします。',
    fix: '試行のたびに待ち時間を倍にしてランダムな時間を足し、数回でやめてください。',
    open: '失敗したリクエストに 5xx 以外の応答が返るか（待ち時間が毎回十分に長かったときだけ守ったことになります）、ほぼ同じ短い間隔で 3回続けて失敗すると決まります。',
    messages: {
      apart:
        '#{{first}} が失敗した後、前の試行が終わってから {{shortest, duration}}〜{{longest, clocks}}の間隔でさらに {{repeats}}回失敗しました。間隔を延ばすには、1秒以上待つか、前回より 30%と 50ミリ秒以上長く待つ必要があります。',
      evenly:
        '#{{first}} が失敗した後、前の試行が終わってから {{longest, clocks}}の間隔でさらに {{repeats}}回失敗しました。間隔を延ばすには、1秒以上待つか、前回より 30%と 50ミリ秒以上長く待つ必要があります。',
      poll: '#{{first}} から {{attempts}}回続けて失敗しました。失敗の前から同じ間隔で届いていたため、ポーリングの可能性があります。',
    },
  },
  endless_retries: {
    says: '何度も失敗するリクエストは、打ち切るか、十分に間隔を空けます。',
    fix: '試行の回数を制限し、送れなかったものは後で確認できるように残してください。',
    open: 'そのリクエストが成功するか、何度も届きすぎるか、1時間届かなければ決まります。',
    messages: {
      write: '同じ書き込みを #{{first}} から {{attempts}}回試し、一度も成功しませんでした。',
      read: '同じ読み取りを #{{first}} から {{attempts}}回試し、そのうち 10分以内に {{some}}回を超え、一度も成功しませんでした。',
    },
  },
  retried_final_refusal: {
    says: '内容が原因で拒否されたリクエストは、同じ内容のまま再送しません。',
    fix: '400、401、403、404、405、409、413、415、422 の応答を受けたリクエストは繰り返さず、内容を直すか人に知らせてください。',
    open: '拒否から 1分以内に同じリクエストが再び届くかどうかで決まります。',
    messages: {
      again_other: '#{{first}} が {{status}} で拒否された後、同じリクエストが同じ内容のまま {{count}}回届きました。',
    },
  },
  gave_up_write: {
    says: '一時的に拒否された書き込みは、後で再送します。',
    fix: '書き込みを残しておき、Retry-After が終わってから送り直してください。',
    open: 'その書き込みが再び届くか、届かないまま、実際の時間と、仮想時間が進められた分とを合わせて待ち時間の 2倍が過ぎると決まります。',
    messages: {
      real: '#{{refused}} は {{status}} で拒否された後、求められた {{wait, duration}}の 2倍にあたる {{waited, duration}}以上が実際の時間で過ぎても、送り直されませんでした。',
      clock_stood:
        '#{{refused}} は {{status}} で拒否された後、求められた {{wait, duration}}の 2倍にあたる {{waited, duration}}以上が実際の時間で過ぎても、送り直されませんでした。その間、仮想時間は止まっていました。',
      moved:
        '#{{refused}} は {{status}} で拒否された後、仮想時間が、求められた {{wait, duration}}の 2倍にあたる {{waited, duration}}以上進められても、送り直されませんでした。',
      both: '#{{refused}} は {{status}} で拒否された後、求められた {{wait, duration}}の 2倍にあたる {{waited, duration}}以上が過ぎても、送り直されませんでした。そのうち {{moved, duration}}は仮想時間が進められた分で、残りは実際の時間です。',
    },
  },
  ignored_remaining: {
    says: '残りがないと通知されたら、リセットまで待ちます。',
    fix: 'X-RateLimit-Remaining が 0 のときは、X-RateLimit-Reset まで次のリクエストを待ってください。',
    open: 'リセットまでにリクエストが送られて拒否されるかどうかで決まります。',
    messages: {
      some_other:
        '残りがないと #{{told}} が伝えた後に、{{count}}件のリクエストが届いて拒否されました。最初は #{{first}} です。',
    },
  },
}
