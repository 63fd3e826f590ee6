import type { FitReport } from '../fit/fit-report.ts'
import { answerOf } from '../fit/told/answer.ts'
import { basisTexts, sourceTexts } from '../fit/told/basis.ts'
import {
  daysTable,
  type FitTable,
  firstRefusals,
  headroomTable,
  plansTable,
  politeTable,
  topTable,
} from '../fit/told/tables.ts'
import { plansOf } from '../fit/told/words.ts'
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
    ...(days.rows.length > 1 || isAnyRefused(report) ? ['', tableText(days)] : []),
    ...(polite && report.polite_client.tried ? ['', tableText(politeTable(report))] : []),
    ...(report.top.length === 0 ? [] : ['', tableText(topTable(report))]),
    '',
    'What this rests on',
    ...basisTexts(report, { polite }).map(text => `- ${text}`),
  ].join('\n')
}

/** Of a single day of which nothing is refused, the tables above say all. */
const isAnyRefused = (report: FitReport) => plansOf(report).some(([, { by_day }]) => by_day.length > 0)

const tableText = ({ title, heads, rows, notes }: FitTable): string =>
  [
    title,
    table(
      heads,
      rows.map(({ cells, isPart }) => cells.map(({ text }, column) => (isPart && column === 0 ? `  ${text}` : text))),
    ),
    ...notes,
  ].join('\n')
