import { type Exchange, exchange } from './ai-lines.ts'

/** How a conversation begins, by the direction of the call and whether the name of the customer is known. */
export const OPENINGS = {
  outbound: {
    named: exchange(
      'c:はい、{self}です。|はい、{self}でございます。',
      's:お世話になっております。担当の{staff}と申します。今、お時間よろしいでしょうか。|お忙しいところ恐れ入ります。{staff}と申します。少しだけお時間をいただけますでしょうか。',
    ),
    unnamed: exchange(
      'c:はい、もしもし。|はい、お電話代わりました。',
      's:お忙しいところ恐れ入ります。{staff}と申します。少しだけお時間をいただけますでしょうか。',
    ),
  },
  inbound: {
    named: exchange(
      's:お電話ありがとうございます。{staff}が承ります。|お待たせいたしました。{staff}でございます。',
      'c:お世話になっております。{self}と申します。|もしもし、{self}ですが。',
      's:{customer}、いつもお世話になっております。|{customer}でいらっしゃいますね。お世話になっております。',
    ),
    unnamed: exchange(
      's:お電話ありがとうございます。{staff}が承ります。|お待たせいたしました。{staff}でございます。',
      'c:すみません、少しよろしいですか。|もしもし、お世話になります。',
      's:はい、どのようなご用件でしょうか。',
    ),
  },
} as const

/** A wait while somebody looks something up: the silence stands between its second and third line. */
export const HOLDS: readonly Exchange[] = [
  exchange(
    's:確認いたしますので、少々お待ちいただけますでしょうか。|ただ今お調べいたします。このまま少しお待ちください。',
    'c:はい、お願いします。|わかりました。',
    's:お待たせいたしました。確認が取れました。|大変お待たせいたしました。記録の内容、間違いございませんでした。',
  ),
  exchange(
    'c:すみません、手元の資料を探しますので、ちょっと待ってもらえますか。',
    's:はい、どうぞごゆっくり。|もちろんです。お待ちしております。',
    'c:お待たせしました。ありました。',
  ),
  exchange(
    's:念のため担当部署にも確認してまいります。保留にいたしますので、お待ちください。',
    'c:はい、待っています。',
    's:お待たせして申し訳ございません。担当部署でも同じ認識でした。',
  ),
]
export const HOLD_SILENCE_AFTER = 1
