/** What a certification says in English: what a receiver has to answer, how to mend it, and why nothing else could be tried. */
export const CERTIFICATION_SENTENCES: Readonly<Record<string, string>> = {
  '2xx, twice': '2回とも 2xx',
  '2xx, ten times': '10回とも 2xx',
  '2xx for both': 'どちらも 2xx',
  'the work done once': '処理は 1回だけ',
  'no work done': '処理は行わない',
  '2xx for the genuine delivery, and its work done': '正しい配信に 2xx を返し、処理も行う',
  '2xx for the genuine delivery, then 4xx for the changed one': '正しい配信に 2xx、変えられたものに 4xx',

  'Verify the raw bytes of the body with the whole secret as the key, and read and store the text as UTF-8.':
    'シークレット全体を鍵として本文の生バイトを検証し、文字は UTF-8 として読み、保存してください。',
  'Remember the values of X-Service-Delivery; answer 2xx to one that is known, without doing its work again.':
    'X-Service-Delivery の値を記録し、既知のものには処理を繰り返さず 2xx を返してください。',
  'Store the value of X-Service-Delivery in the transaction that does the work, under a unique key; do no work where it is known.':
    '処理と同じトランザクションで X-Service-Delivery の値を一意キーとして保存し、既知なら処理しないでください。',
  'Verify first, and remember the value of X-Service-Delivery only of what is genuine: the header is not signed.':
    '先に検証し、正しい配信の X-Service-Delivery だけを記録してください。このヘッダーは署名の対象ではありません。',
  'Verify before anything else: before parsing, storing and queueing, not only before the answer.':
    '応答の前だけでなく、解析・保存・キューへの追加よりも前に、まず検証してください。',
  'Accept events in any order: answer 2xx, and compare occurred_at before newer data is overwritten.':
    'イベントは順不同で受け入れて 2xx を返し、新しいデータを上書きする前に occurred_at を比べてください。',
  'Accept only signatures made with the secret of this very webhook, and answer 401 to any other.':
    'この Webhook のシークレットで作られた署名だけを受け入れ、それ以外には 401 を返してください。',
  'Compute the HMAC of each body anew before anything else; a signature that was seen before proves nothing.':
    '何よりも先に、本文ごとに HMAC を計算し直してください。以前に見た署名は何の証明にもなりません。',
  'Compare the whole header with sha256= and your lower-case hex, byte for byte; do not decode it or change its case.':
    'ヘッダー全体を、sha256= に小文字の 16進を続けたものと 1バイトずつ比べてください。デコードや大文字・小文字の変換はしないでください。',
  'Answer 401 when X-Service-Signature is absent or shorter than it should be: compare lengths first, then every byte.':
    'X-Service-Signature がないか短いときは 401 を返してください。先に長さを、次に全バイトを比べます。',
  'Verify the bytes as they arrive, before any parser; not a body that was parsed and written again.':
    '届いたバイト列を、解析する前に検証してください。解析して書き直した本文では検証できません。',
  'Verify the bytes as they arrive, before any parser.': '届いたバイト列を、解析する前に検証してください。',
  'Answer as soon as the delivery is stored, and do the work afterwards from a queue: the sender does not wait for it.':
    '配信を保存したらすぐに応答し、処理は後からキューで行ってください。送信側は処理を待ちません。',
  'Take deliveries side by side: no lock around the whole request, no rate limit below a burst; queue the work.':
    '配信は並行して受け取ってください。リクエスト全体をロックせず、流量制限をバーストより低くせず、処理はキューに入れます。',
  'Answer 2xx to kinds other than call.completed, call.missed, webhook.test and ignore them: the contract does not list all kinds.':
    'call.completed、call.missed、webhook.test 以外の種類には 2xx を返して無視してください。API 仕様はすべての種類を挙げていません。',
  "Raise the body limit of web server and parser to 1 MB, for example express.raw({ limit: '1mb' }).":
    "Web サーバーとパーサーの本文の上限を 1 MB に上げてください。例：express.raw({ limit: '1mb' })",

  'Start the receiver, check its URL, and forward its origin to a local address where needed (--forward, or Forwards in the dashboard).':
    '受信側を起動し、URL を確かめ、必要なら「転送」でローカルのアドレスに割り当ててください。',
  'Check that it holds the secret that is given here, whsec_ included, and verifies the raw bytes of the body.':
    'ここに入力したシークレット（whsec_ を含む）を使い、本文の生バイトを検証しているか確かめてください。',
  'Check the path of the URL.': 'URL のパスを確かめてください。',
  'Give the address to which it redirects.': '転送先のアドレスを指定してください。',
  'Read its log for the reason.': '理由は受信側のログで確かめてください。',
  'Let it answer 2xx to a genuine delivery; its log may say why it does not.':
    '正しい配信に 2xx を返すようにしてください。返さない理由はログに出ているかもしれません。',

  'the receiver verifies a body that it parsed and wrote again, not the bytes that were signed':
    '受信側は、署名されたバイト列ではなく、解析して書き直した本文を検証しています',
  'the receiver considers its signature invalid': '受信側は署名が正しくないと判断しています',
  'nothing accepts a POST there': 'その URL は POST を受け付けていません',
  'a redirect is never followed': '転送には従いません',
  'the receiver failed': '受信側でエラーが起きました',
}
