import { expect, test } from 'vitest'
import { idOfNumber, nounOfWhole } from './palette-ids.ts'
import { type Group, type Named, rankedBut } from './palette-rank.ts'

const named = (...labels: string[]) => labels.map(label => ({ label }))
const groups: Group<Named>[] = [
  {
    group: 'Go to',
    actions: [...named('Calls', 'Webhooks › Deliveries'), { label: 'Limits', keywords: 'rate limit, quota' }],
  },
  { group: 'Do', actions: named('Save a snapshot', 'Place a call for pro', 'Reset world') },
  { group: 'Rules', actions: named('Once a call is lost') },
  { group: 'Clock', actions: named('Note every delivery', 'To midnight, when quotas reset') },
]
const found = (query: string) =>
  rankedBut('Rules')(query, groups).flatMap(({ actions }) => actions.map(({ label }) => label))

test('The palette finds what has every word that was typed, in any order and by other words', () => {
  expect(found('snap sav')).toEqual(['Save a snapshot'])
  expect(found('pro call')).toEqual(['Place a call for pro'])
  expect(found('deliveries web')).toEqual(['Webhooks › Deliveries'])
  expect(found('rate limit')).toEqual(['Limits'])
  expect(found('ＣＡＬＬＳ')).toEqual(['Calls'])
  expect(found('calls zzz')).toEqual([])
})

test('What begins with the words comes before what has them somewhere, over all groups', () => {
  expect(found('call')).toEqual(['Calls', 'Place a call for pro', 'Once a call is lost'])
  expect(found('reset')).toEqual(['Reset world', 'To midnight, when quotas reset'])
  expect(found('quota')).toEqual(['Limits', 'To midnight, when quotas reset'])
  expect(found('deliv')).toEqual(['Webhooks › Deliveries', 'Note every delivery'])
})

test('The name before a dot is a whole one: who types it means that, and not what has it among its words', () => {
  const things = [
    { group: 'Webhooks', actions: [{ label: 'webhook 2 · pro · https://crm.test/pro', keywords: 'pro' }] },
    { group: 'Tenants', actions: named('pro · Minato Realty') },
  ]
  const names = rankedBut('Rules')('pro', things).map(({ group }) => group)
  expect(names).toEqual(['Tenants', 'Webhooks'])
})

test('What Japanese says of a name behind it comes no sooner than what English says of it in front', () => {
  const inEither = (...[limits, webhook, use]: string[]) =>
    rankedBut('Rules')('pro', [
      { group: 'Webhooks', actions: named(webhook ?? '') },
      { group: 'Tenants', actions: named('pro · Minato Realty', limits ?? '') },
      { group: 'Do', actions: named(use ?? '') },
    ]).map(({ group }) => group)
  const order = ['Tenants', 'Webhooks', 'Do']
  expect(inEither('Limits of pro', 'webhook 2 · pro', 'Tenant pro: use up today')).toEqual(order)
  expect(inEither('pro の利用制限', 'Webhook 2 · pro', 'pro の今日のリクエストを使い切る')).toEqual(order)
})

test('A slip in a word finds what was meant, and only where nothing has the words as they stand', () => {
  expect(['limts', 'limmits', 'limist', 'lim1ts'].map(found)).toEqual(Array(4).fill(['Limits']))
  expect(found('webhok')).toEqual(['Webhooks › Deliveries'])
  expect(found('snapshto save')).toEqual(['Save a snapshot'])
  expect(found('qouta')).toEqual(['Limits', 'To midnight, when quotas reset'])
  expect(found('lost')).toEqual(['Once a call is lost'])
  expect(['cxx', 'pra', 'wbhok', 'limits zzzz'].flatMap(found)).toEqual([])
})

test('Who says to go there finds the same', () => {
  expect(['go to limits', 'Open limits', 'go to limts', 'limitsを開く', 'limits へ'].map(found)).toEqual(
    Array(5).fill(['Limits']),
  )
})

test('Before anything is typed all stands in its order', () => {
  expect(found(' ')).toEqual(groups.flatMap(({ actions }) => actions.map(({ label }) => label)))
})

test('A number is the one of a request with or without its mark, and an id is a thing only when it is whole', () => {
  expect(['#102', '102', '5', '#007'].map(idOfNumber)).toEqual(['00000066-', '00000066-', '00000005-', '00000007-'])
  expect(['0', '#0', '007', '03-1234', '81312340001', 'w1'].map(idOfNumber)).toEqual(Array(6).fill(undefined))
  expect(nounOfWhole('call_c48')).toBe(undefined)
  expect([`call_${'c4'.repeat(10)}`, `evt_${'0a'.repeat(12)}`, `key_${'0a'.repeat(8)}`].map(nounOfWhole)).toEqual([
    'call',
    'event',
    'key',
  ])
})
