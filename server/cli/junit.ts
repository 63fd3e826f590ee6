import { escaped } from '../contract/markup.ts'

export interface JunitCase {
  readonly name: string
  readonly className: string
  readonly seconds: number
  /** What went wrong, in short on the first line; `undefined` when nothing did. */
  readonly failure: string | undefined
  /** What kind of failure it is, by which readers group them. */
  readonly type?: string | undefined
  /** What else there is to say. */
  readonly note?: string | undefined
  /** Why it was not tried; `undefined` when it was. */
  readonly skipped?: string | undefined
}

interface Suite {
  readonly name: string
  readonly cases: readonly JunitCase[]
  /** How long all of it took, where that is more than its cases did. */
  readonly seconds?: number | undefined
  /** When it began, in real time: ISO 8601. */
  readonly timestamp?: string | undefined
  readonly properties?: Readonly<Record<string, string>> | undefined
}

/** A JUnit file with one suite, as Jenkins, GitLab and the reporters of GitHub read it. */
export function junit({ name, cases, seconds: took, timestamp, properties }: Suite): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(row => row.skipped !== undefined).length
  const seconds = (took ?? cases.reduce((sum, row) => sum + row.seconds, 0)).toFixed(3)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds}"`
  // The schema that most readers know takes neither fractions of a second nor a zone.
  const began = timestamp === undefined ? '' : ` timestamp="${timestamp.slice(0, 19)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${inXml(name)}" ${counts}>`,
    `  <testsuite name="${inXml(name)}" ${counts}${began}>`,
    ...propertyLines(properties, '    '),
    ...cases.map(caseElement),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function propertyLines(properties: Suite['properties'], indent: string): string[] {
  const rows = Object.entries(properties ?? {})
  if (rows.length === 0) return []
  return [
    `${indent}<properties>`,
    ...rows.map(([name, value]) => `${indent}  <property name="${inXml(name)}" value="${inXml(value)}"/>`),
    `${indent}</properties>`,
  ]
}

function caseElement({ name, className, seconds, failure, type, skipped, note }: JunitCase): string {
  const open = `    <testcase name="${inXml(name)}" classname="${inXml(className)}" time="${seconds.toFixed(3)}"`
  const inside: string[] = []
  if (skipped !== undefined) inside.push(`<skipped message="${inXml(skipped)}"/>`)
  if (failure !== undefined)
    inside.push(
      `<failure message="${inXml(failure.split('\n')[0] ?? '')}"${type === undefined ? '' : ` type="${inXml(type)}"`}>${inContent(failure)}</failure>`,
    )
  if (note !== undefined) inside.push(`<system-out>${inContent(note)}</system-out>`)
  if (inside.length === 0) return `${open}/>`
  return `${open}>\n${inside.map(element => `      ${element}\n`).join('')}    </testcase>`
}

/** Text of an attribute, which would lose its line ends otherwise. */
const inXml = (text: string): string => inContent(text).replaceAll('\n', '&#10;')

/** Text between tags, without the characters that XML 1.0 cannot contain at all. */
function inContent(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that must not go out
  const possible = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
  return escaped(possible)
}
