export interface JunitCase {
  readonly name: string
  readonly className: string
  readonly seconds: number
  /** What went wrong; `undefined` when nothing did. */
  readonly failure: string | undefined
  /** What else there is to say. */
  readonly note?: string | undefined
  /** Why it was not tried; `undefined` when it was. */
  readonly skipped?: string | undefined
}

/** A JUnit file with one suite. */
export function junit({ name, cases }: { name: string; cases: readonly JunitCase[] }): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(row => row.skipped !== undefined).length
  const seconds = cases.reduce((sum, row) => sum + row.seconds, 0).toFixed(3)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(name)}" ${counts}>`,
    `  <testsuite name="${escaped(name)}" ${counts}>`,
    ...cases.map(caseElement),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseElement({ name, className, seconds, failure, skipped, note }: JunitCase): string {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(className)}" time="${seconds.toFixed(3)}"`
  const inside: string[] = []
  if (skipped !== undefined) inside.push(`<skipped message="${escaped(skipped)}"/>`)
  if (failure !== undefined)
    inside.push(`<failure message="${escaped(failure.split('\n')[0] ?? '')}">${escaped(failure)}</failure>`)
  if (note !== undefined) inside.push(`<system-out>${escaped(note)}</system-out>`)
  if (inside.length === 0) return `${open}/>`
  return `${open}>\n${inside.map(element => `      ${element}\n`).join('')}    </testcase>`
}

/** Leaves out the characters that XML 1.0 cannot contain at all. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that must not go out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\n', '&#10;')
  )
}
