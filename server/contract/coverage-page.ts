import type { Json } from './assumption-entry.ts'
import { type CoverageView, isByFaultOnly, type Seen } from './coverage.ts'
import { escaped } from './markup.ts'

/** The words of the page, in the language of whoever reads it. */
export interface CoverageTexts {
  language: string
  title: string
  /** What was covered, and when; empty where the place of the file says so. */
  about: string
  endpoint: string
  endpoints: string
  requests: string
  statuses: string
  codes: string
  events: string
  /** Whose doing the events are. */
  events_about: string
  unknown: string
  /** With `{{methods}}`, which a path takes that was asked with another one. */
  takes: string
  cut_off: string
  never: string
  by_fault: string
  /** With `{{count}}`: how many more were seen so. */
  more_by_fault: string
}

interface ReliedOn {
  readonly id: string
  readonly title: string
  readonly value: Json
  readonly relied_on: number
}

const STYLE = `
:root{color-scheme:light dark;--met:#0b6e3f;--open:#767676;--line:#8884}
@media (prefers-color-scheme:dark){:root{--met:#5fd39a;--open:#a0a0a0}}
body{font:15px/1.5 system-ui,sans-serif;margin:0}
main{max-width:70rem;margin:0 auto;padding:2rem 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
.value{overflow-wrap:anywhere}.what{min-width:18rem}
.n{text-align:right;font-variant-numeric:tabular-nums}
code{font:13px ui-monospace,monospace}
.met{color:var(--met);font-weight:600}
.open{color:var(--open)}
.met,.open{white-space:nowrap}
.totals{display:flex;flex-wrap:wrap;gap:2rem;padding:0;list-style:none}
.totals b{font-size:1.6rem;display:block}
`

/** Contract coverage as one page that loads nothing from elsewhere, so it can be kept as an artifact of a CI run. */
export function coveragePage(
  { endpoints, events, unknown_routes, totals, by_fault_only }: CoverageView,
  texts: CoverageTexts,
  assumptions: readonly ReliedOn[] = [],
): string {
  /** Whether something was met is also said by a sign, because some readers cannot tell the colours apart. */
  const mark = (text: string, seen: Seen) => {
    if (seen.count === 0) return `<code class="open" title="${escaped(texts.never)}">○ ${escaped(text)}</code>`
    const times = `${escaped(text)} ×${seen.count}`
    return isByFaultOnly(seen)
      ? `<code class="open">◐ ${times} (${escaped(texts.by_fault)})</code>`
      : `<code class="met">✓ ${times}</code>`
  }
  const route = (row: { method: string; path: string }) => `<code>${escaped(`${row.method} ${row.path}`)}</code>`
  const totalItem = (name: keyof typeof totals) => {
    const more = name === 'statuses' || name === 'codes' ? by_fault_only[name] : 0
    const byFault = more === 0 ? '' : ` (${escaped(texts.more_by_fault.replace('{{count}}', String(more)))})`
    return `<li><b>${totals[name][0]} / ${totals[name][1]}</b> ${escaped(texts[name])}${byFault}</li>`
  }
  const endpointRow = (row: CoverageView['endpoints'][number]) => {
    const statuses = row.statuses.map(seen => mark(String(seen.status), seen)).join(' ')
    const cutOff = row.broken_off === 0 ? '' : ` ${row.broken_off} ${escaped(texts.cut_off)}`
    const codes = row.codes.map(seen => mark(seen.code, seen)).join(' ')
    return `<tr><td>${route(row)}</td><td class="n">${row.requests}</td><td>${statuses}${cutOff}</td><td>${codes}</td></tr>`
  }
  const heads = [texts.endpoint, texts.requests, texts.statuses, texts.codes].map(text => `<th>${escaped(text)}</th>`)
  const unknown = unknown_routes.map(row => {
    const takes =
      row.takes === undefined ? '' : ` (${escaped(texts.takes.replace('{{methods}}', row.takes.join(', ')))})`
    return `<li>${route(row)} ×${row.count}${takes}</li>`
  })
  return `<!doctype html>
<html lang="${escaped(texts.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(texts.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(texts.title)}</h1>
<p>${escaped(texts.about)}</p>
<ul class="totals">${(['endpoints', 'statuses', 'codes', 'events'] as const).map(totalItem).join('')}</ul>
<h2>${escaped(texts.endpoints)}</h2>
<table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>${endpoints.map(endpointRow).join('\n')}</tbody>
</table>
<h2>${escaped(texts.events)}</h2>
<p>${escaped(texts.events_about)}</p>
<p>${events.map(({ event, count }) => mark(event, { count, by_fault: 0 })).join(' ')}</p>
${unknown.length === 0 ? '' : `<h2>${escaped(texts.unknown)}</h2>\n<ul>${unknown.join('')}</ul>`}
${assumptions.length === 0 ? '' : assumptionTable(assumptions)}
</main>
</body>
</html>
`
}

function assumptionTable(assumptions: readonly ReliedOn[]): string {
  const rows = assumptions.map(
    ({ id, relied_on, value, title }) =>
      `<tr><td><code>${escaped(id)}</code></td><td class="n">${relied_on}</td><td class="value"><code>${escaped(JSON.stringify(value))}</code></td><td class="what">${escaped(title)}</td></tr>`,
  )
  return `<h2>Assumptions relied on</h2>
<table><thead><tr><th>Assumption</th><th class="n">Times</th><th>Value</th><th>What</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}
