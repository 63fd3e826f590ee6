import { escaped } from '../contract/markup.ts'

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
    `<testsuites name="${inXml(name)}" ${counts}>`,
    `  <testsuite name="${inXml(name)}" ${counts}>`,
    ...cases.map(caseElement),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseElement({ name, className, seconds, failure, skipped, note }: JunitCase): string {
  const open = `    <testcase name="${inXml(name)}" classname="${inXml(className)}" time="${seconds.toFixed(3)}"`
  const inside: string[] = []
  if (skipped !== undefined) inside.push(`<skipped message="${inXml(skipped)}"/>`)
  if (failure !== undefined)
    inside.push(`<failure message="${inXml(failure.split('\n')[0] ?? '')}">${inXml(failure)}</failure>`)
  if (note !== undefined) inside.push(`<system-out>${inXml(note)}</system-out>`)
  if (inside.length === 0) return `${open}/>`
  return `${open}>\n${inside.map(element => `      ${element}\n`).join('')}    </testcase>`
}

/** Leaves out the characters that XML 1.0 cannot contain at all. */
function inXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that must not go out
  const possible = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
  return escaped(possible).replaceAll('\n', '&#10;')
}
