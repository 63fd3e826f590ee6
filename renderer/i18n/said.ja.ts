import type { EXPLANATIONS } from '../../server/contract/explanations.ts'
import type { SIGNATURE_DETAILS, SIGNATURE_MISTAKES } from '../../server/contract/signature-mistakes.ts'
import type { SIGNATURE_STEPS } from '../../server/contract/signature-steps.ts'
import type { Dictionary } from './dictionary.ts'

export const explanations: Dictionary<typeof EXPLANATIONS> = {
  passed: 'すべてのチェックを通過しました。',
  ignored: 'エンドポイントにないパラメーターのため無視：{{ignored}}。',
  rejected: 'チェック {{gate}} で拒否されました。',
  fault: 'サービスの代わりにこのワールドの障害 {{fault_id}} が応答しました。使用数には数えていません。',
  of_drill: '訓練 {{drill}} が仕掛けた障害です。',
  no_key: 'Authorization: Bearer ヘッダーに API キーがありません。',
  unknown_key: 'この値の有効なキーはどのワールドにもありません。失効した可能性があります。',
  revoked_key:
    '{{tenant}} のキー「{{label}}」（{{key_id}}、{{masked}}）のようです。このキーは {{revoked_at}} に失効しました。',
  rate: 'テナントは今の 1分間に {{minute_limit}}件中 {{minute_used}}件、今の 10秒間に {{burst_limit}}件中 {{burst_used}}件のリクエストを使いました。{{retry_after}}秒後に空きが出ます。',
  quota:
    'テナントは今日（日本時間）、成功リクエスト {{quota}}件中 {{used}}件を使いました。あと{{retry_after, duration}}で日付が変わります（Retry-After: {{retry_after}}）。',
  scope: 'このエンドポイントにはスコープ {{required}} が必要ですが、キーにあるのは {{held}} です。',
  no_scope: 'このエンドポイントにはスコープ {{required}} が必要ですが、キーにはスコープがありません。',
  plan: 'プラン {{plan}} には、レポートと Webhook に必要なライセンス open_api_advanced がありません。',
  no_plan: 'プランのないテナントには、レポートと Webhook に必要なライセンス open_api_advanced がありません。',
  switched_off: 'このテナントでは Open API がオフになっています。',
  no_path: 'このパスは API 仕様にありません。',
  no_method: 'このパスは API 仕様にありますが、このメソッドはありません。使えるのは {{allow}} です。',
  misread: 'パスは {{read_as}} と解釈されました。近いのは {{near}} です。',
  fields: '無効な値：{{fields}}。',
  body: '{{body}}',
  stored: 'それまでのチェックはすべて通過しましたが、保存されている内容により {{code}} になりました。',
  stored_error: 'それまでのチェックはすべて通過しましたが、保存されている内容によりエラーになりました。',
  otherwise: 'これがなければ、応答は {{status}} {{code}} でした。',
  held: '障害 {{fault_id}} が応答を遅らせました。',
  dropped: '障害 {{fault_id}} により、応答が届きませんでした。',
  truncated: '障害 {{fault_id}} により、応答が途切れました。',
  of_replay: '再送には切れる接続がないため、これはクライアントから見た場合の結果です。',
  disturbed: '障害 {{fault_id}} により、応答が途中で乱れました。',
}

const WHOLE_SECRET =
  '返されたシークレットを whsec_ を含めてそのまま UTF-8 テキストとして使ってください。切り取ったりデコードしたりしないでください。'
const KEEP_BYTES = 'リクエストのバイト列を届いたまま保持して検証し、JSON の解析はその後に行ってください。'
const PARSER_RAN_FIRST =
  'JSON パーサーが先に動いています。その前の生のバイト列を、たとえばこのルートの express.raw() や verify フックで取得してください。'
const EXACT_BYTES =
  'バイト列を届いたとおりに扱ってください。trim や echo（printf %s を使う）、改行の変換をしないでください。'
const IN_HEX = 'ダイジェストの 32バイトを小文字の 16進数 64文字で書いてください。'
const FORM = 'sha256= と小文字の 16進数 64文字'

export const signature_mistakes: Dictionary<typeof SIGNATURE_MISTAKES> = {
  other_secret: {
    title: '別の Webhook のシークレットで署名されています',
    fix: 'この Webhook の登録時に返されたシークレットで検証し、シークレットは Webhook ごとに保管してください。',
  },
  known_secret: {
    title: 'Webhook {{webhook_id}} のシークレットで署名されています',
    fix: 'Webhook {{webhook_id}} のシークレットで検証するか、この URL に設定されたシークレットを直してください。',
  },
  api_key: {
    title: 'シークレットとして入力されたのは API キーです',
    fix: 'Webhook のシークレットを使ってください。whsec_ で始まり、Webhook の登録時に返された値です。',
  },
  quoted_secret: {
    title: 'シークレットが引用符で囲まれています',
    fix: '引用符を外してください。設定ファイルの引用符は、シェルで読むと取り除かれますが、docker run --env-file では値の一部として残ります。',
  },
  prefix_stripped: { title: 'キーがシークレット全体ではありません：whsec_ がありません', fix: WHOLE_SECRET },
  given_without_prefix: { title: 'ここに入力されたシークレットに whsec_ がありません', fix: WHOLE_SECRET },
  reserialized: { title: '署名の前に本文が解析され、書き直されています', fix: KEEP_BYTES },
  given_rewritten: {
    title: '入力された本文は JSON を解析して書き直したもので、署名されたバイト列と異なります',
    fix: KEEP_BYTES,
  },
  text_as_json: { title: 'すでにテキストだった本文が、もう一度 JSON 文字列にされています', fix: KEEP_BYTES },
  object_signed: { title: '本文の代わりにオブジェクトが署名されています：[object Object]', fix: PARSER_RAN_FIRST },
  empty_signed: { title: '空の本文が署名されています：すでに読み取られていました', fix: PARSER_RAN_FIRST },
  undefined_signed: { title: '本文の代わりに undefined が署名されています', fix: PARSER_RAN_FIRST },
  buffer_as_json: { title: 'Buffer に JSON.stringify が使われています', fix: PARSER_RAN_FIRST },
  bytes_as_numbers: { title: 'バイト配列が数値の並びに変わっています', fix: PARSER_RAN_FIRST },
  charset: {
    title: '本文が別の文字コードを経由しています',
    fix: 'リクエストの生のバイト列をハッシュしてください。テキストしかないときは、BOM なしの UTF-8 でエンコードしてください。',
  },
  trailing_newline: { title: '端に空白が加わったか、失われています', fix: EXACT_BYTES },
  line_ends: { title: '本文の中の改行コードが変わっています', fix: EXACT_BYTES },
  spaced_secret: {
    title: 'シークレットの端に空白があります',
    fix: 'シークレットは改行なしで保管し、ファイルや環境変数から読むときに 1回だけ trim してください。',
  },
  spaced_value: {
    title: '署名の値の端に空白があります',
    fix: '送られるヘッダーの値に空白はありません。読み取るかコピーしたところで値の端の空白だけを取り除き、本文はそのままにしてください。',
  },
  wrong_algorithm: {
    title: 'HMAC-SHA256 以外のアルゴリズムが使われています',
    fix: 'シークレットをキー、生の本文をメッセージとして HMAC-SHA256 を計算してください。',
  },
  base64_digest: { title: 'ダイジェストが 16進数ではなく base64 で書かれています', fix: IN_HEX },
  hex_in_base64: { title: '16進数のダイジェストがさらに base64 でエンコードされています', fix: IN_HEX },
  uppercase_hex: {
    title: '16進数が大文字です',
    fix: '比較する前に、ダイジェストを小文字の 16進数で書いてください。',
  },
  missing_sha256_prefix: {
    title: '値が sha256= で始まっていません',
    fix: '16進数のダイジェストの前に sha256= を付け、ヘッダーの値全体を比較してください。',
  },
  other_prefix: {
    title: '値が sha256= ではなく {{prefix}} で始まっています',
    fix: 'その部分を sha256= に置き換え、ヘッダーの値全体を比較してください。',
  },
  other_format: {
    title: 'ダイジェストが「sha256= とダイジェスト」以外の形式で書かれています',
    fix: 'sha256= と 16進数 64文字だけを書いてください。時刻やバージョンなどを前後に付けないでください。',
  },
  wrapped_value: {
    title: '値に署名以外のもの（ヘッダー名や引用符）が含まれています',
    fix: 'X-Service-Signature の値だけを比較してください。値は sha256= で始まります。',
  },
  altered_header: {
    title: 'ヘッダーが改変されています：64桁のうち正しいのは {{same}}桁です',
    fix: 'X-Service-Signature の値を届いたまま使ってください。手で入力したり、一部だけ写したりしないでください。',
  },
  unknown: {
    title: 'この署名を説明する既知の間違いはありません',
    fix: 'シークレット、ヘッダー、本文が同じ配信のものか確かめてください：同じ配信 ID、同じ Webhook、変更のない本文。',
  },
  too_much_to_try: {
    title: '1つの間違いでは説明できず、本文が大きすぎて 2つの組み合わせをすべては試せません',
    fix: '同じコードに小さな配信（たとえば Webhook のテスト）を通し、それを確かめてください。',
  },
  no_signature: {
    title: '確かめる署名がありません',
    fix: `ヘッダー X-Service-Signature（大文字と小文字は区別されません）を読み取ってください。値は ${FORM} です。`,
  },
  no_digest: {
    title: '値に 16進数や base64 のダイジェストがありません',
    fix: `X-Service-Signature の値全体を貼り付けてください：${FORM}。`,
  },
  wrong_length: {
    title: 'ダイジェストの長さが SHA-256 と違います',
    fix: `値が欠けていないか確かめてください：${FORM}。`,
  },
}

export const signature_details: Dictionary<typeof SIGNATURE_DETAILS> = {
  hmac: 'HMAC-{{hash}}',
  body_alone: 'シークレットを使わない、本文だけの SHA-256',
  secret_then_body: 'シークレットと本文をつなげた SHA-256',
  body_then_secret: '本文とシークレットをつなげた SHA-256',
  swapped: 'キーとメッセージが入れ替わっています',
  hash_in_hex: '本文を先にハッシュし、その 16進数から HMAC を計算しています',
  hash: '本文を先にハッシュし、そのハッシュから HMAC を計算しています',
  writer: '{{writer}} の出力と同じ',
  writer_sorted: '{{writer}} の出力と同じ、キーは並べ替え済み',
  decoded: '残りは {{encoding}} としてデコードされています',
  byte_order_mark: 'UTF-8 の BOM',
  encoding: '{{encoding}}',
  encoding_with_mark: 'BOM 付きの {{encoding}}',
  still_base64: 'AWS API Gateway が isBase64Encoded で渡す base64 のまま',
  hex_digits: '本文の 16進数',
  python_bytes: 'Python の bytes に str() を使ったもの',
  bytes_cut: '{{encoding}}、上位バイトは切り捨て',
  misread: 'UTF-8 を {{encoding}} として読み、エンコードし直したもの',
  replaced: 'UTF-8 でないバイトが U+FFFD に置き換わったもの',
  made_from: '{{encoding}} から作られた UTF-8',
  normalised: 'Unicode 正規化 {{form}}',
}

export const signature_steps: Dictionary<typeof SIGNATURE_STEPS> = {
  key: 'キー：whsec_ を含むシークレット全体の UTF-8 バイト列',
  message: 'メッセージ：本文の生の {{bytes}}バイト。何も加えず、何も除かない',
  digest: 'キーによるメッセージの HMAC-SHA256、小文字の 16進数',
  header: 'X-Service-Signature: sha256= とダイジェスト',
  command: 'コマンドラインでの同じダイジェスト（本文は body.bin）',
}
