import { escaped } from '../../contract/markup.ts'
import type { FitReport } from '../fit-report.ts'
import { answerOf } from './answer.ts'
import { basisTexts, sourceTexts } from './basis.ts'
import { DAY_STYLE, daysPart } from './day.ts'
import {
  daysTable,
  type FitCell,
  type FitTable,
  firstRefusals,
  headroomTable,
  plansTable,
  politeTable,
  topTable,
} from './tables.ts'

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--panel:#f5f6f8;--ok:#0b6e3f;--no:#a3261b;--late:#b35c00;--other:#6a3fb5;--line:#8884;--ink:#1b1b1b;--dim:#55585e;--curve:#1f5fbf}
@media (prefers-color-scheme:dark){:root{--ground:#161618;--panel:#202226;--ok:#5fd39a;--no:#ff9b8f;--late:#f0a850;--other:#b79cff;--ink:#eee;--dim:#b0b4ba;--curve:#7fb0ff}}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--ground);color:var(--ink)}
main{max-width:70rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.1rem;font-weight:600;margin:0}h2{font-size:1.1rem;margin:2.2rem 0 .4rem}
.answer{margin:1rem 0;padding:1rem 1.25rem;border-left:4px solid var(--curve);background:var(--panel)}
.answer p{font-size:1.6rem;font-weight:650;line-height:1.25;margin:0}.answer ul{margin:.6rem 0 0;padding-left:1.1rem}
.source,.notes{color:var(--dim);margin:.2rem 0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
tbody th{font-weight:400;white-space:nowrap}.part th{padding-left:1.8rem;color:var(--dim)}
.good{color:var(--ok);font-weight:600}.bad{color:var(--no);font-weight:600}.quiet{color:var(--dim)}
.bar{display:block;height:5px;margin-top:.2rem;max-width:9rem;background:var(--line)}.bar>i{display:block;height:100%;background:var(--curve)}.bad .bar>i{background:var(--no)}
section{overflow-x:auto}.plans{table-layout:fixed;min-width:54rem}.plans tr>:first-child{width:19rem;white-space:normal}time{white-space:nowrap}
${DAY_STYLE}@media print{main{max-width:none;padding:0}section,.day{overflow:visible}.plans,svg{min-width:0}.plans tr>:first-child{width:15rem}tr,details,.answer{break-inside:avoid}details::details-content{content-visibility:visible;block-size:auto}h2{break-after:avoid}.answer,.bar,.bar>i{print-color-adjust:exact}}
`

/** The report as one page that loads nothing from elsewhere, and runs nothing. */
export function fitPage(report: FitReport): string {
  const heading = escaped(`Would ${report.source.name} fit?`)
  const { headline, sentences } = answerOf(report)
  const [source = '', ...whose] = sourceTexts(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p class="source">${prose(source)}</p>
${whose.map(text => `<p>${escaped(text)}</p>`).join('\n')}
<div class="answer">
<p>${escaped(headline)}</p>
${list(sentences)}
</div>
${section(plansTable(report), 'plans')}
${section(headroomTable(report), 'plans')}
${whenPart(report)}
${report.polite_client.tried ? section(politeTable(report)) : ''}
${report.top.length === 0 ? '' : section(topTable(report))}
<h2>What this rests on</h2>
${list(basisTexts(report, { polite: true }))}
</main>
</body>
</html>
`
}

/** Since when something is refused, with a picture of each day. */
function whenPart(report: FitReport): string {
  const firsts = firstRefusals(report)
  const since = firsts.length === 0 ? '' : `<h2>Since when, in Tokyo</h2>\n${list(firsts)}`
  if (report.days.length === 0) return since
  return `${since}\n${section(daysTable(report))}\n${daysPart(report)}`
}

const list = (texts: readonly string[]) =>
  texts.length === 0 ? '' : `<ul>${texts.map(text => `<li>${prose(text)}</li>`).join('\n')}</ul>`

/** No date is broken between two lines. */
const prose = (text: string) =>
  escaped(text).replace(/\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?/g, at => `<time>${at}</time>`)

function section({ title, heads, rows, notes }: FitTable, look: 'plain' | 'plans' = 'plain'): string {
  const head = heads.map(text => (text === '' ? '<td></td>' : `<th scope="col">${escaped(text)}</th>`)).join('')
  const body = rows.map(({ cells: [first, ...rest], isPart }) => {
    const name = `<th scope="row">${escaped(first?.text ?? '')}</th>`
    return `<tr${isPart ? ' class="part"' : ''}>${name}${rest.map(cell).join('')}</tr>`
  })
  return `<h2>${escaped(title)}</h2>
<section aria-label="${escaped(title)}" tabindex="0"><table class="${look}">
<thead><tr>${head}</tr></thead>
<tbody>${body.join('\n')}</tbody>
</table></section>
${notes.map(text => `<p class="notes">${prose(text)}</p>`).join('\n')}`
}

/** With a bar where a limit is filled to a part. */
function cell({ text, tone, share }: FitCell): string {
  const bar =
    share === undefined
      ? ''
      : `<span class="bar" aria-hidden="true"><i style="width:${Math.min(100, share * 100).toFixed(1)}%"></i></span>`
  return `<td${tone === undefined ? '' : ` class="${tone}"`}>${escaped(text)}${bar}</td>`
}
