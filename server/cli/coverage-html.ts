import { escaped } from '../contract/markup.ts'
import type { AssumptionView, CoverageView } from '../index.ts'

/** Contract coverage as one page that loads nothing from elsewhere, so it can be kept as an artifact of a CI run. */
export function coverageHtml(coverage: CoverageView, assumptions: readonly AssumptionView[]): string {
  const { endpoints, events, unknown_routes, totals } = coverage
  const relied = assumptions.filter(({ relied_on }) => relied_on > 0).sort((a, b) => b.relied_on - a.relied_on)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract coverage</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Contract coverage</h1>
<ul class="totals">${Object.entries(totals).map(totalItem).join('')}</ul>
<h2>Endpoints</h2>
<table>
<thead><tr><th>Endpoint</th><th class="n">Requests</th><th>Statuses</th><th>Error codes</th></tr></thead>
<tbody>${endpoints.map(endpointRow).join('\n')}</tbody>
</table>
<h2>Events</h2>
<p>${events.map(({ event, count }) => mark(event, count)).join(' ')}</p>
${unknown_routes.length === 0 ? '' : `<h2>Unknown routes</h2>\n<ul>${unknown_routes.map(unknownItem).join('')}</ul>`}
<h2>Assumptions relied on</h2>
${relied.length === 0 ? '<p>None.</p>' : `<table><thead><tr><th>Assumption</th><th class="n">Times</th><th>Value</th><th>What</th></tr></thead>\n<tbody>${relied.map(assumptionRow).join('\n')}</tbody></table>`}
</main>
</body>
</html>
`
}

const STYLE = `
:root{color-scheme:light dark;--met:#0b6e3f;--open:#767676;--line:#8884}
@media (prefers-color-scheme:dark){:root{--met:#5fd39a;--open:#a0a0a0}}
body{font:15px/1.5 system-ui,sans-serif;margin:0}
main{max-width:70rem;margin:0 auto;padding:2rem 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
.n{text-align:right;font-variant-numeric:tabular-nums}
code{font:13px ui-monospace,monospace}
.met{color:var(--met);font-weight:600}
.open{color:var(--open)}
.totals{display:flex;flex-wrap:wrap;gap:2rem;padding:0;list-style:none}
.totals b{font-size:1.6rem;display:block}
`

function totalItem([name, [met, all]]: [string, [number, number]]): string {
  return `<li><b>${met} of ${all}</b> ${escaped(name)}</li>`
}

function endpointRow({
  method,
  path,
  requests,
  broken_off,
  statuses,
  codes,
}: CoverageView['endpoints'][number]): string {
  const answers = statuses.map(({ status, count }) => mark(String(status), count))
  const met = [...answers, ...(broken_off === 0 ? [] : [`${broken_off} cut off`])].join(' ')
  const errors = codes.map(({ code, count }) => mark(code, count)).join(' ')
  return `<tr><td><code>${escaped(`${method} ${path}`)}</code></td><td class="n">${requests}</td><td>${met}</td><td>${errors}</td></tr>`
}

/** Whether something was met is also said in words, because some readers cannot tell the colours apart. */
function mark(text: string, count: number): string {
  return count > 0
    ? `<code class="met" title="met ${count} times">✓ ${escaped(text)}</code>`
    : `<code class="open" title="not met">○ ${escaped(text)}</code>`
}

function unknownItem({ method, path, count }: CoverageView['unknown_routes'][number]): string {
  return `<li><code>${escaped(`${method} ${path}`)}</code> ${count} times</li>`
}

function assumptionRow({ id, relied_on, value, title }: AssumptionView): string {
  return `<tr><td><code>${escaped(id)}</code></td><td class="n">${relied_on}</td><td><code>${escaped(JSON.stringify(value))}</code></td><td>${escaped(title)}</td></tr>`
}
