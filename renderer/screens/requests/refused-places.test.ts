import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Told } from '../../components/gate-words.ts'
import { isStillThere, placeOfParameter, refusedPlaces } from './refused-places.ts'

const t = ((key: string) => key) as unknown as TFunction

/** A request that a check refused: with these details, where it names fields. */
const told = (step: object, details?: Record<string, string[]>, others: readonly object[] = []): Told =>
  ({
    exchange: {
      path: '/customers/99',
      trace: [...others, { outcome: 'rejected', ...step }],
      response: { body: { text: JSON.stringify({ error: { details } }) } },
      request: { body: { text: '' } },
      explanation_parts: [],
    },
    world: undefined,
  }) as unknown as Told

test('The value of a parameter is found, however its name is encoded', () => {
  const target = '/customers?per_page=10&page=abc&x%5By=1&flag'
  const textOf = (name: string) => {
    const place = placeOfParameter(target, name)
    return place && target.slice(place.from, place.to)
  }
  expect(['page', 'per_page', 'x[y', 'flag', 'none', 'age'].map(textOf)).toEqual([
    ...['abc', '10', '1', ''],
    ...[undefined, undefined],
  ])
  expect(placeOfParameter('/customers', 'page')).toBeUndefined()
})

test('Each field that was refused has its place, and is told until something else stands there', () => {
  const body = '{"phone_number":"03","staff_id":1}'
  const edited = { target: '/calls/initiate', body }
  const details = { phone_number: ['Is wrong.'], project_id: ['Is missing.'] }
  const places = refusedPlaces(t, told({ gate: 'validation' }, details), edited)
  expect(places).toEqual([
    { part: 'body', field: 'phone_number', said: 'Is wrong.', from: 17, to: 19, was: '03' },
    { part: 'body', field: 'project_id', said: 'Is missing.', from: 33, to: 33, was: undefined },
  ])
  const stillAfter = (text: string) => places.map(place => isStillThere(place, { ...edited, body: text }))
  expect(stillAfter(body)).toEqual([true, true])
  expect(stillAfter('{"phone_number":"+81", "staff_id":1}')).toEqual([false, true])
  expect(stillAfter('{"phone_number":"03","project_id":4}')).toEqual([true, false])
})

test('A field that may not be there is to be taken out with its name', () => {
  const unknown = { note: ['Is not one of name, tel1. Leave it out.'], x: ['Is not one of page. Leave it out.'] }
  const edited = { target: '/customers?page=2&x=1', body: '{"note":"a","name":"b"}' }
  const places = refusedPlaces(t, told({ gate: 'validation' }, unknown), edited)
  const left = places.map(
    ({ part, from, to }) => part !== 'key' && edited[part].slice(0, from) + edited[part].slice(to),
  )
  expect(left).toEqual(['{"name":"b"}', '/customers?page=2'])
  expect(places.map(place => isStillThere(place, { ...edited, body: '{"name":"b"}' }))).toEqual([false, true])
})

test.each([
  ['a path that nobody knows', { gate: 'route' }, '/custmers?page=1', ['target', '/custmers']],
  ['an id that is not there', { gate: 'handler', code: 'not_found' }, '/customers/99?x=1', ['target', '99']],
  ['no key', { gate: 'authenticate' }, '/customers', ['key', '']],
])('of %s it is known what to change', (_, step, target, [part, value]) => {
  const [place] = refusedPlaces(t, told(step), { target, body: '' })
  expect([place?.part, target.slice(place?.from, place?.to)]).toEqual([part, value])
})

test('Where a fault answered, what would have been refused is told, and where a limit did, nothing', () => {
  const would = { outcome: 'would_reject', gate: 'validation', figures: { fields: ['page'] } }
  const edited = { target: '/customers?page=abc', body: '' }
  expect(refusedPlaces(t, told({ gate: 'fault' }, undefined, [would]), edited)).toMatchObject([
    { field: 'page', said: 'trace.would_be_refused', was: 'abc' },
  ])
  expect(refusedPlaces(t, told({ gate: 'rate' }, undefined, [would]), edited)).toEqual([])
})
