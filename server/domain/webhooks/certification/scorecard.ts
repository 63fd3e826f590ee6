import { SECOND } from '../../../kernel/instant.ts'
import type { Certification, CertifiedCase } from './certify-receiver.ts'

type ScoredCase = Omit<CertifiedCase, 'id'> & { id: string }
/** A certification as this process made it, or as the control API answered it. */
export type Scorecard = Omit<Certification, 'cases'> & { cases: readonly ScoredCase[] }

/** The scorecard for a terminal: one line a case, and for a failed one what was expected, what was seen, and what to change. */
export function scorecardToText({ url, score, cases }: Scorecard): string {
  const lines = cases.flatMap(({ id, title, passed, expected, observed, fix }) => [
    `${passed ? 'pass' : 'FAIL'}  ${id.padEnd(longest(cases))}  ${title}`,
    ...(passed ? [] : [`      expected: ${expected}`, `      observed: ${observed}`, ...(fix ? [`      ${fix}`] : [])]),
  ])
  return `${[`${url}: ${score.passed} of ${score.total} passed`, ...lines].map(printable).join('\n')}\n`
}

/** The scorecard as a JUnit report: one suite, a test case per case, times in seconds. */
export function scorecardToJUnit({ url, score, cases }: Scorecard): string {
  const total = cases.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
  const figures = attributes({
    tests: score.total,
    failures: score.total - score.passed,
    errors: 0,
    skipped: 0,
    time: seconds(total),
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: 'ringback certify' })} ${figures}>`,
    `  <testsuite ${attributes({ name: url })} ${figures}>`,
    ...cases.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase({ id, title, passed, expected, observed, fix, duration_ms }: ScoredCase): string {
  const head = `    <testcase ${attributes({ classname: `ringback.certify.${id}`, name: title, time: seconds(duration_ms) })}`
  if (passed) return `${head}/>`
  const message = attributes({ message: `expected ${expected}, observed ${observed}`, type: id })
  return `${head}>\n      <failure ${message}>${escapeXml(fix ?? '')}</failure>\n    </testcase>`
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text for XML 1.0, in an attribute or in an element. Characters that XML cannot hold in any form become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"'\t\n\r]/g, character => ENTITIES[character]!)
    .replace(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}

/** What a receiver sends must not steer the terminal. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, '\ufffd')
}

function longest(cases: readonly ScoredCase[]): number {
  return Math.max(0, ...cases.map(({ id }) => id.length))
}

function seconds(milliseconds: number): string {
  return (milliseconds / SECOND).toFixed(3)
}
