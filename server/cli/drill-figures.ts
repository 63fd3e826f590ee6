import { durationIn } from '../contract/duration-text.ts'
import { counted } from '../contract/sentences.ts'
import type { DrillView } from '../index.ts'

const inFigures = (count: number): string => count.toLocaleString('en')
const seconds = (length: number | null): string => durationIn('en', (length ?? 0) * 1_000)

/** How many failed in all, and what these add up from, where several reasons tell of them: each reason tells of its own. */
export function failedText({ failed_by, requests_sent }: DrillView): string[] {
  const [first, ...others] = failed_by
  const failed = failed_by.reduce((sum, { count }) => sum + count, 0)
  if (first === undefined || others.length === 0 || failed === 0) return []
  const said = first.condition
  const parts = [
    ...(first.count === 0 ? [] : [`${inFigures(first.count)} for "${said}", as told first`]),
    ...others
      .filter(({ count }) => count > 0)
      .map(
        ({ condition, count }) =>
          `${inFigures(count)} ${condition === said ? 'more for the same' : `for "${condition}"`}`,
      ),
  ]
  const also = others
    .filter(one => one.also > 0)
    .map(one => ` ${inFigures(one.also)} of these also ${one.also === 1 ? 'fails' : 'fail'} "${one.condition}".`)
  const all = `In all, ${inFigures(failed)} of ${counted(requests_sent, 'request')} failed this drill`
  return [`${all}, each counted once: ${parts.join(', ')}.${also.join('')}`]
}

/** How long the client was told to wait, and how the requests that were told so count; nothing of one that was told nothing. */
export function toldToWaitText({ told_to_wait: of }: DrillView): string[] {
  if (of.all === 0) return []
  const [shortest, longest] = [seconds(of.shortest_seconds), seconds(of.longest_seconds)]
  const wait = shortest === longest ? shortest : `${shortest} to ${longest}`
  const parts = [
    [of.counted, 'had itself come too early and counts', 'had themselves come too early and count'],
    [of.in_doubt, 'had itself come early and is in doubt', 'had themselves come early and are in doubt'],
    [
      of.not_counted,
      'had come early without having to know of a wait and does not count',
      'had come early without having to know of a wait and do not count',
    ],
    [of.in_time, 'had itself broken no wait', 'had themselves broken no wait'],
  ] as const
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => (of.all === 1 ? one : `${inFigures(count)} ${count === 1 ? one : several}`))
  const otherwise =
    of.failed_otherwise === 0
      ? ''
      : ` ${inFigures(of.failed_otherwise)} of those that do not count here failed by another condition.`
  return [
    `Told to wait: ${counted(of.all, 'answer')} asked for ${wait}. ${of.all === 1 ? 'The request that got it' : 'Of the requests that got them,'} ${told.join(', ')}.${otherwise}`,
  ]
}
