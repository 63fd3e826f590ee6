import { counted } from '../contract/sentences.ts'
import type { RunFindingView } from '../index.ts'

export type Severity = RunFindingView['severity']

/** The gravest first. */
export const SEVERITIES = ['error', 'warning', 'information'] as const satisfies readonly Severity[]

const rankOf = ({ severity, expected }: Pick<RunFindingView, 'severity' | 'expected'>) =>
  expected ? SEVERITIES.length : SEVERITIES.indexOf(severity)

/** The gravest first, and what a test wanted last. */
export const bySeverity = (one: RunFindingView, other: RunFindingView): number => rankOf(one) - rankOf(other)

/** Lists of findings, each with its gravest first: the one that begins with the graver, and empty ones last. */
export function byGravest([one]: readonly RunFindingView[], [other]: readonly RunFindingView[]): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return bySeverity(one, other)
}

/** `1 error`, `2 warnings`, `3 information`. */
export const severityText = (count: number, severity: Severity): string =>
  severity === 'information' ? `${count} ${severity}` : counted(count, severity)
