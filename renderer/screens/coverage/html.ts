import { escaped } from '../../../server/contract/markup.ts'
import type { CoverageView } from '../../../server/control/protocol.ts'
import { LOOKS, matrixOf } from './matrix.ts'

/** The words of the file, in the language of the page. */
export interface HtmlTexts {
  language: string
  title: string
  about: string
  endpoint: string
  requests: string
  never: string
  statuses: string
  codes: string
  events: string
  event: string
  count: string
  unknown: string
}

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:32px auto;max-width:1200px;padding:0 16px;color:#1f1d1a}
table{border-collapse:collapse;margin:8px 0 28px;font-variant-numeric:tabular-nums}th,td{border:1px solid #dedad5;padding:3px 8px;text-align:right}
th:first-child,td:first-child{text-align:left}code{font-family:ui-monospace,monospace}.seen{background:#e2f3e9}.never{background:#fcefd8}`

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`
  return `<table><thead>${line(head.map(text => `<th scope="col">${escaped(text)}</th>`))}</thead><tbody>${rows.map(line).join('\n')}</tbody></table>`
}

/** The coverage as one file that needs nothing else. Everything from the journal is escaped. Pure. */
export function coverageHtml(coverage: CoverageView, texts: HtmlTexts): string {
  const cell = (count: number | undefined) =>
    count === undefined
      ? '<td></td>'
      : `<td class="${count > 0 ? 'seen' : 'never'}">${count > 0 ? count : escaped(texts.never)}</td>`
  const matrices = LOOKS.map(look => {
    const { columns, rows } = matrixOf(coverage, look)
    const lines = rows.map(({ endpoint: { method, path, requests }, cells }) => [
      `<td><code>${escaped(method)} ${escaped(path)}</code></td>`,
      cell(requests),
      ...columns.map(column => cell(cells.get(column)?.count)),
    ])
    return `<h2>${escaped(texts[look])}</h2>${tableOf([texts.endpoint, texts.requests, ...columns], lines)}`
  })
  const events = coverage.events.map(({ event, count }) => [`<td><code>${escaped(event)}</code></td>`, cell(count)])
  const unknown = coverage.unknown_routes.map(({ method, path, count }) => [
    `<td><code>${escaped(method)} ${escaped(path)}</code></td>`,
    `<td>${count}</td>`,
  ])
  return `<!doctype html>
<html lang="${escaped(texts.language)}"><head><meta charset="utf-8"><title>${escaped(texts.title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(texts.title)}</h1><p>${escaped(texts.about)}</p>
${matrices.join('\n')}
<h2>${escaped(texts.events)}</h2>${tableOf([texts.event, texts.count], events)}
${unknown.length === 0 ? '' : `<h2>${escaped(texts.unknown)}</h2>${tableOf([texts.endpoint, texts.count], unknown)}`}
</body></html>
`
}
