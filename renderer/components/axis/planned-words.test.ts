import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Expected } from './expected.ts'
import { plannedWords } from './planned-words.ts'

const t = ((key: string, values: Record<string, unknown> = {}) =>
  [key.replace(/^axis\.due\./, ''), ...Object.values(values)].join(' ')) as unknown as TFunction

const attempt = (number: number, to: string, more: object = {}) =>
  ({
    ...{
      kind: 'attempt',
      event: 'call.missed',
      url: `https://inbox.ringback.test/${to}`,
      forged: null,
      delivery_id: to,
    },
    ...{ attempt: number, scheduled: { number, of: 8 }, external_id: 'crm-1', phone_number: null, only_if: null },
    ...more,
  }) as Expected
const later = (number: number, to: string, more: object = {}) =>
  attempt(number, to, { only_if: 'attempts_fail', ...more })
const said = (...points: Expected[][]) =>
  plannedWords(
    t,
    points.map(rows => ({ rows })),
  )

test('What is planned of one delivery if needed is told by its number and its call, as its event and its receiver are told before', () => {
  const [next, ...rest] = said([attempt(3, 'missed')], [later(4, 'missed')], [later(5, 'missed')], [attempt(2, 'crm')])
  expect(next).toMatch(/^attempt which .* inbox\/missed$/)
  expect(rest.slice(0, 2)).toEqual(['which_of_call which_if 4 8 crm-1', 'which_of_call which_if 5 8 crm-1'])
  // Of two deliveries about one call nobody could tell which is meant.
  for (const text of said([later(4, 'missed')], [later(5, 'crm')])) expect(text).toMatch(/inbox\//)
})

test('Attempts at one instant that differ in their number are one short form, unless some of them come only if needed', () => {
  const taken = attempt(3, 'crm', { isTaken: true })
  const [text] = said([taken, attempt(3, 'missed')])
  expect(text).toMatch(/^attempt_to_one attempts 2 of_call call\.missed crm-1$/)
  const [other] = said([taken, attempt(3, 'missed', { external_id: 'crm-2' })])
  expect(other).toBe('attempts 2')
  const [mixed] = said([taken, later(4, 'missed')])
  expect(mixed).toContain('which_if')
})

test('Where all goes to one receiver, none is named, also of an attempt that it takes', () => {
  const words = said([attempt(2, 'crm', { isTaken: true })], [attempt(3, 'crm', { external_id: 'crm-2' })])
  expect(words.every(text => text.startsWith('attempt_to_one'))).toBe(true)
})
