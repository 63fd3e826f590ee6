import { expect, test } from 'vitest'
import type { CoverageView } from './coverage.ts'
import { type CoverageTexts, coveragePage } from './coverage-page.ts'

const MARKUP = '/<script>alert("1")</script>'
const COVERAGE: CoverageView = {
  endpoints: [
    {
      id: 'listCustomers',
      method: 'GET',
      path: '/customers',
      requests: 5,
      broken_off: 1,
      statuses: [
        { status: 200, count: 4, by_fault: 1, documented: true },
        { status: 401, count: 0, by_fault: 0, documented: true },
        { status: 429, count: 2, by_fault: 2, documented: true },
      ],
      codes: [{ code: MARKUP, count: 0, by_fault: 0 }],
    },
  ],
  events: [{ event: 'call.completed', count: 0 }],
  unknown_routes: [
    { method: 'GET', path: MARKUP, count: 2 },
    { method: 'PATCH', path: '/customers', count: 1, takes: ['GET'] },
  ],
  totals: { endpoints: [1, 1], statuses: [1, 3], codes: [0, 1], events: [0, 1] },
  by_fault_only: { statuses: 1, codes: 0 },
}
const TEXTS = new Proxy({}, { get: (_, name) => `<script>${String(name)}` }) as CoverageTexts

test('the page of the coverage says what was met how often, and what was cut off', () => {
  const page = coveragePage(COVERAGE, TEXTS)
  for (const part of [
    '✓ 200 ×4',
    '○ 401',
    ' 1 &lt;script&gt;cut_off',
    '×2</li>',
    '×1 (&lt;script&gt;takes)</li>',
    '<b>1 / 3</b> &lt;script&gt;statuses (&lt;script&gt;more_by_fault)',
    '<h2>&lt;script&gt;events</h2>\n<p>&lt;script&gt;events_about</p>',
    '◐ 429 ×2 (&lt;script&gt;by_fault)',
  ])
    expect(page).toContain(part)
})

test('the page of the coverage shows what was asked, and every word, as text and never as markup', () => {
  const page = coveragePage(COVERAGE, TEXTS, [{ id: MARKUP, title: MARKUP, value: MARKUP, relied_on: 1 }])
  expect(page).toContain('/&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  expect(page).not.toContain('<script')
})
