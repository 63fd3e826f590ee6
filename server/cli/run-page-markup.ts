import { escaped } from '../contract/markup.ts'
import { SIGNS } from './run-report.ts'
import type { Severity } from './severities.ts'

export function section(id: string, title: string, content: string): string {
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${content}\n</section>`
}

interface Folded {
  readonly id: string
  readonly title: string
  /** What stands beside the title while it is folded. */
  readonly brief: string
  readonly content: string
  readonly isOpen?: boolean
}

/** A part that is folded while nothing in it is wrong. The place that links lead to is inside, since a browser unfolds what holds that. */
export function folded({ id, title, brief, content, isOpen = false }: Folded): string {
  return `<section aria-labelledby="${id}-title"><details class="part"${isOpen ? ' open' : ''}>
<summary><h2 id="${id}-title">${title}</h2> <span class="dim">${escaped(brief)}</span></summary>
<div class="inner" id="${id}">${content}</div>
</details></section>`
}

interface Column {
  readonly name: string
  readonly isNumber?: boolean
}

/** Cells are markup. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], label: string): string {
  const classOf = (index: number) => (columns[index]?.isNumber ? ' class="n"' : '')
  const head = columns.map(({ name }, index) => `<th scope="col"${classOf(index)}>${name}</th>`).join('')
  const body = rows.map(row => `<tr>${row.map((cell, index) => `<td${classOf(index)}>${cell}</td>`).join('')}</tr>`)
  return `<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`
}

export const severityMark = (severity: Severity) =>
  `<span class="sev ${severity}">${SIGNS[severity]} ${severity}</span>`

export const notAll = (listed: number, total: number, what: string, parts = '') =>
  total > listed
    ? `<p class="about">These are the first ${listed} of ${total.toLocaleString('en')} ${what}${parts === '' ? '' : `: ${parts}`}.</p>`
    : ''
