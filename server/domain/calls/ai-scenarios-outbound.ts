import { exchange } from './ai-lines.ts'
import { ANY_LENGTH, FAREWELLS, type Scenario } from './ai-scenario.ts'
import { CONVERSATION } from './ai-subjects.ts'

const GO_AHEAD = 'c:はい、大丈夫です。|ええ、どうぞ。|はい、少しでしたら。'

/** What staff call customers about. */
export const OUTBOUND_SCENARIOS: readonly Scenario[] = [
  {
    id: 'appointment',
    call_type: 'outbound',
    sentiment: 'positive',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        GO_AHEAD,
        's:先日は資料をご請求いただき、ありがとうございました。{product}について、一度ご説明に伺えればと存じます。',
        'c:ああ、はい。ちょうど社内でも話が出ていたところです。|はい、資料は拝見しました。',
      ),
      exchange(
        's:ありがとうございます。{date}の{hour}はいかがでしょうか。',
        'c:{date}の{hour}ですね。ええと、大丈夫です。空いています。|はい、その時間でしたら伺えます。',
        's:では、{date}の{hour}にお約束をいただきます。後ほど確認のメールをお送りいたします。',
      ),
    ],
    more: CONVERSATION.purchase,
    farewell: FAREWELLS.polite,
    summary:
      '資料請求のお礼とともに{product}の説明の機会をお願いし、{date}の{hour}に訪問の約束をいただきました。確認のメールを送付します。',
  },
  {
    id: 'quote_follow_up',
    call_type: 'outbound',
    sentiment: 'neutral',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        GO_AHEAD,
        's:先週お送りした{product}のお見積もりの件で、ご連絡いたしました。ご覧いただけましたでしょうか。',
        'c:はい、見ました。{amount}のプランですよね。|ええ、届いています。{count}名で{amount}というものですね。',
      ),
      exchange(
        's:はい、さようでございます。ご不明な点はございましたか。',
        'c:金額はだいたい予算の中に収まりそうです。ただ、社内の稟議がまだ通っていなくて。',
        's:承知いたしました。ご決裁はいつ頃のご予定でしょうか。',
        'c:{month}には結論が出ると思います。',
        's:では、{month}に改めてご連絡いたします。',
      ),
    ],
    more: CONVERSATION.purchase,
    farewell: FAREWELLS.polite,
    summary:
      '{product}（{amount}）の見積もりについて状況を確認しました。予算内に収まる見込みで、社内の稟議待ちです。{month}に改めて連絡します。',
  },
  {
    id: 'renewal',
    call_type: 'outbound',
    sentiment: 'positive',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        GO_AHEAD,
        's:現在ご契約の{product}が{month}で満了となりますので、更新のご案内でお電話いたしました。',
        'c:ああ、もうそんな時期ですか。|はい、そろそろかなと思っていました。',
      ),
      exchange(
        's:同じ内容でのご更新でしたら、料金は{amount}のままでございます。',
        'c:特に不満もないですし、続けて使います。|使い勝手はいいので、そのまま更新でお願いします。',
        's:ありがとうございます。更新の手続きのご案内を、メールでお送りいたします。',
      ),
    ],
    more: CONVERSATION.use,
    farewell: FAREWELLS.polite,
    summary:
      '{month}に満了する{product}の更新を案内し、同じ内容（{amount}）で継続の意向をいただきました。手続きの案内をメールで送付します。',
  },
  {
    id: 'introduction',
    call_type: 'outbound',
    sentiment: 'positive',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        GO_AHEAD,
        's:このたび、新しく{product}を始めまして、日頃お世話になっている皆様にご案内しております。',
        'c:{product}ですか。どういったものでしょうか。|うちではまだ使っていないですね。',
        's:これまで手作業でされていた入力や集計を、まとめて自動にするものでございます。{amount}からご利用いただけます。',
      ),
      exchange(
        'c:少し興味はあります。資料をいただけますか。|それなら、一度資料を見てみたいです。',
        's:ありがとうございます。本日中にメールでお送りし、{date}にご感想を伺うお電話を差し上げてもよろしいでしょうか。',
        'c:はい、{date}なら大丈夫です。',
      ),
    ],
    more: CONVERSATION.purchase,
    farewell: FAREWELLS.polite,
    summary:
      '新しい{product}を紹介し、関心を示されました。本日中に資料をメールで送り、{date}に感想を伺う電話をする約束です。',
  },
  {
    id: 'after_sale',
    call_type: 'outbound',
    sentiment: 'positive',
    longest_seconds: ANY_LENGTH,
    core: [
      exchange(
        GO_AHEAD,
        's:{product}をご利用いただいて1か月になりますので、使い心地を伺いたく、お電話いたしました。',
        'c:わざわざありがとうございます。おおむね順調ですよ。|はい、みんな慣れてきたところです。',
      ),
      exchange(
        's:お困りの点はございませんか。',
        'c:しいて言えば、一覧の並べ替えがもう少し自由にできるといいですね。',
        's:貴重なご意見をありがとうございます。開発の担当に申し伝えます。',
      ),
    ],
    more: CONVERSATION.use,
    farewell: FAREWELLS.polite,
    summary:
      '{product}の導入1か月後の状況を伺いました。おおむね順調で、一覧の並べ替えについて改善のご要望をいただき、開発へ伝えます。',
  },
  {
    id: 'wrong_timing',
    call_type: 'outbound',
    sentiment: 'neutral',
    longest_seconds: 75,
    core: [
      exchange(
        'c:すみません、今ちょっと会議中でして。|ごめんなさい、今移動中なんです。',
        's:失礼いたしました。改めてお電話いたします。何時頃がよろしいでしょうか。',
        'c:{later}なら出られます。',
        's:では、{later}に改めてお電話いたします。',
      ),
    ],
    more: [
      exchange(
        'c:ちなみに、どういったご用件ですか。',
        's:{product}についてのご案内でございます。詳しくは改めてお話しいたします。',
        'c:わかりました。',
      ),
      exchange(
        'c:もし出られなかったら、{colleague}に伝言をお願いします。',
        's:{colleague}様でいらっしゃいますね。かしこまりました。',
      ),
    ],
    farewell: FAREWELLS.short,
    summary: '{customer}はご都合が悪く、用件はお話しできませんでした。{later}にかけ直す約束です。',
  },
  {
    id: 'refusal',
    call_type: 'outbound',
    sentiment: 'negative',
    longest_seconds: 110,
    core: [
      exchange(
        'c:はい、何でしょうか。|ええ、手短にお願いします。',
        's:{product}のご案内でお電話いたしました。',
        'c:ああ、営業の電話でしたら結構です。|そういうお話は、うちでは必要ないです。',
        's:お手数をおかけいたしました。今後のご案内も控えたほうがよろしいでしょうか。',
        'c:はい、もうかけてこないでください。|ええ、そうしてください。',
      ),
    ],
    more: [
      exchange(
        's:差し支えなければ、今お使いのものがあるのか、伺えますでしょうか。',
        'c:別の会社のものを使い始めたばかりです。当分変えるつもりはありません。',
        's:さようでございましたか。ありがとうございます。',
      ),
      exchange(
        'c:そもそも、どこでこの番号を知ったんですか。',
        's:以前、展示会で名刺を頂戴しておりました。ご不快な思いをおかけし、申し訳ございません。',
        'c:そうですか。名簿から消しておいてください。',
        's:はい、本日中に削除いたします。',
      ),
    ],
    farewell: FAREWELLS.short,
    summary: '{product}を案内しましたが、必要がないとのお答えで、今後の案内も断られました。架電の対象から外します。',
  },
  {
    id: 'wrong_number',
    call_type: 'outbound',
    sentiment: 'neutral',
    longest_seconds: 36,
    core: [
      exchange(
        'c:あの、番号をお間違えではないですか。|うちではお願いしていないと思いますが。',
        's:大変失礼いたしました。番号を確認いたします。',
      ),
    ],
    more: [],
    farewell: FAREWELLS.short,
    summary: 'お心当たりがないとのことで、番号の間違いをお詫びしました。登録されている電話番号の確認が必要です。',
  },
]
