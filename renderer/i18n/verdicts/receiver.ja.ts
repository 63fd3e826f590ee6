import type { RECEIVER } from '../../../server/contract/verdict-sentences/receiver.ts'
import type { Dictionary } from '../dictionary.ts'

const MAY_VERIFY_LATER = '後で検証している可能性もありますが、Ringback からは見えません。'

export const receiver: Dictionary<typeof RECEIVER> = {
  slow_acknowledgement: {
    says: '受信側は、タイムアウトよりずっと早く応答します。',
    fix: '署名を検証し、配信をキューに入れて 2xx を返し、処理はその後に行ってください。',
    open: 'タイムアウトの三分の一を超えた試行です。同じ受信側への試行が 3回になると、その中央値で決まります。',
    messages: {
      slow: 'Webhook {{webhook}} の受信側は遅く、直近 {{attempts}}回の試行の中央値は {{seconds, duration}}です。試行は {{timeout, duration}}で失敗になります。',
      timeouts:
        'Webhook {{webhook}} の受信側は、以前は応答していましたが、{{attempts}}回の試行を {{timeout, duration}}のタイムアウトにしました。',
    },
  },
  works_before_answering: {
    says: '受信側は先に応答し、処理はその後に行います。',
    fix: '署名を検証したらすぐに 2xx を返し、自分のリクエストはキューから送ってください。',
    messages: {
      some: '{{attempts}}件の配信が応答を待つ間に、{{endpoint}} へのリクエストが {{requests}}件届きました。ほかの時間より多い件数です。最初は #{{first}} です。',
    },
  },
  redirects: {
    says: '受信側は、登録されたアドレスで応答します。',
    fix: 'リダイレクト先のアドレスを登録してください。リダイレクトはたどりません。',
    messages: {
      some_other: 'Webhook {{webhook}} の試行 {{count}}回にリダイレクトが返り、失敗しました。最初は {{status}} です。',
    },
  },
  refuses_repeat: {
    says: '受信側は、すでに受け取った配信にも確認応答を返します。',
    fix: 'X-Service-Delivery の ID を覚えておき、既知のものには何もせずに 2xx を返してください。',
    open: '受信側が別の配信に 2xx で応答すると決まります。',
    messages: {
      some_other:
        'Webhook {{webhook}} の受信側は、確認応答を返した {{count}}件の配信を、再び届いたときに拒否しました。最初は {{status}} です。その前後のほかの配信には確認応答を返しています。',
    },
  },
  accepts_forged: {
    says: '受信側は、サービスが署名していないものを拒否します。',
    fix: '届いたままのバイト列とシークレット全体で HMAC を計算し、一定時間で比較して、異なれば 401 を返してください。',
    messages: {
      wrong_secret: 'Webhook {{webhook}} の受信側は、別のシークレットで署名された配信に {{status}} を返しました。',
      tampered: 'Webhook {{webhook}} の受信側は、署名の後に本文が変えられた配信に {{status}} を返しました。',
      no_header: 'Webhook {{webhook}} の受信側は、署名のない配信に {{status}} を返しました。',
      wrong_secret_later: `Webhook {{webhook}} の受信側は、別のシークレットで署名された配信に {{status}} を返しました。${MAY_VERIFY_LATER}`,
      tampered_later: `Webhook {{webhook}} の受信側は、署名の後に本文が変えられた配信に {{status}} を返しました。${MAY_VERIFY_LATER}`,
      no_header_later: `Webhook {{webhook}} の受信側は、署名のない配信に {{status}} を返しました。${MAY_VERIFY_LATER}`,
      certified_wrong_secret:
        '{{address}} の受信側は、検定で送られた、別のシークレットで署名された配信に {{status}} を返しました。',
      certified_tampered:
        '{{address}} の受信側は、検定で送られた、署名の後に本文が変えられた配信に {{status}} を返しました。',
      certified_no_header: '{{address}} の受信側は、検定で送られた、署名のない配信に {{status}} を返しました。',
      certified_wrong_secret_later: `{{address}} の受信側は、検定で送られた、別のシークレットで署名された配信に {{status}} を返しました。${MAY_VERIFY_LATER}`,
      certified_tampered_later: `{{address}} の受信側は、検定で送られた、署名の後に本文が変えられた配信に {{status}} を返しました。${MAY_VERIFY_LATER}`,
      certified_no_header_later: `{{address}} の受信側は、検定で送られた、署名のない配信に {{status}} を返しました。${MAY_VERIFY_LATER}`,
    },
  },
  repeat_has_effect: {
    says: '2回届いた配信が、この API への同じ書き込みを 2回引き起こすことはありません。',
    fix: 'X-Service-Delivery の ID を覚えておき、既知のものには 2xx を返すだけにしてください。',
    open: '再送に応答してから数秒の間の書き込みで決まります。',
    messages: {
      some: '#{{second}} は #{{first}} と同じ内容を書き込みました。どちらも同じ配信の試行の後で、両方の試行に確認応答がありました。',
    },
  },
  two_webhooks_one_url: {
    says: '1つのアドレスに登録する Webhook は、イベントの種類ごとに 1つです。',
    fix: 'プログラムの開始時に Webhook の一覧を取得し、新しく登録せずに既存のものを更新してください。',
    messages: {
      some: 'Webhook {{first}} と {{second}} は、どちらも {{events}} を同じアドレスへ送ります。',
    },
  },
  webhooks_left_behind: {
    says: '実行中に登録した Webhook は、終了時に削除します。',
    fix: 'プログラムやテストの終わりに削除するか、既存のものを更新してください。',
    open: 'Webhook が削除されるか、ワールドが終わると決まります。',
    messages: {
      some_other: 'この実行で登録された Webhook のうち {{count}}件が削除されませんでした。',
    },
  },
  loss_not_reconciled: {
    says: '1日の送信数を使い切ってイベントを失ったら、その間の通話の一覧を取得します。',
    fix: '日本時間で日付が変わったら前日の通話の一覧を取得し、イベントが届かなかったものを取り込んでください。',
    open: 'その時間の通話が一覧されるか、日本時間で翌日になって 1時間が過ぎると決まります。',
    messages: {
      some_other:
        '1日の送信数を使い切ったため、{{count}}件のイベントが送られませんでした。送信は {{day}} に再開しましたが、その間の通話の一覧は、その後取得されていません。',
    },
  },
}
