import { expect, test } from 'vitest'
import { shownToOthers } from '../data/shown-to-others.ts'
import { veiledBody, veiledTarget } from './veiled-text.ts'

const BODY = `{
  "name": "A",
  "tel1": "03-9876-5432",
  "tel2": "03-1111-5432",
  "project_id": "x"
}`

test('What is not hidden of a body is changed, and what is hidden is sent as it was, each value in its place', () => {
  const veiled = veiledBody(BODY, shownToOthers)!
  expect(veiled.shown).toContain('"tel1": "03-••••-5432"')
  expect(veiled.shown).not.toMatch(/9876|1111/)
  expect(veiled.sentFor(veiled.shown)).toBe(BODY)
  expect(veiled.sentFor(veiled.shown.replace('"x"', '13'))).toBe(BODY.replace('"x"', '13'))
  // Written anew, or taken out.
  expect(veiled.sentFor(veiled.shown.replace('"tel1": "03-••••-5432"', '"tel1": null'))).toBe(
    BODY.replace('"03-9876-5432"', 'null'),
  )
  expect(veiled.sentFor(veiled.shown.replace('  "tel1": "03-••••-5432",\n', ''))).toBe(
    BODY.replace('  "tel1": "03-9876-5432",\n', ''),
  )
})

test.each([
  ['changed in itself', (shown: string) => shown.replace('"03-••••-5432"', '"04-••••-5432"')],
  ['that stands elsewhere', (shown: string) => shown.replace('"tel1"', '"tel3"')],
  ['in what is no JSON', (shown: string) => shown.replace('{', '')],
])('No dots are sent for a hidden value %s', (_, edit) => {
  const veiled = veiledBody(BODY, shownToOthers)!
  expect(veiled.sentFor(edit(veiled.shown))).toBeUndefined()
})

test.each([
  ['that is no JSON', 'tel1=03-9876-5432'],
  ['whose number has no quotes', '{"tel1":9087654321}'],
  ['with a hidden key', '{"svc_live_abcdefghijkl":"a"}'],
])('A body %s is not for editing while it is shown', (_, body) => {
  expect(veiledBody(body, shownToOthers)).toBeUndefined()
})

test('Of a query each parameter but the hidden one is changed', () => {
  const veiled = veiledTarget('/customers?phone_number=0312340001&limit=x', shownToOthers)!
  expect(veiled.shown).toBe('/customers?phone_number=03••••0001&limit=x')
  expect(veiled.sentFor('/customers?limit=5&phone_number=03••••0001')).toBe(
    '/customers?limit=5&phone_number=0312340001',
  )
  expect(veiled.sentFor('/customers?phone_number=03••••0002')).toBeUndefined()
  expect(veiledTarget('/customers?limit=1', shownToOthers)?.sentFor('/calls')).toBe('/calls')
})
