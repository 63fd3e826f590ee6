import { expect, test } from 'vitest'
import { ObservedWorld } from '../../tests/support/observed.ts'
import { MOST_EVIDENCE, MOST_FINDINGS } from './bounds.ts'
import { atMost, Draft, Found, glimpse } from './found.ts'
import { say } from './say.ts'

const request = () => new ObservedWorld().client().sends('GET', `/customers?name=${'x'.repeat(100)}`)
const said = { severity: 'error' as const, message: say('redirects', 'some', { webhook: 1, count: 1, status: 301 }) }

test('what is kept of a request has nothing that is as long as the client likes', () => {
  expect(JSON.stringify(glimpse(request()))).not.toContain('xxx')
  const draft = Draft.by(request(), 'id')
  draft.add(request())
  expect(JSON.stringify(draft.finding(said))).not.toContain('xxx')
})

test('a finding lists so many requests and deliveries, and counts all', () => {
  const draft = Draft.by(request(), 'id')
  for (let at = 0; at < 2 * MOST_EVIDENCE; at++) {
    draft.add(request())
    draft.addDelivery(`${at}`)
  }
  draft.addDelivery('last')
  const { evidence, deliveries, totals } = draft.finding(said)
  expect([evidence.length, deliveries.length, draft.times]).toEqual([
    MOST_EVIDENCE,
    MOST_EVIDENCE,
    4 * MOST_EVIDENCE + 1,
  ])
  expect(totals).toEqual({ evidence: 2 * MOST_EVIDENCE, deliveries: 2 * MOST_EVIDENCE + 1 })
  expect(evidence.map(({ role }) => role).slice(0, 3)).toEqual(['first', 'repeat', 'repeat'])
})

test('a finding that lists all it is about leaves nothing out', () => {
  const draft = Draft.by(request(), 'id')
  for (let at = 0; at < MOST_EVIDENCE; at++) draft.add(request())
  expect(draft.finding(said).totals).toEqual({ evidence: MOST_EVIDENCE, deliveries: 0 })
})

test('a finding stays as it was told while its draft grows', () => {
  const draft = Draft.by(request(), 'id')
  draft.add(request())
  draft.waste(request())
  const finding = draft.finding(said)
  draft.add(request())
  draft.addDelivery('d')
  draft.waste(request())
  expect([finding.evidence.length, finding.deliveries.length, [...(finding.wasted ?? [])]]).toEqual([
    1,
    0,
    [['2026-03-10', 1]],
  ])
})

test('the first findings of a rule are listed, and the others counted', () => {
  const found = new Found<number>()
  for (let at = 0; at < MOST_FINDINGS + 5; at++) found.add(at)
  expect([found.kept.length, found.kept[0], found.unlisted]).toEqual([MOST_FINDINGS, 0, 5])
  const findings = Array.from({ length: MOST_FINDINGS + 5 }, (_, at) => Draft.by(request(), `${at}`).finding(said))
  const { findings: listed, more } = atMost(findings, 2)
  expect([listed.length, listed[0]?.id, more]).toEqual([MOST_FINDINGS, '0', 7])
})
