import { cpus, totalmem } from 'node:os'
import type { Figure } from './row.ts'

/** What one run of the bench found, on which machine. */
export interface Report {
  readonly machine: { cpu: string; cores: number; gigabytes: number; node: string }
  readonly minutes: number
  readonly figures: readonly Figure[]
}

export function machine(): Report['machine'] {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    gigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

const verdictOf = ({ reached }: Figure): string => (reached === null ? '' : reached ? 'reached' : '**missed**')

/** The table as the README has it. */
export function tableOf({ machine: { cpu, cores, gigabytes, node }, minutes, figures }: Report): string {
  const rows = figures.map(each => `| ${each.row} | ${each.figure} | ${each.goal} | ${verdictOf(each)} |`)
  const judged = figures.filter(({ reached }) => reached !== null)
  const missed = judged.filter(({ reached }) => !reached)
  return [
    `${cores} × ${cpu}, ${gigabytes} GB, Node ${node.slice(1)}: ${judged.length - missed.length} of ${judged.length} goals reached, in one run of ${minutes} minutes.`,
    '',
    '| | figure | goal | |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
