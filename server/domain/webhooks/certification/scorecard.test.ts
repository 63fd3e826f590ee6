import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CertifyResult } from '../../../control/protocol.ts'
import { escapeXml, scorecardToJUnit, scorecardToText } from './scorecard.ts'

const result: CertifyResult = {
  url: 'https://crm.example.com/hook?a=1&b=2',
  passed: false,
  score: { passed: 1, total: 2 },
  cases: [
    {
      id: 'valid',
      title: 'Accepted',
      passed: true,
      expected: '2xx',
      observed: '200 after 4 ms',
      fix: null,
      duration_ms: 4,
    },
    {
      id: 'slow',
      title: 'In "time" <soon>',
      passed: false,
      expected: '2xx within 15 s',
      observed: "no answer (it's \u001b[31mred\u0000)",
      fix: 'Answer first & work later.',
      duration_ms: 15_004,
    },
  ],
}

test('JUnit: counts, times and failures, with everything escaped', () => {
  expect(scorecardToJUnit(result)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="ringback certify" tests="2" failures="1" errors="0" skipped="0" time="15.008">
  <testsuite name="https://crm.example.com/hook?a=1&amp;b=2" tests="2" failures="1" errors="0" skipped="0" time="15.008">
    <testcase classname="ringback.certify.valid" name="Accepted" time="0.004"/>
    <testcase classname="ringback.certify.slow" name="In &quot;time&quot; &lt;soon&gt;" time="15.004">
      <failure message="expected 2xx within 15 s, observed no answer (it&apos;s \ufffd[31mred\ufffd)" type="slow">Answer first &amp; work later.</failure>
    </testcase>
  </testsuite>
</testsuites>
`)
})

test('text: a line per case, and the way out of a failed one; nothing in it can steer a terminal', () => {
  expect(scorecardToText(result)).toBe(`https://crm.example.com/hook?a=1&b=2: 1 of 2 passed
pass  valid  Accepted
FAIL  slow   In "time" <soon>
      expected: 2xx within 15 s
      observed: no answer (it's \ufffd[31mred\ufffd)
      Answer first & work later.
`)
})

test('any text becomes well-formed XML that reads back as the same text, but for characters that XML cannot hold', () => {
  const named: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    '#9': '\t',
    '#10': '\n',
    '#13': '\r',
  }
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'&<>"\']]>\t\n\r\u0000\u001b\ufffe\ud800é📞') }),
  )
  const forbidden = (code: number) =>
    (code < 0x20 && ![9, 10, 13].includes(code)) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0xfffe ||
    code === 0xffff
  fc.assert(
    fc.property(anything, text => {
      const escaped = escapeXml(text)
      expect(escaped).toMatch(/^(?:[^&<>"'\t\n\r]|&(?:amp|lt|gt|quot|apos|#9|#10|#13);)*$/u)
      expect(Array.from(escaped).some(character => forbidden(character.codePointAt(0)!))).toBe(false)
      const readBack = escaped.replace(/&([^;]+);/g, (_, name: string) => named[name]!)
      expect(readBack).toBe(
        Array.from(text, character => (forbidden(character.codePointAt(0)!) ? '\ufffd' : character)).join(''),
      )
    }),
    { numRuns: 500 },
  )
})
