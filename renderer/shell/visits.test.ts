import { expect, test } from 'vitest'
import { type Visit, visitOf, wayWith } from './visits.ts'

const wayOf = (...addresses: string[]) =>
  addresses
    .map(address => visitOf(...(address.split('?').concat('') as [string, string])))
    .reduce<readonly Visit[]>(wayWith, [])
    .map(({ address }) => address)

test('A link to another screen leads back to what was open where it stood, through several screens', () => {
  expect(wayOf('/requests/r1', '/limits/pro?request=r1')).toEqual(['/requests/r1', '/limits/pro?request=r1'])
  expect(wayOf('/live', '/requests/r1?present', '/limits/pro?present')).toEqual([
    '/live',
    '/requests/r1',
    '/limits/pro',
  ])
})

test('What is opened within a screen does not lengthen the way, and going back shortens it', () => {
  expect(wayOf('/requests/r1', '/limits/pro', '/limits/max', '/limits')).toEqual(['/requests/r1', '/limits'])
  expect(wayOf('/requests/r1', '/limits/pro', '/requests/r1')).toEqual(['/requests/r1'])
})

test('A link from one list of a screen to another leads back as well, and so does a tab, which makes no way in circles', () => {
  const [webhook, deliveries] = ['/webhooks/subscriptions/2', '/webhooks/deliveries?webhook=2']
  expect(wayOf(webhook, deliveries)).toEqual([webhook, deliveries])
  // Its filter taken off, it is the same list.
  expect(wayOf(webhook, deliveries, '/webhooks/deliveries')).toEqual([webhook, '/webhooks/deliveries'])
  expect(wayOf(webhook, deliveries, webhook)).toEqual([webhook])
  expect(wayOf('/webhooks', '/webhooks/deliveries')).toEqual(['/webhooks', '/webhooks/deliveries'])
  const way = ['/live', webhook, deliveries, '/webhooks/events']
  expect(wayOf(...way)).toEqual(way)
  expect(wayOf(...way, '/webhooks/deliveries')).toEqual(['/live', webhook, '/webhooks/deliveries'])
})

test('A screen that is chosen by its name begins a way of its own, and so does another world', () => {
  expect(wayOf('/requests/r1', '/limits', '/limits/pro')).toEqual(['/limits/pro'])
  expect(wayOf('/live', '/webhooks/deliveries?webhook=2', '/webhooks')).toEqual(['/webhooks'])
  expect(wayOf('/requests/r1', '/w/qa/requests?present')).toEqual(['/w/qa/requests'])
})
