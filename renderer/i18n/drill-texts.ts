import { saysAll } from '../../server/contract/drill-sentences.ts'
import { filled, type Sentence } from '../../server/contract/sentences.ts'
import type { DrillView, KnownDrillView } from '../../server/control/protocol/drills.ts'
import { DRILL_SENTENCES_JA } from './drill-sentences.ja.ts'

export interface DrillText extends Pick<KnownDrillView, 'title' | 'stages' | 'met_when' | 'conditions'> {
  /** Why its situation has not come. */
  readonly not_met: string
}

/** What the drills say in Japanese, line by line as the server says it in English. */
export const DRILLS_IN_JAPANESE: { readonly [drill: string]: DrillText } = {
  minute_full: {
    title: '1分の上限に達する',
    stages: ['次の分の 15秒前から実時間で進む', 'その 1分の残りは 1リクエスト'],
    met_when: '1分の上限を超えたリクエストが拒否された',
    conditions: ['早すぎるリクエストがない', '拒否されたリクエストが、待った後に最終的な応答を受け取る'],
    not_met: 'クライアントは 1分の上限を超えるリクエストを送りませんでした',
  },
  quota_gone: {
    title: '1日の上限を使い切る',
    stages: ['日本時間 0時の 20秒前から実時間で進む', 'その日の残りは 1リクエスト'],
    met_when: '1日の上限を超えたリクエストが拒否された',
    conditions: ['早すぎるリクエストがない', '拒否されたリクエストが、日本時間 0時の後に最終的な応答を受け取る'],
    not_met: 'クライアントは 1日の上限を超えるリクエストを送りませんでした',
  },
  lost_answer: {
    title: '発信への応答が失われる',
    stages: ['電話をかける最初の発信は処理されるが、応答なしで接続が切れる'],
    met_when: '発信は行われたが、その応答が失われた',
    conditions: ['相手への発信は 1回だけ'],
    not_met: 'クライアントは電話をかける POST /calls/initiate を送りませんでした',
  },
  three_503s: {
    title: 'サービスが 3回使えない',
    stages: ['各エンドポイントが 3回 503 を返し、2回目は Retry-After: 1 を付ける'],
    met_when: '3つのリクエストに 503 が返された',
    conditions: [
      'どのリクエストも最終的な応答を受け取る',
      'Retry-After の秒数だけ待つ',
      'Retry-After がなければ、待ち時間が前回より明らかに延びるか、1秒以上で前回とほぼ同じ',
    ],
    not_met: 'クライアントが受けた 503 は 3つ未満でした',
  },
  slow_api: {
    title: 'サービスがときどき止まる',
    stages: ['4つ応答するごとに、次の応答をクライアントが接続を切るまで（最長 60秒）止める'],
    met_when: '応答の前にクライアントが接続を切った',
    conditions: ['切断されたリクエストがもう一度届き、応答される', '誰にも 2回発信しない'],
    not_met: 'クライアントは止められたリクエストの接続を切りませんでした。送ったのが 5つ未満か、1分間待ちました',
  },
  cut_body: {
    title: 'ページが途中で切れる',
    stages: ['顧客が 120人以上いる', '最初の一覧の 2ページ目の本文が途中で切れる'],
    met_when: 'ページが途中で切れた',
    conditions: ['そのページをもう一度求め、最後まで受け取る'],
    not_met:
      '2ページ目は切れませんでした。クライアントは 2ページ目を求めなかったか、同じ一覧の別のものを先に求めました',
  },
  last_page_grows: {
    title: '読んでいる間に一覧が増える',
    stages: [
      '顧客が 120人以上いて、最後のページに 5人分の余地がある',
      '顧客の最初のページが応答されると、顧客が 10人増える',
    ],
    met_when: '読んでいる間に一覧の総数が変わった',
    conditions: ['すべての顧客が、返されたページのどれかに含まれる'],
    not_met: 'クライアントは GET /customers の 2ページ目を読みませんでした',
  },
  '31_days': {
    title: '31日を超える期間の通話',
    stages: ['過去 90日間の通話がある'],
    met_when: '期間を指定したリクエストがあった',
    conditions: ['どの期間も受け付けられる', '期間と期間の間に抜けた日がない'],
    not_met: 'クライアントは from と to のあるリクエストを送りませんでした',
  },
  redelivery: {
    title: '配信が 2回届く',
    stages: ['完了した通話が配信される', '受け取られた配信は、6秒後にもう一度送られる'],
    met_when: '配信がもう一度届いた',
    conditions: ['もう一度届いたものも受け取る', '拒否せず、API への同じ書き込みを繰り返さない', '再び処理しない'],
    not_met: '受信側は配信を 1つも受け取りませんでした',
  },
  reordered: {
    title: '新しいイベントが先に届く',
    stages: ['不在着信が、1分前に起きた同じ external_id の完了した通話より先に配信される'],
    met_when: '両方の配信が試みられた',
    conditions: ['両方を受け取る'],
    not_met: '受信側に 2つのイベントが送られませんでした',
  },
  forged: {
    title: '偽の配信が届く',
    stages: [
      '本物の配信 3つに混じって、偽の配信が 3つ届く：別のシークレットで署名、署名後に改ざん、署名なし',
      '3件の通話のイベントが配信される',
    ],
    met_when: '3つの偽の配信に応答があった',
    conditions: ['偽の配信を受け取らない', '本物の配信を受け取る'],
    not_met: '受信側が応答した偽の配信は 3つ未満でした',
  },
  silent_day: {
    title: 'イベントが送られない',
    stages: [
      '日本時間 0時の 20秒前から実時間で進む',
      '1日の Webhook 送信数を使い切っている',
      '通話が終わるが、そのイベントは送られない',
    ],
    met_when: 'イベントが送られなかった',
    conditions: ['日本時間 0時の後に、その日の通話を一覧で取得する'],
    not_met: 'イベントが送られるはずの通話が 1つも終わりませんでした',
  },
}

const inJapanese = (drill: string, language: string): DrillText | undefined =>
  language.startsWith('ja') ? DRILLS_IN_JAPANESE[drill] : undefined

/**
 * What a drill did, as the server says it, in the language of the page as far as it is known in it. `known` are the drills of the world; nothing
 * until they are there.
 */
export function stepsInLanguage(
  { drill, steps }: { drill: string; steps: readonly string[] },
  known: readonly KnownDrillView[] | undefined,
  language: string,
): readonly string[] {
  if (known === undefined) return []
  const stages = known.find(one => one.drill === drill)?.stages ?? []
  const said = inJapanese(drill, language)?.stages
  return steps.map(step => said?.[stages.indexOf(step)] ?? step)
}

/** What passes a drill, in the language of the page; `undefined` of one that is known in no other than English. */
export const conditionsIn = (drill: string, language: string): readonly string[] | undefined =>
  inJapanese(drill, language)?.conditions

/** A drill in the language of the page, as far as it is known in it. */
export const inLanguage = (drill: KnownDrillView, language: string): Omit<DrillText, 'not_met'> =>
  inJapanese(drill.drill, language) ?? drill

/** One of the sentences of drills; of those that depend on a count, Japanese has one form. */
const inJapaneseText = ({ id, figures }: Sentence): string =>
  filled(
    DRILL_SENTENCES_JA[(id in DRILL_SENTENCES_JA ? id : `${id}_other`) as keyof typeof DRILL_SENTENCES_JA] ?? '',
    figures,
    'ja',
  )

/** Why its situation has not come, in the language of the page as far as it is known in it. */
export function notMetBecause(view: DrillView, language: string): { text: string; lang: 'en' | 'ja' } | undefined {
  const { drill, not_met_because, sent_nothing, came, not_come_by, receiver_answered } = view
  if (not_met_because === null) return undefined
  if (not_come_by !== null && saysAll(not_come_by) && language.startsWith('ja'))
    return { text: inJapaneseText(not_come_by), lang: 'ja' }
  const text = not_come_by !== null && saysAll(not_come_by) ? undefined : inJapanese(drill, language)?.not_met
  if (text === undefined) return { text: not_met_because, lang: 'en' }
  const more = [
    sent_nothing && DRILL_SENTENCES_JA.sent_nothing,
    came !== null && filled(DRILL_SENTENCES_JA.too_few_other, { count: came }),
    not_come_by !== null && inJapaneseText(not_come_by),
    receiver_answered !== null &&
      `${filled(DRILL_SENTENCES_JA.receiver_refused, { status: receiver_answered })}。${DRILL_SENTENCES_JA.finds_out}`,
  ].filter(part => part !== false)
  return { text: [text, ...more].join('。'), lang: 'ja' }
}
