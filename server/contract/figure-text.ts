/** A figure of a report, or from where to where it goes. */
export type Figure = number | readonly [number, number]

export const isRange = (figure: Figure | null): boolean => Array.isArray(figure)
export const least = (figure: Figure): number => (typeof figure === 'number' ? figure : figure[0])
export const most = (figure: Figure): number => (typeof figure === 'number' ? figure : figure[1])

/** Whether there is something of it, at its most. */
export const isAny = (figure: Figure): boolean => most(figure) > 0

/** One end or both, each in words; ends that read the same are said once. */
export function inWords(figure: Figure, words: (end: number) => string, between = '–'): string {
  const ends = typeof figure === 'number' ? [figure] : figure
  return [...new Set(ends.map(words))].join(between)
}

/** `1,428`, `20–66`. */
export const figureText = (figure: Figure): string => inWords(figure, end => end.toLocaleString('en'))

/**
 * How many times the most that is asked for fits into a limit: `1.42`, `16.6–1,428`. It is rounded down, so that what is told to be left is
 * there; what is rounded to nothing is not nothing.
 */
export const roomText = (headroom: Figure): string => inWords(headroom, timesText)

function timesText(times: number): string {
  if (times < 0.01) return '< 0.01'
  // Close to 1 each hundredth counts; of a hundred times the limit nobody asks for them.
  const digits = times < 10 ? 2 : times < 100 ? 1 : 0
  const minimumFractionDigits = Number.isInteger(times) ? 0 : digits
  return times.toLocaleString('en', { minimumFractionDigits, maximumFractionDigits: digits, roundingMode: 'trunc' })
}
