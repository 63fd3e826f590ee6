import { expect, test } from 'vitest'
import { faultTyped } from './forward-fault.tsx'

test('Nothing is wrong with what is being typed before it can be told', () => {
  const isQuiet = (field: 'from' | 'to', whole: string) =>
    Array.from(whole, (_, at) => faultTyped(field, whole.slice(0, at))).every(fault => fault === undefined)
  expect(isQuiet('from', 'https://')).toBe(true)
  expect(isQuiet('to', 'http://')).toBe(true)
  expect(faultTyped('from', 'https://crm.example.com/hooks')).toBeUndefined()
  expect(faultTyped('to', ' http://127.0.0.1:3000/hooks ')).toBeUndefined()
})

test('What no rule can have is told at once', () => {
  expect(
    [
      'http://',
      'http://crm.example.com',
      'https://inbox.ringback.test/crm',
      'HTTPS://crm.example.com',
      'crm.example',
    ].map(typed => faultTyped('from', typed)),
  ).toEqual(['forward_source', 'forward_source', 'forward_source_inbox', 'forward_source_case', 'forward_source'])
  expect(
    ['localhost:3000', 'http://127.0.0.1:99999', 'http://127.0.0.1?x'].map(typed => faultTyped('to', typed)),
  ).toEqual(['forward_target', 'forward_target_port', 'forward_target_query'])
})
