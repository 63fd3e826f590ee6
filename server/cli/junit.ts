export interface JunitCase {
  readonly name: string
  readonly className: string
  readonly seconds: number
  /** What went wrong; `undefined` when nothing did. */
  readonly failure: string | undefined
}

/** A JUnit file with one suite. */
export function junit({ name, cases }: { name: string; cases: readonly JunitCase[] }): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const seconds = cases.reduce((sum, row) => sum + row.seconds, 0).toFixed(3)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${seconds}"`
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

function caseElement({ name, className, seconds, failure }: JunitCase): string {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(className)}" time="${seconds.toFixed(3)}"`
  if (failure === undefined) return `${open}/>`
  const [title = ''] = failure.split('\n')
  return `${open}>\n      <failure message="${escaped(title)}">${escaped(failure)}</failure>\n    </testcase>`
}

/** Characters that XML 1.0 cannot hold at all are left out. */
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
