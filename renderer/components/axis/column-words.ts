import type { TFunction } from 'i18next'
import type { Answer } from '../../data/answers.ts'
import { MOST_TICKS, STACKED } from './column-shape.ts'
import { type Column, seenStatus } from './layout.ts'
import type { RequestMark } from './marks.ts'

/** A part of what is said of requests, and how those that it tells of were answered. */
export interface Word {
  readonly text: string
  readonly answer: Answer | undefined
}

/** How many requests had one answer: a status, or a kind of answer. */
export type SayCount = (count: number, answered: number | Answer) => string

export const countSaid =
  (t: TFunction): SayCount =>
  (count, answered) => {
    if (answered === 'open' || answered === 'lost') return t(`axis.so_many.${answered}`, { count })
    return t('axis.so_many.got', { count, what: typeof answered === 'number' ? answered : t(`axis.marks.${answered}`) })
  }

/** More statuses than this are told by their kinds. */
const MOST_STATUSES = 3
export const COUNTS: Intl.NumberFormat = new Intl.NumberFormat('en')

interface Answered {
  readonly answered: number | Answer
  readonly answer: Answer
  count: number
}

function countedBy(marks: readonly RequestMark[], of: (mark: RequestMark) => number | Answer): Answered[] {
  const counted = new Map<number | Answer, Answered>()
  for (const mark of marks) {
    const answered = of(mark)
    const known = counted.get(answered)
    if (known === undefined) counted.set(answered, { answered, answer: mark.answer, count: 1 })
    else known.count++
  }
  return [...counted.values()]
}

/** How some requests were answered, with counts that add up: by status, or by kind where there are many statuses. What went wrong comes last. */
export function answersSaid(marks: readonly RequestMark[], say: SayCount): Word[] {
  const byStatus = countedBy(marks, mark => seenStatus(mark) ?? mark.answer)
  const groups = byStatus.length <= MOST_STATUSES ? byStatus : countedBy(marks, ({ answer }) => answer)
  return groups
    .sort(
      (one, other) =>
        STACKED.indexOf(one.answer) - STACKED.indexOf(other.answer) ||
        String(one.answered).localeCompare(String(other.answered)),
    )
    .map(({ answered, count, answer }) => ({ text: say(count, answered), answer }))
}

/**
 * What may stand beside a column, the longest first: `404` beside a few refusals alike; beside one that stands for many how many had which answer,
 * then how many there are: figures that only their colours tell apart are none.
 */
export function columnWords({ marks, status, counts }: Column, say: SayCount): Word[][] {
  const [first] = marks
  if (marks.length <= MOST_TICKS)
    return status !== undefined && status >= 400 ? [[{ text: String(status), answer: first?.answer }]] : []
  const kinds = STACKED.filter(answer => counts[answer] > 0)
  const total = COUNTS.format(marks.length)
  // Nearly always, and there may be thousands of them.
  if (status !== undefined && first !== undefined)
    return [[{ text: say(marks.length, status), answer: first.answer }], [{ text: total, answer: first.answer }]]
  return [answersSaid(marks, say), [{ text: total, answer: kinds.length === 1 ? kinds[0] : undefined }]]
}
