import type { Randomness } from '../../kernel/random.ts'

/**
 * Names for tenants that are added while a world runs. A short list of our own, because loading faker would take far longer than everything
 * else.
 */
const SURNAMES =
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水'.split(' ')
const GIVEN_NAMES =
  '翔太 大輔 健一 拓也 直樹 誠 亮 祐介 達也 智也 美咲 陽子 恵子 裕子 智子 香織 彩香 千尋 結衣 葵'.split(' ')
export const PROJECT_NAMES = [
  '新規開拓',
  '既存顧客フォロー',
  '契約更新のご案内',
  'アポイント獲得',
  'セミナー集客',
  'カスタマーサポート',
  '休眠顧客の掘り起こし',
  '資料請求フォロー',
]
const PLACES = 'あおば みどり ひかり さくら わかば みらい のぞみ つばさ いずみ かえで'.split(' ')
const TRADES = '商事 システム 不動産 設備 印刷 運輸 食品 住宅'.split(' ')

/** The same id gets the same name in a world, whatever was added before it. */
export const staffName = (random: Randomness, staff_id: number): string =>
  `${random.pick(`staff.surname:${staff_id}`, SURNAMES)} ${random.pick(`staff.given:${staff_id}`, GIVEN_NAMES)}`

export const companyName = (random: Randomness, slug: string): string =>
  `株式会社${random.pick(`tenant.place:${slug}`, PLACES)}${random.pick(`tenant.trade:${slug}`, TRADES)}`

/** The names differ; from the ninth on they are numbered. */
export function projectNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / PROJECT_NAMES.length) + 1
    const name = PROJECT_NAMES[index % PROJECT_NAMES.length] as string
    return round === 1 ? name : `${name} ${round}`
  })
}
