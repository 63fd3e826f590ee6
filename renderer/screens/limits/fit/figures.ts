import type { Figure, FitPlanReport } from '../../../../server/control/protocol/fit.ts'

/** A figure, or from where to where it goes. */
export function figureText(figure: Figure | null): string {
  if (figure === null) return '–'
  return typeof figure === 'number'
    ? figure.toLocaleString('en')
    : figure.map(end => end.toLocaleString('en')).join('–')
}

/** Whether there is something of it, at its most. */
export const isAny = (figure: Figure): boolean => (typeof figure === 'number' ? figure : figure[1]) > 0

export const roomText = ({ headroom: { minute, burst, day } }: FitPlanReport): string =>
  [minute, burst, day].map(figureText).join(' / ')
