import { escaped } from '../contract/markup.ts'
import type { FitReport } from '../fit/fit-report.ts'
import { DAY_STYLE, dayFigure } from './fit-day.ts'
import { basis, figureText, fitVerdict, judgedText, leastText, withoutWaste } from './fit-text.ts'

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ok:#0b6e3f;--no:#a3261b;--line:#8884;--ink:#1b1b1b;--curve:#1f5fbf}
@media (prefers-color-scheme:dark){:root{--ground:#161618;--ok:#5fd39a;--no:#ff9b8f;--ink:#eee;--curve:#7fb0ff}}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--ground);color:var(--ink)}
main{max-width:70rem;margin:0 auto;padding:2rem 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
.ok{color:var(--ok);font-weight:600}.no{color:var(--no);font-weight:600}
section{overflow-x:auto}
${DAY_STYLE}`
const VERDICTS = {
  yes: '<span class="ok">✓ fits</span>',
  perhaps: '<span class="no">? may not fit</span>',
  no: '<span class="no">✗ does not fit</span>',
} as const

/** The report as one page that loads nothing from elsewhere. */
export function fitPage(report: FitReport): string {
  const { source, plans, days } = report
  const rows = Object.entries(plans).map(([plan, found]) => {
    const { refused, headroom } = found
    const cells = [
      VERDICTS[fitVerdict(found)],
      ...[found.accepted, refused.minute, refused.burst, refused.quota, refused.license, found.suppressed_events].map(
        figureText,
      ),
      [headroom.minute, headroom.burst, headroom.day].map(figureText).join(' / '),
    ]
    return `<tr><th scope="row">${escaped(plan)}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
  })
  const heads = [
    'Plan',
    'As sent',
    'Accepted',
    'Minute',
    'Burst',
    'Quota',
    'License',
    'Events dropped',
    'Headroom minute / burst / day',
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`Would ${source.name} fit?`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(`Would ${source.name} fit?`)}</h1>
<p>${source.rows.toLocaleString('en')} requests, ${escaped(`${source.from ?? '-'} to ${source.to ?? '-'}`)}.${source.test_traffic ? ' This is test traffic: it does not say how much a customer will send.' : ''} ${judgedText(source).map(escaped).join('')}</p>
<p><b>${escaped(leastText(report))}</b> ${withoutWaste(report).map(escaped).join('')}</p>
<section aria-label="Plans" tabindex="0"><table>
<thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></section>
${days.map(day => dayFigure(day)).join('\n')}
<p>${basis(report).map(escaped).join(' ')}</p>
</main>
</body>
</html>
`
}
