import { escaped } from '../contract/markup.ts'
import { DEFAULT_LIMITS, PLANS } from '../contract/plans.ts'
import type { FitReport } from '../fit/fit-report.ts'
import { basis, figureText, fitVerdict, judgedText, withoutWaste } from './fit-text.ts'

const STYLE = `
:root{color-scheme:light dark;--ok:#0b6e3f;--no:#a3261b;--line:#8884;--ink:#1b1b1b;--curve:#1f5fbf}
@media (prefers-color-scheme:dark){:root{--ok:#5fd39a;--no:#ff9b8f;--ink:#eee;--curve:#7fb0ff}}
body{font:15px/1.5 system-ui,sans-serif;margin:0}
main{max-width:70rem;margin:0 auto;padding:2rem 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
.ok{color:var(--ok);font-weight:600}.no{color:var(--no);font-weight:600}
figure{margin:1.5rem 0}svg{width:100%;height:auto;border-bottom:1px solid var(--line)}
text{font:11px system-ui,sans-serif;fill:var(--ink)}
`
const VERDICTS = {
  yes: '<span class="ok">✓ fits</span>',
  perhaps: '<span class="no">? may not fit</span>',
  no: '<span class="no">✗ does not fit</span>',
} as const
const [WIDTH, HEIGHT] = [900, 220]
const DAY_MS = 86_400_000

/** The report as one page that loads nothing from elsewhere. */
export function fitPage(report: FitReport): string {
  const { source, plans, days, minimum_plan } = report
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
<p>Least plan: <b>${minimum_plan.as_sent ?? 'none'}</b> as sent, <b>${minimum_plan.polite ?? 'none'}</b> for a client that waits. ${withoutWaste(report).map(escaped).join('')}</p>
<table>
<thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>
${days.map(dayFigure).join('\n')}
<p>${basis(report).map(escaped).join(' ')}</p>
</main>
</body>
</html>
`
}

/** The day's successes against what each plan allows. */
function dayFigure({ day, points }: FitReport['days'][number]): string {
  const most = points.at(-1)?.[1] ?? 0
  const limits = [...Object.entries(PLANS), ['none', DEFAULT_LIMITS] as const].map(
    ([plan, { per_day }]) => [plan, per_day] as const,
  )
  // Limits far above the curve would press it flat; the next one above it is enough.
  const top = Math.min(...limits.map(([, limit]) => limit).filter(limit => limit >= most), Number.POSITIVE_INFINITY)
  const ceiling = Math.max(most, Number.isFinite(top) ? top : 0) * 1.05
  const x = (at: number) => Math.round((at / DAY_MS) * WIDTH)
  const y = (count: number) => Math.round(HEIGHT - (count / ceiling) * HEIGHT)
  const lines = limits
    .filter(([, limit]) => limit <= ceiling)
    .map(
      ([plan, limit]) =>
        `<line x1="0" x2="${WIDTH}" y1="${y(limit)}" y2="${y(limit)}" stroke="currentColor" stroke-dasharray="4 4"/><text x="4" y="${y(limit) - 4}">${plan}: ${limit.toLocaleString('en')} a day</text>`,
    )
  const path = points.map(([at, count]) => `${x(at)},${y(count)}`).join(' ')
  return `<figure><figcaption>${escaped(day)}, Tokyo: ${most.toLocaleString('en')} successes asked for</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 4}" role="img" aria-label="${escaped(`${day}: ${most} successes asked for`)}"><polyline points="0,${HEIGHT} ${path}" fill="none" stroke="var(--curve)" stroke-width="2"/>${lines.join('')}</svg></figure>`
}
