import { expect, test } from 'vitest'
import { accusations, casesOf, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import type { Standing } from '../observations.ts'
import { webhooksLeftBehind } from './webhooks-left-behind.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function registered(): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 8; at++) client.sends('POST', '/webhooks', { status: 201 })
  client.sends('POST', '/webhooks', { status: 422 })
  return world
}

const left = (times: number, says: Partial<Standing['webhooks'][number]> = {}): Pick<Standing, 'webhooks'> => ({
  webhooks: Array.from({ length: times }, (_, index) => ({
    webhook_id: index + 1,
    tenant: 'pro',
    url: `https://crm.example.com/${index}`,
    events: ['call.missed'],
    filters: null,
    enabled: true,
    of_the_run: true,
    ...says,
  })),
})

test('more than five webhooks that are left behind are information', () => {
  const outcome = outcomeOf(webhooksLeftBehind, registered(), { standing: left(6) })
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: ['information: 6 webhooks were registered in this run and not deleted.'],
  })
  expect(evidenceOf(outcome)).toEqual([[8]])
  expect(outcome.findings[0]?.provisional).toBe(true)
  const ended = { ...left(6), ended: true }
  expect(outcomeOf(webhooksLeftBehind, registered(), { standing: ended }).findings[0]?.provisional).toBeUndefined()
  expect(accusations(registered(), left(6))).toEqual([])
  saysTheSameInAnyBatching(webhooksLeftBehind, registered(), { standing: left(6) })
})

test('five that are left are no finding, and none of them was deleted: that is open, and not met at the end', () => {
  expect(told(outcomeOf(webhooksLeftBehind, registered(), { standing: left(5) }))).toEqual({ ...NOTHING, open: 1 })
  const ended = { ...left(5), ended: true }
  expect(told(outcomeOf(webhooksLeftBehind, registered(), { standing: ended }))).toEqual(NOTHING)
})

test('it passes once all that the run has registered are deleted, whatever was there before or is another tenant’s', () => {
  for (const standing of [left(0), left(9, { of_the_run: false }), left(9, { tenant: 'max' })]) {
    const world = new ObservedWorld()
    const client = world.client()
    client.sends('POST', '/webhooks', { status: 201 })
    client.sends('DELETE', '/webhooks/1', { status: 404 })
    expect(told(outcomeOf(webhooksLeftBehind, world, { standing }))).toEqual({ ...NOTHING, open: 1 })
    client.sends('DELETE', '/webhooks/1')
    const outcome = outcomeOf(webhooksLeftBehind, world, { standing })
    expect([told(outcome), casesOf(outcome)]).toEqual([{ ...NOTHING, passed: 1 }, [[1, 3]]])
    expect(told(outcomeOf(webhooksLeftBehind, world, { standing: left(2) }))).toEqual({ ...NOTHING, open: 1 })
  }
})

test('a run that registers nothing leaves nothing behind', () => {
  expect(told(outcomeOf(webhooksLeftBehind, new ObservedWorld(), { standing: left(9) }))).toEqual(NOTHING)
})

test('a team may set from how many on', () => {
  const asked = { standing: left(6), options: { from: 7 } }
  expect(told(outcomeOf(webhooksLeftBehind, registered(), asked)).findings).toEqual([])
})
