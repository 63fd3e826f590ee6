/** Writes the result of a command: text for a person or, with `--json`, one line for a program. */
export type Print = (data: unknown, text: string | (() => string)) => void

export function printer(json: boolean): Print {
  return (data, text) => {
    const shown = json ? JSON.stringify(data) : typeof text === 'string' ? text : text()
    if (shown !== '') process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
  }
}

/** Rows in columns that are as wide as their widest cell. Without rows, the text `none` or else only the titles. */
export function table(titles: readonly string[], rows: readonly (readonly unknown[])[], none?: string): string {
  if (rows.length === 0 && none !== undefined) return none
  const cells = [titles, ...rows].map(row =>
    row.map(cell => (cell === null || cell === undefined ? '-' : String(cell))),
  )
  const widths = titles.map((_, column) => Math.max(...cells.map(row => widthOf(row[column] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd()
  return cells.map(line).join('\n')
}

/** Names and values, one per line. */
export function facts(rows: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}`).join('\n')
}

/** Japanese characters take two columns of a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1
  return width
}
