import { exchange } from './ai-lines.ts'
import { ANY_LENGTH, FAREWELLS, type Scenario } from './ai-scenario.ts'
import { CONVERSATION, HOW_TO, SUPPORT } from './ai-subjects.ts'

/** What customers call about. */
export const INBOUND_SCENARIOS: readonly Scenario[] = [
  {
    id: 'complaint',
    call_type: 'inbound',
    sentiment: 'negative',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        'c:{product}が今朝から使えないんですけど、どうなっているんですか。|{product}に入れなくて、仕事が止まっているんです。',
        's:ご不便をおかけし、誠に申し訳ございません。すぐに状況をお調べいたします。',
      ),
      exchange(
        's:原因がわかり次第、{later}までに私から必ずご連絡いたします。',
        'c:{later}ですね。今度こそお願いしますよ。',
        's:はい、必ずご連絡いたします。',
      ),
    ],
    more: SUPPORT,
    farewell: FAREWELLS.sorry,
    summary:
      '{product}が今朝から使えないとのお叱りを受け、お詫びしました。原因を調べ、{later}までに折り返す約束です。至急の対応が必要です。',
  },
  {
    id: 'how_to',
    call_type: 'inbound',
    sentiment: 'neutral',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        'c:{product}の使い方で、教えてほしいことがあるんですが。',
        's:はい、どのようなことでしょうか。',
        'c:{count}人分の登録をまとめて行いたいんです。一人ずつだと時間がかかってしまって。',
        's:それでしたら、一覧のファイルを読み込む機能がございます。設定の画面の「一括登録」からお進みください。',
        'c:ああ、ありました。これですね。',
      ),
      exchange(
        's:見本のファイルと手順を書いたご案内を、メールでもお送りいたします。',
        'c:それは助かります。|ありがとうございます。',
      ),
    ],
    more: HOW_TO,
    farewell: FAREWELLS.polite,
    summary:
      '{product}で{count}人分をまとめて登録する方法のお問い合わせ。一括登録の手順を案内し、説明書をメールで送付します。',
  },
  {
    id: 'inquiry',
    call_type: 'inbound',
    sentiment: 'positive',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        'c:ホームページを見てお電話しました。{product}のことを伺いたいのですが。',
        's:お問い合わせありがとうございます。何名様くらいでのご利用をお考えでしょうか。',
        'c:だいたい{count}名です。',
        's:{count}名様でしたら、{amount}のプランがよろしいかと存じます。',
      ),
      exchange(
        'c:では、その内容で見積もりをお願いできますか。',
        's:かしこまりました。お見積もりを{date}までにメールでお送りいたします。',
      ),
    ],
    more: CONVERSATION.purchase,
    farewell: FAREWELLS.polite,
    summary:
      'ホームページを見た方から{product}のお問い合わせ。{count}名での利用を検討中で、{amount}のプランの見積もりを{date}までに送付します。',
  },
  {
    id: 'reschedule',
    call_type: 'inbound',
    sentiment: 'neutral',
    longest_seconds: 120,
    core: [
      exchange(
        'c:{date}のお約束なんですが、急な出張が入りまして、日程を変えていただけないでしょうか。',
        's:かしこまりました。{other_date}の{hour}ではいかがでしょうか。',
        'c:はい、それでお願いします。',
        's:では、{other_date}の{hour}に変更いたします。',
      ),
    ],
    more: [
      exchange(
        'c:当日は{colleague}も同席させていただきたいのですが。',
        's:もちろんでございます。{colleague}様の分の資料もご用意いたします。',
      ),
      exchange(
        's:場所は前回と同じく、御社の受付に伺えばよろしいでしょうか。',
        'c:いえ、今回はオンラインでお願いできますか。',
        's:承知いたしました。接続先を前日までにメールでお送りします。',
      ),
      exchange(
        'c:直前のお願いになってしまって、すみません。',
        's:いいえ、ご連絡をいただけて助かりました。お気になさらないでください。',
      ),
    ],
    farewell: FAREWELLS.polite,
    summary: '{date}の約束について日程変更のご依頼。{other_date}の{hour}に変更しました。',
  },
  {
    id: 'returned_call',
    call_type: 'inbound',
    sentiment: 'neutral',
    longest_seconds: 75,
    core: [
      exchange(
        'c:先ほどそちらからお電話をいただいたようなんですが。',
        's:折り返しありがとうございます。{colleague}がお電話を差し上げたかと存じます。あいにく席を外しております。',
        'c:では、{later}にもう一度かけてもらえますか。',
        's:かしこまりました。{later}に{colleague}からお電話するよう申し伝えます。',
      ),
    ],
    more: [
      exchange(
        'c:用件だけでもわかりますか。',
        's:{product}の件と聞いております。詳しくは{colleague}から申し上げます。',
        'c:ああ、あの件ですね。わかりました。',
      ),
    ],
    farewell: FAREWELLS.short,
    summary: '着信への折り返しのお電話。担当の{colleague}が不在のため、{later}に{colleague}からかけ直すと伝えました。',
  },
  {
    id: 'misdialled',
    call_type: 'inbound',
    sentiment: 'neutral',
    longest_seconds: 36,
    core: [
      exchange(
        'c:あ、すみません。かけ間違えたようです。|ごめんなさい、別のところにかけるつもりでした。',
        's:いいえ、どうぞお気になさらないでください。',
      ),
    ],
    more: [],
    farewell: FAREWELLS.short,
    summary: 'おかけ間違いのお電話でした。対応は必要ありません。',
  },
]
