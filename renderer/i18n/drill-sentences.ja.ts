import type { DRILL_SENTENCES } from '../../server/contract/drill-sentences.ts'
import type { Dictionary } from './dictionary.ts'

export const DRILL_SENTENCES_JA: Dictionary<typeof DRILL_SENTENCES> = {
  not_repeated_other: '{{count}}件のリクエストが、最後まで成功していません（試行：{{what}}）',
  not_final_other: '{{count}}件のリクエストが、最終的な応答を受け取っていません（試行：{{what}}）',
  not_whole_other: '{{count}}件のリクエストが、最後まで応答を受け取っていません（試行：{{what}}）',
  not_repeated_beside_other:
    '{{count}}件のリクエストが、最後まで成功していません（試行：{{what}}）。#{{beside}} は同じ内容ですが、#{{request}} の処理がまだ続いている間に届いたため、再送ではありません',
  not_final_beside_other:
    '{{count}}件のリクエストが、最終的な応答を受け取っていません（試行：{{what}}）。#{{beside}} は同じ内容ですが、#{{request}} の処理がまだ続いている間に届いたため、再送ではありません',
  not_whole_beside_other:
    '{{count}}件のリクエストが、最後まで応答を受け取っていません（試行：{{what}}）。#{{beside}} は同じ内容ですが、#{{request}} の処理がまだ続いている間に届いたため、再送ではありません',
  not_successful_other: '{{count}}件のリクエストが成功しませんでした（{{what}}）',
  acknowledged_other: '{{count}}件の配信が受け取られました（{{what}}）',
  not_acknowledged_other: '{{count}}件の配信が受け取られませんでした（{{what}}）',
  called_twice_lost:
    '#{{first}} の応答が失われた {{gap, duration}}後に、#{{early}} が {{number}} へ 2回目の発信をしました',
  called_twice_lost_of:
    '#{{first}} の応答が失われた {{gap, duration}}後に、#{{early}} が {{number}} への {{times}}回の発信のうち 2回目をしました',
  called_twice_after: '#{{first}} への応答の {{gap, duration}}後に、#{{early}} が {{number}} へ 2回目の発信をしました',
  called_twice_after_of:
    '#{{first}} への応答の {{gap, duration}}後に、#{{early}} が {{number}} への {{times}}回の発信のうち 2回目をしました',
  called_twice_beside: '#{{first}} に応答する前に、#{{early}} が {{number}} へ 2回目の発信をしました',
  called_twice_beside_of:
    '#{{first}} に応答する前に、#{{early}} が {{number}} への {{times}}回の発信のうち 2回目をしました',
  not_listed:
    '{{tenant}} の顧客 {{all}}人のうち {{missing}}人は、取得したどのページにもありません。その応答の current_page が last_page になるまで読み、total が変わったら最初から読み直してください。',
  day_not_listed: '日本時間 0時の後、{{date}} の通話の一覧は取得されませんでした',
  midnight_ahead: '日本時間 0時の後に分かります',
  before_midnight:
    '日本時間 0時の {{left, duration}}前に訓練を終えたため、その後のクライアントの動作は判断できません。0時を過ぎてからクライアントを動かした後に終えてください',
  worked_again_other:
    'ほかの配信がないのに、{{count}}件の再送の後で処理の回数が {{before}} から {{after}} に増えました',
  probe_none: '処理の回数を返す URL がなければ分かりません（--effects <url>、effects_url）',
  probe_same: '処理の回数は、配信がもう一度届く前が {{before}}、その後が {{after}} でした',
  probe_failed: '処理の回数を返す URL の応答を使えません：{{problem}}',
  probe_still:
    '最初の配信を再送する時点で、処理の回数が {{count}} のままでした。配信の処理を数えていないか、処理に時間がかかりすぎています',
  probe_mixed: '同じ時にほかの配信もあったため、処理の回数がどの配信で増えたのか分かりません',
  probe_waits: '処理の回数は、配信がもう一度届いた後、訓練の終わりにもう一度読み取ります',
  sent_nothing: '/api/v1 へのリクエストが 1つもありません',
  delivered_nothing: '受信側への配信が 1つもありません',
  receiver_refused: '受信側は {{status}} と応答しました',
  too_few_other: '実際は {{count}}件です',
  to_inboxes_other:
    '{{count}}回の送信はすべて Ringback の受信箱に届きました。受信箱は判定の対象になりません。受信側の URL を指定して、訓練をもう一度行ってください',
  faults_removed_other:
    'この訓練の障害が起こりきる前に、{{count}}件が {{time}}（JST）に手動で削除されたため、判定していません。障害を残したまま、訓練をもう一度行ってください',
  some_removed_other:
    'この訓練の障害 {{count}}件が {{time}}（JST）に手動で削除されましたが、残りの障害でまだ発生する可能性があります',
  raised_minute:
    'この訓練が {{staged}}件だけ残した {{tenant}} のその 1分のリクエストの残りが、状況が起こる前の {{time}}（JST）に手動で {{left}}件に増やされたため、判定していません。上限を変えずに、訓練をもう一度行ってください',
  raised_minute_now:
    'この訓練が {{staged}}件だけ残した {{tenant}} のその 1分のリクエストの残りが、{{time}}（JST）に手動で {{left}}件に増やされました。これも使い切ると発生します',
  moved_past_minute:
    '状況が起こる前に時計が {{time}}（JST）より先に進められ、その 1分のリクエストが数え直しになったため、判定していません。時計を動かさずに、訓練をもう一度行ってください',
  moved_past_minute_now:
    '時計が {{time}}（JST）より先に進められ、その 1分のリクエストは数え直しになりました。これも使い切ると発生します',
  raised_day:
    'この訓練が {{staged}}件だけ残した {{tenant}} のその日のリクエストの残りが、状況が起こる前の {{time}}（JST）に手動で {{left}}件に増やされたため、判定していません。上限を変えずに、訓練をもう一度行ってください',
  raised_day_now:
    'この訓練が {{staged}}件だけ残した {{tenant}} のその日のリクエストの残りが、{{time}}（JST）に手動で {{left}}件に増やされました。これも使い切ると発生します',
  moved_past_day:
    '状況が起こる前に時計が {{time}}（JST）より先に進められ、その日のリクエストが数え直しになったため、判定していません。時計を動かさずに、訓練をもう一度行ってください',
  moved_past_day_now:
    '時計が {{time}}（JST）より先に進められ、その日のリクエストは数え直しになりました。これも使い切ると発生します',
  raised_webhook_sends:
    'この訓練が {{staged}}件だけ残した {{tenant}} のその日の Webhook 送信の残りが、状況が起こる前の {{time}}（JST）に手動で {{left}}件に増やされたため、判定していません。上限を変えずに、訓練をもう一度行ってください',
  raised_webhook_sends_now:
    'この訓練が {{staged}}件だけ残した {{tenant}} のその日の Webhook 送信の残りが、{{time}}（JST）に手動で {{left}}件に増やされました。これも使い切ると発生します',
  moved_past_webhook_sends:
    '状況が起こる前に時計が {{time}}（JST）より先に進められ、その日の Webhook 送信が数え直しになったため、判定していません。時計を動かさずに、訓練をもう一度行ってください',
  moved_past_webhook_sends_now:
    '時計が {{time}}（JST）より先に進められ、その日の Webhook 送信は数え直しになりました。これも使い切ると発生します',
  plan_raised:
    '状況が起こる前の {{time}}（JST）に {{tenant}} のプランが手動で変更され、この訓練が残したより多くの上限が残ったため、判定していません。プランを変えずに、訓練をもう一度行ってください',
  plan_raised_now:
    '{{time}}（JST）に {{tenant}} のプランが手動で変更され、この訓練が残したより多くの上限が残っています。これも使い切ると発生します',
  nothing_listens: '{{address}} で待ち受けているものがありません。受信側を起動して、訓練をもう一度行ってください',
  comes_again: '受信側が受け取りました。その {{wait, duration}}後にもう一度届きます',
  held_now: '#{{request}} の応答を止めています。クライアントがその接続を切ると発生します',
  held_to_the_end: '訓練を終えた時、#{{request}} の応答はまだ止まっていて、クライアントは接続を切っていませんでした',
  too_early_other:
    '{{count}}件のリクエストが早すぎました（早かったのは最大 {{by, duration}}）。最初の #{{early}} は、{{wait, duration}}待つよう求めた #{{refused}} の応答の {{gap, duration}}後です',
  answered: '#{{request}} の応答は {{status}}',
  answered_again: '#{{request}} が #{{after}} と同じリクエストを再送し、応答は {{status}}',
  called_once: '#{{request}} が {{number}} に 1回だけ発信し、再送はなし',
  called_once_again: '#{{request}} が {{number}} に 1回だけ発信。#{{again}} の再送は {{status}} で、発信はなし',
  called_once_beside:
    '#{{request}} が {{number}} に 1回だけ発信。その処理中に届いた #{{again}} は {{status}} で、発信はなし',
  all_listed_other: '{{count}}ページ（#{{first}} から #{{last}}）に {{tenant}} の顧客 {{all}}件がすべて含まれています',
  day_listed: '#{{request}} が {{date}} の通話を一覧',
  attempts_answered_other: '送信 {{count}}回、応答は {{what}}',
  answered_wrong_secret: '別のシークレットで署名された配信への応答は {{answer}}',
  answered_tampered: '署名後に改ざんされた配信への応答は {{answer}}',
  answered_no_header: '署名のない配信への応答は {{answer}}',
  refused_by_limit_other:
    '利用制限がリクエスト {{count}}件をあと {{wait, duration}}受け付けないとして拒否したため（最初は #{{request}}、{{what}}）、この状況は起こり得ませんでした。制限がリセットされてから、訓練をもう一度行ってください',
  refused_no_call_other:
    '利用制限がその {{count}}件をあと {{wait, duration}}受け付けないとして拒否したため（最初は #{{request}}、{{what}}）、失われる発信の応答がありませんでした。制限がリセットされてから、訓練をもう一度行ってください',
  refused_itself_other: '{{count}}件は拒否されました（最初は #{{request}}、{{what}}）',
  waited: '#{{request}} は、待ち時間を求めなかった #{{after}} への応答の {{gap, duration}}後',
  waited_lost: '#{{request}} は、応答がすべては届かなかった #{{after}} の終わりから {{gap, duration}}後',
  waited_as_asked:
    '#{{request}} は #{{after}} への応答の {{gap, duration}}後（求められた待ち時間は {{wait, duration}}）',
  in_doubt_other:
    '{{count}}件のリクエストが、拒否の待ち時間が終わる前に届きました（最初は #{{early}}、{{wait, duration}}待つよう求めた #{{refused}} への応答の {{gap, duration}}後）。拒否を知らなかった可能性があるため保留とし、数えません。',
  in_doubt_own_other:
    '{{count}}件のリクエストが、自分に求められた待ち時間が終わる前に再送されました（最初は #{{early}}、{{wait, duration}}待つよう求めた #{{refused}} への応答の {{gap, duration}}後）。拒否を知らなかった可能性があるため数えません。クライアント全体を見る判定では、そのうち保留は {{of_rule}}件です。',
  unaware_other:
    '{{count}}件のリクエストが、拒否の待ち時間が終わる前に届きました（最初は #{{early}}、{{wait, duration}}待つよう求めた #{{refused}} への応答の {{gap, duration}}後）。拒否を知っていたかどうかを示すものがないため、合否のどちらにも数えません。',
  own_early_other:
    '{{count}}件のリクエストが、自分に求められた待ち時間が終わる前に再送されました（最初は #{{early}}、{{wait, duration}}待つよう求めた #{{refused}} への応答の {{gap, duration}}後）',
  not_longer_other:
    '{{count}}回の試行が、前回より明らかに長くは待っていません（最初は #{{early}}、#{{refused}} への応答の {{gap, duration}}後、前回の待ち時間は {{before, duration}}）。間隔を延ばしたことを示すものはほかにもありません。乱数で決めた待ち時間でもこうなることがあります',
  not_shown:
    '守ったことを示すものがありません。失敗したリクエストを、前回より長く、または Retry-After の秒数だけ待ちながら、最終的な応答まで送り直してください',
  not_seen_kept: '守ったことを示すものがありません。クライアントが {{rules}} を守った例が見られませんでした',
  foreign_cut:
    '{{what}} の後、この訓練のものではない障害 {{fault}} により応答がすべては届かなかったため（#{{last}}）、クライアントが対応できたか判断できません。その障害を削除するか、専用のワールドで訓練を行ってください',
  foreign_gone:
    '{{what}} の後、この訓練のものではない障害 {{fault}} のためクライアントが応答の前に接続を切り（#{{last}}）、対応できたか判断できません。その障害を削除するか、専用のワールドで訓練を行ってください',
  foreign_status:
    '{{what}} の後、この訓練のものではない障害 {{fault}} が {{status}} を返したため（#{{last}}）、クライアントが対応できたか判断できません。その障害を削除するか、専用のワールドで訓練を行ってください',
  foreign_hit: '#{{seq}} は、この訓練のものではない障害 {{fault}} の影響を受けました',
  no_history:
    'このワールドの通話は {{days}}日前までさかのぼりません。フィクスチャ standard のワールドで訓練を始めるか、ワールドファイルに古い通話を加えてください。',
  settles_doubt:
    '1つの接続で 1件ずつ順に送ると判定できます。Node の fetch は 1件ずつでも複数の接続を開きますが、undici の Agent に connections: 1 を指定すれば 1つです。',
  settles_unaware:
    '1つの拒否ですべてのワーカーが送信を控えれば合格です。別のワーカーが送り続けると、拒否の後に開いた接続でも拒否を知らなくてよいため、判定不能のままです。',
  settles_backoff: '試行のたびに待ち時間を倍にし、乱数で足す分を延びる分より小さくして、もう一度実行してください。',
  mend_again: '途中で切れたり諦めたりしたリクエストは、応答がすべて届くまで送り直します。',
  mend_final:
    '拒否されたリクエストは、Retry-After の後に（なければ間隔を延ばしながら）、応答が 429 でも 5xx でもなくなるまで送り直します。',
  mend_wait: '同じリクエストは、Retry-After の秒数だけ待ってから送り直します。',
  mend_success:
    '内容が原因の拒否（4xx）は内容を直し、それ以外（429、5xx、途中で切れた応答）は成功するまで送り直します。',
  mend_forged: '配信ごとに生の本文で署名を検証し、誤っているか署名がなければ 401 を返します。',
  mend_genuine: '配信ごとに検証し、記録して 2xx を返します。以前に届いたものや順序が前後したものも同じです。',
  mend_call_once:
    '同じ external_id で再送し、409 の後はその external_id の通話で処理を続けてください。この訓練は同じ相手への 2回目の発信をすべて数えますが、判定 double_call は、最初の通話を知らせた 409 より後の発信を数えません。',
  mend_once: 'X-Service-Delivery の ID を覚えておき、既知のものには 2xx を返すだけにしてください。',
  mend_day: '送られなかったイベントがあるかもしれないため、日本時間 0時の後に GET /calls で前日の通話を一覧します。',
  finds_out: 'どこが誤っているかは「ringback certify <受信側> --secret <シークレット>」で分かります。',
}
