import type { FitReport } from '../fit/fit-report.ts'
import { answerOf } from './fit-answer.ts'
import { basisTexts, sourceTexts } from './fit-basis.ts'
import {
  daysTable,
  type FitTable,
  firstRefusals,
  headroomTable,
  plansTable,
  politeTable,
  topTable,
} from './fit-tables.ts'
import { table } from './output.ts'

/** The report for a person at a terminal. */
export function fitText(report: FitReport, { polite }: { polite: boolean }): string {
  const { headline, sentences } = answerOf(report)
  const firsts = firstRefusals(report)
  const days = daysTable(report)
  return [
    ...sourceTexts(report),
    '',
    headline,
    ...sentences.map(sentence => `- ${sentence}`),
    '',
    tableText(plansTable(report)),
    '',
    tableText(headroomTable(report)),
    ...(firsts.length === 0 ? [] : ['', 'Since when, in Tokyo', ...firsts]),
    ...(firsts.length === 0 || days.rows.length === 0 ? [] : ['', tableText(days)]),
    ...(polite && report.polite_client.tried ? ['', tableText(politeTable(report))] : []),
    ...(report.top.length === 0 ? [] : ['', tableText(topTable(report))]),
    '',
    'What this rests on',
    ...basisTexts(report, { polite }).map(text => `- ${text}`),
  ].join('\n')
}

const tableText = ({ title, heads, rows, notes }: FitTable): string =>
  [
    title,
    table(
      heads,
      rows.map(({ cells, isPart }) => cells.map(({ text }, column) => (isPart && column === 0 ? `  ${text}` : text))),
    ),
    ...notes,
  ].join('\n')
