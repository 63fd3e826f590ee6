/**
 * What people say on the telephone, as data. A line is `s:` or `c:` (staff, customer) and its wordings, separated by `|`; a hole such as
 * `{date}` is filled with the same value throughout a call.
 */
export interface Line {
  readonly speaker: 'staff' | 'customer'
  readonly wordings: readonly string[]
}

/** Lines that belong together: a question and its answer, say. */
export interface Exchange {
  readonly lines: readonly Line[]
  /** Characters that are pronounced, on average over the wordings. */
  readonly characters: number
}

export function exchange(...texts: string[]): Exchange {
  const lines = texts.map(text => ({
    speaker: text.startsWith('s:') ? ('staff' as const) : ('customer' as const),
    wordings: text.slice(2).split('|'),
  }))
  const average = ({ wordings }: Line) => wordings.reduce((sum, text) => sum + pronounced(text), 0) / wordings.length
  return { lines, characters: lines.reduce((sum, line) => sum + average(line), 0) }
}

const SILENT = new Set(Array.from('、。「」（）・ ', character => character.charCodeAt(0)))

/** How many characters of a text are pronounced; at least one. */
export function pronounced(text: string): number {
  let silent = 0
  for (let index = 0; index < text.length; index++) if (SILENT.has(text.charCodeAt(index))) silent++
  return Math.max(1, text.length - silent)
}

/** Values of the holes; `staff`, `customer` and `self` come from the call. */
export const HOLES = {
  product: ['クラウド電話サービス', '顧客管理システム', '予約受付システム', '勤怠管理サービス', '請求書発行サービス'],
  date: ['来週の月曜日', '来週の火曜日', '来週の水曜日', '来週の木曜日', '今週の金曜日'],
  other_date: ['再来週の月曜日', '再来週の水曜日', '再来週の木曜日'],
  hour: ['午前10時', '午前11時', '午後1時半', '午後2時', '午後3時', '午後4時'],
  later: ['午後2時過ぎ', '夕方4時以降', '明日の午前中', '明日の午後'],
  amount: ['月額1万2,000円', '月額2万4,800円', '月額3万8,000円', '月額5万6,000円'],
  count: ['5', '8', '12', '20', '35'],
  colleague: ['佐々木', '中村', '吉田', '斎藤', '大野'],
  month: ['今月末', '来月末', '再来月の末'],
} as const satisfies Record<string, readonly string[]>
export type HoleName = keyof typeof HOLES
