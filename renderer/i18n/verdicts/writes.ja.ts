import { BULK_CUSTOMERS_MAX } from '../../../server/contract/constants.ts'
import type { WRITES } from '../../../server/contract/verdict-sentences/writes.ts'
import type { Dictionary } from '../dictionary.ts'

export const writes: Dictionary<typeof WRITES> = {
  call_without_external_id: {
    says: 'すべての発信に external_id を付けます。そうすれば重複した発信は拒否され、Webhook から対応するレコードが分かります。',
    fix: '発信のたびに、自分のレコードの ID を external_id として送ってください。',
    messages: {
      some_other: '{{count}}件の通話が external_id なしで発信されました。最初は #{{first}} です。',
      besides_other: '二重発信のほかに {{count}}件の通話が external_id なしで発信されました。最初は #{{first}} です。',
    },
  },
  double_call: {
    says: '発信への応答が失われても、再送によって 2件目の発信をしません。',
    fix: '発信とその再送に同じ external_id を付けてください。',
    open: 'クライアントがその通話を知るか、別の通話を発信すると決まります。遅くとも、応答が失われてから 2分後です。',
    messages: {
      cut: '#{{second}} が {{number}} へ 2件目の通話を発信しました。#{{first}} の応答が失われてから {{seconds, clocks}}後です。',
      truncated:
        '#{{second}} が {{number}} へ 2件目の通話を発信しました。#{{first}} の応答が途切れてから {{seconds, clocks}}後です。',
      gone: '#{{second}} が {{number}} へ 2件目の通話を発信しました。クライアントが #{{first}} の応答を待たずに接続を切ってから {{seconds, clocks}}後です。プログラムの再送でなければ、人がかけ直しています。',
      several:
        '{{number}} へ {{calls}}件の通話が発信されました。1件は応答がすべては届かなかった #{{first}}、残りはその再送によるものです。',
    },
  },
  fresh_external_id_on_retry: {
    says: '応答が失われた発信を再送するときは、最初と同じ external_id を使います。',
    fix: '最初の試行の前に external_id を決め、再送のたびに同じものを送ってください。',
    open: 'クライアントがその通話を知るか、別の通話を発信すると決まります。遅くとも、応答が失われてから 2分後です。',
    messages: {
      cut: '#{{second}} が {{number}} へ 2件目の通話を発信しました。#{{first}} の応答が失われてから {{seconds, clocks}}後で、external_id が異なっていました。',
      truncated:
        '#{{second}} が {{number}} へ 2件目の通話を発信しました。#{{first}} の応答が途切れてから {{seconds, clocks}}後で、external_id が異なっていました。',
      gone: '#{{second}} が {{number}} へ 2件目の通話を発信しました。クライアントが #{{first}} の応答を待たずに接続を切ってから {{seconds, clocks}}後で、external_id が異なっていました。プログラムの再送でなければ、人がかけ直しています。',
      several:
        '{{number}} へ {{calls}}件の通話が発信されました。1件は応答がすべては届かなかった #{{first}}、残りはその再送で、それぞれ別の external_id でした。',
    },
  },
  conflict_not_resolved: {
    says: '409 の後、クライアントはその external_id をすでに持つ通話を探すか、別の external_id で発信します。',
    fix: 'その日の通話の一覧か、その通話自体を取得し、この external_id の通話で処理を続けてください。別の通話であれば、別の external_id で発信してください。最初の発信の応答が失われていれば、別の通話であってもまずその通話を探してください。',
    open: 'その通話が見つかるか、（その通話の応答が失われていなければ）同じ相手へ別の external_id で発信されると決まります。探さずに処理を続けた場合は、409 の 1分後に決まります。',
    messages: {
      unasked:
        '#{{first}} は 409 で拒否され、{{seconds, duration}}間その external_id の通話について何も問い合わせがありませんでした。',
      ended:
        '#{{first}} は 409 で拒否されました。クライアントはそのまま続け、終わりまでその external_id の通話について何も問い合わせませんでした。',
      unasked_another:
        '#{{first}} は 409 で拒否され、{{seconds, duration}}間その external_id の通話について何も問い合わせがありませんでした。別の external_id による #{{another}} の発信は、応答の失われた #{{lost}} と同じ相手のため解決になりません。',
      ended_another:
        '#{{first}} は 409 で拒否されました。クライアントはそのまま続け、終わりまでその external_id の通話について何も問い合わせませんでした。別の external_id による #{{another}} の発信は、応答の失われた #{{lost}} と同じ相手のため解決になりません。',
    },
  },
  same_person_twice: {
    says: '同じ担当者が 2分以内に同じ相手へ再び発信することはありません。',
    fix: '発信したばかりの番号へ再び発信する前に、直前の通話が終わっているかを調べ、利用者に確認してください。',
    open: '発信から 2分以内に同じ相手へ再び発信されるかどうかで決まります。',
    messages: {
      again: '#{{first}} の応答から {{seconds, clocks}}後に、#{{second}} が再び {{number}} へ発信しました。',
      after_another:
        '別のクライアントによる #{{first}} の応答から {{seconds, clocks}}後に、#{{second}} が再び {{number}} へ発信しました。',
      again_meanwhile:
        '#{{first}} の応答から {{seconds, clocks}}後、直前の通話がまだ終わらないうちに、#{{second}} が再び {{number}} へ発信しました。',
      after_another_meanwhile:
        '別のクライアントによる #{{first}} の応答から {{seconds, clocks}}後、直前の通話がまだ終わらないうちに、#{{second}} が再び {{number}} へ発信しました。',
      again_though_told:
        '応答がすべては届かなかった #{{first}} の終わりから {{seconds, clocks}}後に、その通話は 409 で知らされていたのに、#{{second}} が再び {{number}} へ発信しました。',
      again_though_told_meanwhile:
        '応答がすべては届かなかった #{{first}} の終わりから {{seconds, clocks}}後に、その通話は 409 で知らされ、まだ続いていたのに、#{{second}} が再び {{number}} へ発信しました。',
      several: '#{{first}} から短い間隔で、{{number}} へ {{calls}}件の通話が発信されました。',
      several_besides:
        '#{{first}} から短い間隔で、{{number}} へ {{calls}}件の通話が発信されました。応答がすべては届かなかった {{lost}}件は含みません。',
      by_clients:
        '#{{first}} から短い間隔で、{{clients}}つのクライアントが {{number}} へ {{calls}}件の通話を発信しました。',
      by_clients_besides:
        '#{{first}} から短い間隔で、{{clients}}つのクライアントが {{number}} へ {{calls}}件の通話を発信しました。応答がすべては届かなかった {{lost}}件は含みません。',
      several_meanwhile:
        '#{{first}} から短い間隔で、{{number}} へ {{calls}}件の通話が発信されました。うち {{meanwhile}}件は、直前の通話がまだ終わらないうちの発信です。',
      several_besides_meanwhile:
        '#{{first}} から短い間隔で、{{number}} へ {{calls}}件の通話が発信されました。うち {{meanwhile}}件は、直前の通話がまだ終わらないうちの発信です。応答がすべては届かなかった {{lost}}件は含みません。',
      by_clients_meanwhile:
        '#{{first}} から短い間隔で、{{clients}}つのクライアントが {{number}} へ {{calls}}件の通話を発信しました。うち {{meanwhile}}件は、直前の通話がまだ終わらないうちの発信です。',
      by_clients_besides_meanwhile:
        '#{{first}} から短い間隔で、{{clients}}つのクライアントが {{number}} へ {{calls}}件の通話を発信しました。うち {{meanwhile}}件は、直前の通話がまだ終わらないうちの発信です。応答がすべては届かなかった {{lost}}件は含みません。',
    },
  },
  duplicate_customer: {
    says: '同じ external_id の顧客は 1回だけ登録します。',
    fix: '登録の前に GET /customers で external_id を探してください。登録の応答が失われたときは特に必要です。',
    messages: {
      again_other:
        '{{count}}件の顧客が同じ external_id で再び登録されました。最初は #{{first}} の後の #{{second}} です。',
      lost_other:
        '#{{second}} が {{count}}件の顧客を再び登録しました。#{{first}} が登録済みでしたが、その応答はすべては届いていませんでした。',
    },
  },
  one_by_one: {
    says: '多数の顧客は一括で登録します。',
    fix: `顧客をまとめ、POST /customers/bulk で一度に ${BULK_CUSTOMERS_MAX} 件まで送ってください。`,
    messages: {
      some_other:
        '最初の登録から {{seconds, clocks}}後までに {{requests}}件の顧客が 1件ずつ登録されました。一括なら {{count}}件のリクエストで済みます。',
    },
  },
  write_without_change: {
    says: '更新リクエストは、いずれかの項目を変更します。',
    fix: '最後に送った、または読み取った内容と比べ、どの項目も変わらない更新は省いてください。',
    messages: {
      some: '{{requests}}件の更新はどの項目も変えませんでした。最初は #{{first}} です。',
    },
  },
}
