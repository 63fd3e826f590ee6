import type { CallType } from '../../contract/calls.ts'
import { type Exchange, exchange } from './ai-lines.ts'

export type Sentiment = 'positive' | 'neutral' | 'negative'

/** One course of a conversation between the greeting and the farewell. */
export interface Scenario {
  readonly id: string
  readonly call_type: CallType
  readonly sentiment: Sentiment
  /** A conversation longer than this many seconds is about something else. */
  readonly longest_seconds: number
  /** Always said, in this order. */
  readonly core: readonly Exchange[]
  /** Said after the first part of the core, as far as there is time. */
  readonly more: readonly Exchange[]
  readonly farewell: Exchange
  readonly summary: string
}

export const ANY_LENGTH = Number.POSITIVE_INFINITY

export const FAREWELLS = {
  polite: exchange(
    's:それでは、どうぞよろしくお願いいたします。本日はお時間をいただき、ありがとうございました。|お忙しい中、ありがとうございました。今後ともよろしくお願いいたします。',
    'c:こちらこそ、よろしくお願いします。|はい、お願いします。失礼します。',
    's:失礼いたします。',
  ),
  short: exchange(
    'c:はい、それでは。|はい、どうも。',
    's:お忙しいところ、失礼いたしました。|それでは、失礼いたします。',
  ),
  sorry: exchange(
    's:このたびはご迷惑をおかけし、誠に申し訳ございませんでした。',
    'c:はい、よろしく頼みますよ。|はい、お願いしますね。',
    's:責任を持って対応いたします。失礼いたします。',
  ),
} as const

/** Calls in which nothing could be said. */
export const CUT_OFF_SUMMARY = '応答の直後に通話が終わり、用件はお話しできませんでした。'
