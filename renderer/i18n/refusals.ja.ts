import type { CONTROL_ERRORS, CONTROL_THINGS } from '../../server/contract/control-errors.ts'
import type { FIELD_PROBLEMS, SHOWN_VALUES, VALUE_TYPES } from '../../server/contract/field-problems.ts'
import type { Dictionary } from './dictionary.ts'

export const control_errors: Dictionary<typeof CONTROL_ERRORS> = {
  not_found: {
    title: '見つかりません',
    says: {
      none: '{{what}}「{{name}}」はありません。',
      none_by_number: '{{what}} {{name}} はありません。',
      gone: 'ワールド「{{name}}」はもうありません。',
    },
  },
  method_not_allowed: {
    title: 'このパスでは使えないメソッドです',
    says: { one: 'ここでは {{method}} は使えません。Allow ヘッダーを参照してください。' },
  },
  invalid_request: {
    title: 'リクエストの内容に誤りがあります',
    says: {
      world_name: 'ワールドの名前は半角の英数字、- と _ で 1〜64文字です（入力：「{{given}}」）。',
      snapshot_name: 'スナップショットの名前は半角の英数字、- と _ で 1〜64文字です（入力：「{{given}}」）。',
      one_of: '{{name}} には {{allowed}} から 1つ以上を指定してください（入力：「{{given}}」）。',
      whole_number: '{{name}} には整数を指定してください（入力：「{{given}}」）。',
      no_limit: 'このテナントの {{window}} には上限がありません。数値を指定してください。',
      future_fork:
        '分岐の時点に未来は指定できません（入力：「{{given}}」）。今の時点で分岐し、分岐先の時計を進めてください。',
      receiver: '受信側には http://127.0.0.1:3000/hooks のような URL を指定してください（入力：「{{given}}」）。',
      forward_source_empty:
        '登録する URL がありません。https://crm.example.com のように、コードが登録するオリジンを入力してください。',
      forward_source_case: '登録する URL は小文字の https:// で始めてください（入力：「{{given}}」）。',
      forward_source:
        '登録する URL は、https:// で始まるオリジンにしてください。後ろにパスも付けられます（入力：「{{given}}」）。例：https://crm.example.com。',
      forward_source_user:
        '登録する URL にユーザー名やパスワードは書けません（入力：「{{given}}」）。@ とその前を取り除いてください。',
      forward_source_port:
        '登録する URL のポートは 1 から 65535 までです。省略もできます（入力：「{{given}}」）。ポートを直してください。',
      forward_source_query:
        '登録する URL にクエリやフラグメントは書けません（入力：「{{given}}」）。? または # 以降を取り除いてください。',
      forward_source_inbox:
        'Ringback の受信箱からは転送できません（入力：「{{given}}」）。https://crm.example.com のように、コードが登録するオリジンを入力してください。',
      forward_target_empty:
        '転送先がありません。http://127.0.0.1:3000 のように、サーバーが待ち受けるアドレスを入力してください。',
      forward_target_case: '転送先は小文字の http:// か https:// で始めてください（入力：「{{given}}」）。',
      forward_target:
        '転送先は、http:// か https:// で始まるアドレスにしてください。後ろに付けられるのはパスだけです（入力：「{{given}}」）。例：http://127.0.0.1:3000。',
      forward_target_user:
        '転送先にユーザー名やパスワードは書けません（入力：「{{given}}」）。@ とその前を取り除いてください。',
      forward_target_port:
        '転送先のポートは 1 から 65535 までです。省略もできます（入力：「{{given}}」）。ポートを直してください。',
      forward_target_query:
        '転送先にクエリやフラグメントは書けません（入力：「{{given}}」）。? または # 以降を取り除いてください。',
      forward_target_no_inbox:
        '転送先の受信箱に名前がありません（入力：「{{given}}」）。{{inbox}}/<name> と書いてください。',
      forward_target_not_local:
        '転送先は手元のアドレスにしてください（入力：「{{given}}」）。使えるのはループバックかプライベートのアドレスです。例：http://127.0.0.1:3000。',
      forward_twice: '「{{given}}」からの転送が 2つあります。どちらか 1つにしてください。',
      egress_invalid_url:
        '「{{url}}」は送信できる URL ではありません。https://crm.example.com/hooks や、このマシンの受信側なら http://127.0.0.1:3000/hooks のように、全体を書いてください。',
      egress_inbox_name: '{{url}} には受信箱の名前がありません。Webhook を {{inbox}}/<name> に変更してください。',
      egress_no_inbox_host: '{{where}} に受信側はありません。{{inbox}}/<name> を使ってください。',
      egress_inbox_only:
        'このワールドはファイルから開いたため、配信は受信箱だけに届き、{{where}} には届きません。「ringback world sending everywhere」または PUT /control/worlds/{world}/sending で、外部への配信を許可してください。',
      egress_http_off:
        '{{url}} は https ではありません。https:// の URL を「転送」で割り当てるか、前提 webhooks.http_on_loopback をオンにしてください。',
      egress_not_loopback:
        'http:// を使えるのはループバックのホストだけで、{{where}} は違います。https:// の URL を登録し、受信側がローカルなら「転送」で割り当ててください。',
      egress_public:
        '{{where}} は公開ホストです。許可がない限り、公開ホストには何も送信されません。「転送」で割り当てるか、前提 webhooks.reach を listed_hosts にして --allow-host {{host}} で許可してください。',
      egress_not_listed:
        '{{where}} は配信を許可されたホストではありません。--allow-host {{host}} で許可するか、「転送」で割り当てるか、前提 webhooks.reach を loopback_and_private に戻してください。',
      egress_public_forward:
        '転送ルールの宛先 {{where}} は公開ホストです。http://127.0.0.1:3000 のような、ループバックかプライベートのアドレスに転送してください。',
      egress_link_local:
        '{{where}} は、クラウドが認証情報を渡すリンクローカルアドレスで、何も送信されません。「転送」で Webhook のオリジンを受信側に割り当ててください。',
      egress_metadata:
        '{{where}} はクラウドのメタデータサービスで、何も送信されません。「転送」で Webhook のオリジンを受信側に割り当ててください。',
      egress_multicast:
        '{{where}} はマルチキャストアドレスで、何も送信されません。受信側自身のアドレスを使ってください。',
      egress_unspecified:
        '{{where}} は受信側のアドレスではありません。このマシンの受信側なら 127.0.0.1 を使ってください。',
      egress_reserved:
        '{{where}} は予約された範囲のアドレスで、何も送信されません。受信側自身のアドレスを使ってください。',
      egress_own_port:
        '{{where}} はこのエミュレーター自身で、配信が循環します。受信側のポートを使うか、Ringback の中で受け取るなら {{inbox}}/<name> を使ってください。',
      field: '{{field}}: {{problem}}',
    },
  },
  malformed_request: {
    title: 'リクエストを読み取れませんでした',
    says: { unread: '本文を読み取れませんでした。' },
  },
  payload_too_large: {
    title: '本文が大きすぎます',
    says: {
      body: '本文は {{bytes}}バイトまでです。',
      received:
        '受信した本文は {{bytes}}バイトまでです（入力：{{got}}バイト）。それほど大きな配信はありません。1件の配信の本文を送ってください。',
    },
  },
  unsupported_media_type: { title: '対応していないコンテンツタイプです' },
  world_ended: {
    title: 'ワールドは終了しました',
    says: { one: '処理の間にワールドがリセットされたか、閉じられました。もう一度お試しください。' },
  },
  world_broken: {
    title: 'ワールドを開けません',
    says: {
      one: 'ワールド「{{world}}」を開けません：{{reason}}。直してから起動し直すか、DELETE で削除してください。',
    },
  },
  world_exists: {
    title: 'ワールドはすでにあります',
    says: { one: 'ワールド「{{world}}」はすでにあります。別の名前にしてください。' },
  },
  default_world: {
    title: 'default ワールドは削除できません',
    says: { one: 'ワールド「default」は常に存在します。代わりにリセットしてください。' },
  },
  key_in_use: {
    title: 'キーは別のワールドで使われています',
    says: {
      one: 'ファイルのキーの 1つは、すでにワールド「{{world}}」のものです。1つのキーで開けるワールドは 1つだけです。そのワールドを削除するか、pin を外して新しいキーを発行してください。',
    },
  },
  invalid_world_file: {
    title: 'このワールドファイルは使えません',
    says: {
      packed:
        '{{file}} はワールドファイルではなく、カプセルかスナップショットです。ダッシュボードにドロップするか「ringback world open <file>」を使うと、新しいワールドで開きます。',
      bytes: '{{file}} はテキストではないため、ワールドファイルではありません。「ringback world init」で作成できます。',
    },
  },
  clock_backwards: {
    title: '時計は戻せません',
    says: { one: '時計は戻せません。前の時点からやり直すには、ワールドをリセットしてください。' },
  },
  clock_out_of_range: { title: '時計の扱える年の範囲外です' },
  clock_runaway: { title: '同じ時点に予定が増え続けるため、時計を止めました' },
  clock_stopped: {
    title: '時計の移動が中断されました',
    says: { one: '処理の間にワールドが閉じられたか、リセットまたは復元されました。もう一度お試しください。' },
  },
  no_job: { title: '予定はありません', says: { one: '予定がないため、次の予定に進めません。' } },
  advance_unfinished: { title: '時計が目的の時点まで進みませんでした' },
  advance_reentrant: { title: '時計は送信中の配信を待っています' },
  advance_called_off: { title: '時計の移動が取り消されました' },
  window_over: {
    title: 'そのウィンドウは終わりました',
    says: {
      one: '{{given}} に終わる {{window}} のウィンドウは今のウィンドウではありません。今のウィンドウは {{current}} に終わります。何も変更していません。',
    },
  },
  impossible_step: {
    title: '通話はこの操作を受け付けません',
    says: {
      ended: '状態が {{status}} の通話は {{step}} にできません。通話は終了しています。',
      possible: '状態が {{status}} の通話は {{step}} にできません。可能なのは {{steps}} です。',
    },
  },
  tenant_exists: {
    title: 'テナントはすでにあります',
    says: { one: 'テナント「{{tenant}}」はすでにあります。別の名前にしてください。' },
  },
  event_exists: {
    title: 'イベントはすでにあります',
    says: { one: 'イベント「{{event}}」はすでにあります。event_id を空にしてください。' },
  },
  nothing_to_judge: {
    title: '試算できるリクエストがありません',
    says: { nobody_asked: 'ワールド「{{world}}」にはまだどのクライアントからもリクエストがありません。' },
  },
  no_webhooks: {
    title: 'このテナントでは今 Webhook を使えません',
    says: {
      plan: 'テナント「{{tenant}}」のプラン {{plan}} では Webhook を使えません。プランを変更してください（{{patch}}）。',
      disabled:
        'テナント「{{tenant}}」の Open API はオフのため、Webhook には何も送られません。オンにしてください（{{patch}}）。',
    },
  },
  webhook_deleted: {
    title: 'Webhook は削除されています',
    says: {
      one: 'この配信の Webhook {{webhook}} は削除されているため、これ以上は送られません。Webhook を登録し直し、イベントをもう一度発生させてください。',
    },
  },
  forged_delivery: {
    title: '偽造された配信です',
    says: {
      one: 'この配信は障害が偽造したもの（{{how}}）で、説明できる Webhook の署名がありません。本物の配信を選んでください。',
    },
  },
  drill_running: {
    title: 'このワールドでは訓練が実施中です',
    says: { one: 'このワールドでは別の訓練が実施中です。その訓練を終えるか、別のワールドを使ってください。' },
  },
  not_staged: { title: 'このワールドではこの訓練を始められません' },
  not_recorded: {
    title: 'その時点からは分岐できません',
    says: {
      nothing:
        'ワールド「{{world}}」は記録されていないため、その時点からは分岐できません。「ringback world recording on」（--world {{world}} を指定）または PUT /control/worlds/{{world}}/recording {"recording":true} で記録を始めると、それ以降の時点から分岐できます。',
      none_yet:
        'ワールド「{{world}}」はその時点からは分岐できません。記録は行われていますが、開始後のリクエストがまだありません。記録は起動、リセット、復元のたびに新しく始まります。',
      later:
        'ワールド「{{world}}」はその時点からは分岐できません。直前で分岐できる最初のリクエストは #{{oldest}} です。',
    },
  },
  not_a_snapshot: { title: 'このファイルは Ringback のスナップショットではありません' },
  newer_schema: { title: 'より新しい Ringback のファイルです' },
  file_too_large: { title: 'ワールドが大きすぎてファイルにできません' },
  store_unavailable: { title: '保存先のファイルを今は使えません' },
  too_many_streams: {
    title: '開いているタブが多すぎます',
    says: {
      one: 'ストリームが上限の {{most}}本まで開いています。どれかを閉じてください。ダッシュボードのタブは 1本ずつ使います。',
    },
  },
  token_required: { title: 'トークンが必要です' },
  target_not_allowed: { title: 'このリクエストの宛先は許可されていません' },
  host_not_allowed: { title: 'このリクエストのホストは許可されていません' },
  origin_not_allowed: { title: 'このリクエストのオリジンは許可されていません' },
  cross_site_request: { title: '別のサイトからのリクエストです' },
  server_error: {
    title: 'エミュレーター内部でリクエストが失敗しました',
    says: { one: 'サービス内部でリクエストが失敗しました。' },
  },
}

export const control_things: Dictionary<typeof CONTROL_THINGS> = {
  assumption: '前提',
  call: '通話',
  call_script: '通話シナリオ',
  control_path: 'コントロール API のパス',
  customer: '顧客',
  delivery: '配信',
  drill: '訓練',
  event: 'イベント',
  expectation_of: '期待の対象となる',
  fault: '障害',
  finding: '指摘',
  inbox: '使える受信箱',
  key: 'キー',
  request: 'リクエスト',
  rule: 'ルール',
  snapshot: 'スナップショット',
  tenant: 'テナント',
  webhook: 'Webhook',
  world: 'ワールド',
}

export const field_problems: Dictionary<typeof FIELD_PROBLEMS> = {
  required: '必須です。',
  no_body: '必須です。JSON オブジェクトを指定してください。',
  no_object: 'JSON オブジェクトを指定してください。',
  unknown_or_assumed: 'このリクエストの項目ではありません。外すか、前提 {{assumption}} を "ignore" にしてください。',
  unknown: '{{fields}} のどれでもありません。外してください。',
  unknown_but_near: '不明な項目です。{{nearest}} の間違いではありませんか。',
  unknown_of_many: '不明な項目です。外してください。',
  unknown_of: '不明な項目です。使えるのは {{fields}} です。',
  null: '{{types}}を指定してください（入力：null）。値がなければ項目を外してください。',
  type: '{{types}}を指定してください（入力：{{value}}）。',
  integer: '{{most}}以下の整数を指定してください（入力：{{value}}）。',
  one_of: '{{allowed}} のどれかを指定してください（入力：{{value}}）。',
  phone_number:
    '090-1234-5678 のように、数字、ハイフン、+ で {{least}}〜{{most}}文字にしてください（入力：{{value}}）。',
  blank: '空白以外の文字を入力してください（入力：{{value}}）。',
  text: 'NUL 文字と単独のサロゲートは使えません（入力：{{value}}）。',
  international: '+819012345678 のように、+ と 7〜15桁の国際形式にしてください（入力：{{value}}）。',
  pattern: '{{pattern}} に一致する値にしてください（入力：{{value}}）。',
  minimum: '{{least}}以上にしてください（入力：{{value}}）。',
  maximum: '{{most}}以下にしてください（入力：{{value}}）。',
  more_than: '{{limit}} より大きくしてください（入力：{{value}}）。',
  empty: '空にはできません。',
  long: '{{most}}文字以内にしてください（現在 {{length}}文字）。',
  few_other: '{{count}}件以上にしてください。',
  many_other: '{{count}}件以内にしてください（現在 {{length}}件）。',
  nothing: '{{fields}} の少なくとも 1つを指定してください。',
  twice: '{{value}} が重複しています。',
  fixed: '作成時に決まり、後から変更できません。外してください。',
  phonetic_key:
    'ここでは読みがなの項目名は {{name}} です。項目名を変えるか、前提 customers.phonetic_key を "{{key}}" にしてください。',
  metadata: 'JSON のテキストで {{most}}バイト以内にしてください（現在 {{length}}バイト）。',
  all_unknown: 'API 仕様にない項目が {{number}}件あります。外してください。',
  unlisted: 'ほかに {{number}}件の問題がありますが、省略しました。',

  no_project: 'このプロジェクトはテナントにありません。',
  no_staff: 'この担当者はテナントにいません。',
  no_project_at_all: 'テナントにプロジェクトがありません。',
  taken_external_id: 'この external_id の顧客はすでにいます。',

  webhooks_full: 'テナントの Webhook はすでに {{most}}件あります。先に 1つ削除してください。',

  no_parameter:
    'このエンドポイントのパラメータではありません。外すか、前提 {{assumption}} を "ignore" にしてください。',
  once: 'リストにせず、{{name}}=値 の形で 1回だけ指定してください。',
  encoded: 'UTF-8 をパーセントエンコードしてください。% そのものは %25 と書きます。',
  required_date: '必須です。日付を YYYY-MM-DD で指定してください。',
  date: '実在する日付を YYYY-MM-DD で指定してください（入力：{{value}}）。',
  page: '1以上の整数を指定してください（入力：{{value}}）。',
  id: '整数の ID を指定してください（入力：{{value}}）。',
  empty_filter: '空にはできません。絞り込まないときはパラメータを外してください。',
  filter_nul: 'NUL 文字は使えません。',
  filter_surrogates: '単独のサロゲートは使えません。',
  too_early:
    '{{earliest}} 以降を指定してください。今日（{{zone}} で {{today}}）の {{days}}日前までです（入力：{{value}}）。',
  in_future: '今日（{{zone}} で {{today}}）以前を指定してください（入力：{{value}}）。',
  before_from: 'from の {{from}} 以降を指定してください（入力：{{value}}）。',
  long_range:
    '{{latest}} 以前を指定してください。期間は {{days}}日までです。続く期間に分けてリクエストし、結果を合わせてください（入力：{{value}}）。',

  url_long:
    'Webhook URL は {{most}}文字までです（入力：{{length}}文字）。短くするか、前提 webhooks.url_rules の値を上げてください。',
  url_unsafe:
    'Webhook URL に空白、制御文字、見えない文字は使えません（入力：{{url}}）。ホスト名からは取り除き、その後ろでは %20 のようにパーセントエンコードしてください。',
  url_backslash: 'Webhook URL にバックスラッシュは使えません（入力：{{url}}）。/ か %5C と書いてください。',
  url_no_host:
    'Webhook URL は https:// とホストで始めてください（入力：{{url}}）。例：https://crm.example.com/hooks。Ringback の中で受け取るには {{inbox}}/<name> を使います。',
  url_upper_case: 'Webhook URL は小文字の https:// で始めてください（入力：{{url}}）。',
  url_host_missing:
    'Webhook URL にホストがありません（入力：{{url}}）。スラッシュ 2つの直後にホストを書いてください。例：https://crm.example.com/hooks。',
  url_invalid:
    'Webhook URL が URL として正しくありません（入力：{{url}}）。ホストとポートを確認してください。例：https://crm.example.com:8443/hooks。',
  url_private:
    'Webhook URL は外部から届くものにしてください（入力：{{url}}）。公開された名前を --forward で転送するか、前提 webhooks.private_urls を accept にしてください。',
  url_credentials: 'Webhook URL にユーザー名やパスワードは使えません。外してください。配信は署名で認証されます。',
  url_fragment: 'Webhook URL にフラグメントは使えません（入力：{{url}}）。# とその後を外してください。',
  url_port: 'Webhook URL にポート 0 は使えません（入力：{{url}}）。受信側の待ち受けポートを指定してください。',
  url_no_inbox:
    'ringback.test の Webhook URL は受信箱 {{inbox}}/<name> にしてください（入力：{{url}}）。名前は半角の英数字、ピリオド、アンダースコア、ハイフンで 1〜64文字です。',
  url_inbox_port:
    'ringback.test の Webhook URL は、ポートのない受信箱 {{inbox}}/<name> にしてください（入力：{{url}}）。:{{port}} を外してください。',
  url_inbox_dot:
    'ringback.test の Webhook URL は受信箱 {{inbox}}/<name> にしてください（入力：{{url}}）。ホストの末尾のピリオドを外してください。',
  url_inbox_host:
    'ringback.test の Webhook URL は受信箱 {{inbox}}/<name> にしてください（入力：{{url}}）。{{host}} は受信箱のホストではありません。ホストは {{inbox}} と同じにしてください。',
  url_http:
    'Webhook URL は https にしてください（入力：{{url}}）。https:// の URL を登録し、受信側が手元にあれば --forward で転送してください。',
  url_http_on_loopback:
    'Webhook URL は https にしてください（入力：{{url}}）。--forward で転送するか、前提 webhooks.http_on_loopback を on にしてください。',

  body_not_taken: 'このエンドポイントは本文を受け取りません。外してください。',
  body_type: '本文は UTF-8 の application/json にしてください（入力：{{value}}）。',
  body_no_type: '本文は UTF-8 の application/json にしてください（Content-Type ヘッダーがありません）。',
  body_marked: '本文がバイトオーダーマークで始まっています。付けずに UTF-8 で送ってください。',
  body_no_utf8: '本文が UTF-8 として正しくありません。',
  body_no_json: '本文が JSON として正しくありません。',
  body_no_json_at: '本文が JSON として正しくありません（{{line}}行目の {{column}}文字目）。',
  body_deep: '本文の入れ子は {{most}}段までです。',
  body_large: '本文が {{bytes}}バイトを超えています。一度に送る量を減らしてください。',
  body_encoded: '本文はエンコードできません（入力：{{encoding}}）。Content-Encoding を外してください。',
  body_imprecise: 'リクエストに、そのままでは保存できない値があります。details を参照してください。',
  body_broken_off: '本文が途中で切れました。',
  value_nul: 'NUL 文字は使えません。',
  value_surrogates: '単独のサロゲートは使えません。',
  value_infinite: '有限の数値にしてください。',
  value_unsafe: '{{least}}〜{{most}} の整数にしてください。',
  name_nul: '項目名に NUL 文字は使えません。',
  name_surrogates: '項目名に単独のサロゲートは使えません。',
}

export const value_types: Dictionary<typeof VALUE_TYPES> = {
  string: '文字列',
  integer: '整数',
  number: '数値',
  boolean: 'true か false',
  array: 'リスト',
  object: 'オブジェクト',
  null: 'null',
}

export const shown_values: Dictionary<typeof SHOWN_VALUES> = {
  list: 'リスト',
  object: 'オブジェクト',
  nothing: 'なし',
}
