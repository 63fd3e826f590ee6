import { expect, test } from 'vitest'
import { dialling, dials } from '../../../tests/support/dialling.ts'
import { accusations, casesOf, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { hash, ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { lists } from '../../../tests/support/paging.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { conflictNotResolved } from './conflict-not-resolved.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }
const UNASKED = ['warning: #1 was answered 409, and for 1 min nothing was asked about the call of its external_id.']

function conflict(): { world: ObservedWorld; client: ObservedClient } {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { as: 'crm-1', status: 409 })
  return { world, client }
}

test('a client that goes on after a 409 and asks nothing for a minute is warned', () => {
  const { world, client } = conflict()
  world.passes(61)
  client.sends('GET', '/customers')
  const outcome = outcomeOf(conflictNotResolved, world)
  expect(told(outcome)).toEqual({ ...NOTHING, findings: UNASKED })
  expect(evidenceOf(outcome)).toEqual([[1]])
  expect(accusations(world)).toEqual(['conflict_not_resolved: warning'])
  saysTheSameInAnyBatching(conflictNotResolved, world)
})

/** A list in which there is a call. */
const FOUND: RequestSays = { paging: { page: null, current_page: 1, last_page: 1, total: 1 } }
const OURS: RequestSays = { external_id: hash('crm-1') }

test.each<[what: string, target: string, says: RequestSays]>([
  ['lists the calls of the day', '/calls?from=2026-03-10&to=2026-03-10', FOUND],
  ['lists the calls of the external_id', '/calls?external_id=crm-1', { ...FOUND, ...OURS }],
  ['fetches the call', '/calls/7', OURS],
])('a client that %s has looked for the call', (_, target, says) => {
  const { world, client } = conflict()
  world.passes(60)
  client.sends('GET', target, says)
  world.passes(61)
  client.sends('GET', '/customers')
  const outcome = outcomeOf(conflictNotResolved, world)
  expect([told(outcome), casesOf(outcome)]).toEqual([{ ...NOTHING, passed: 1 }, [[1, 2]]])
  expect(accusations(world)).toEqual([])
})

const EMPTY: RequestSays = { paging: { page: null, current_page: 1, last_page: 1, total: 0 } }

test.each<[what: string, target: string, says: RequestSays]>([
  ['is refused the call', '/calls/7', { status: 429 }],
  ['asks for the external_id in the place of the id', '/calls/crm-1', { status: 404, ...OURS }],
  ['is refused the list', '/calls', { status: 500 }],
  ['finds no call', '/calls?external_id=crm-1', { ...EMPTY, ...OURS }],
  ['never has the whole list', '/calls', { ...FOUND, answered: 'cut' }],
  ['is answered a list that is none', '/calls', {}],
])('a client that looks and %s is not blamed, and has resolved nothing before it finds the call', (_, target, says) => {
  const { world, client } = conflict()
  world.passes(60)
  client.sends('GET', target, says)
  world.passes(61)
  client.sends('GET', '/customers')
  const outcome = outcomeOf(conflictNotResolved, world, { standing: { ended: true } })
  expect([told(outcome), accusations(world)]).toEqual([{ ...NOTHING, open: 1 }, []])
  client.sends('GET', '/calls/7', OURS)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('to call the same person under another external_id resolves it, once that call is placed', () => {
  const { world, client } = conflict()
  dials(client, { as: 'crm-2', status: 429 })
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, open: 1 })
  dials(client, { as: 'crm-2' })
  const outcome = outcomeOf(conflictNotResolved, world)
  expect([told(outcome), casesOf(outcome)]).toEqual([{ ...NOTHING, passed: 1 }, [[1, 3]]])
})

test('to call the person of a lost call under another external_id resolves nothing', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { as: 'crm-1', answered: 'cut' })
  world.passes(1)
  dials(client, { as: 'crm-1', status: 409 })
  world.passes(40)
  dials(client, { as: 'crm-2' })
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, open: 1 })
  const why =
    '#3 called the same person under another external_id, which does not settle it: #1 had called this person already, and its answer was lost.'
  const ended = outcomeOf(conflictNotResolved, world, { standing: { ended: true } })
  expect(told(ended).findings).toEqual([
    `warning: #2 was answered 409; the client went on, and nothing was asked about the call of its external_id before the end. ${why}`,
  ])
  world.passes(21)
  const outcome = outcomeOf(conflictNotResolved, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      `warning: #2 was answered 409, and for 1 min nothing was asked about the call of its external_id. ${why}`,
    ],
  })
  expect(outcome.findings[0]?.evidence.map(({ request: { seq }, role }) => [seq, role])).toEqual([
    [2, 'first'],
    [3, 'another_call'],
  ])
})

test.each<[what: string, first: Parameters<typeof dials>[1]]>([
  ['whose answer had arrived', {}],
  ['to somebody else', { to: '03-1234-0002', answered: 'cut' }],
])('after the 409 of a call %s, another external_id resolves it', (_, first) => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { as: 'crm-1', ...first })
  world.passes(1)
  dials(client, { as: 'crm-1', status: 409 })
  dials(client, { as: 'crm-2' })
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, passed: 1 })
})

test.each([
  ['somebody else under another external_id', { as: 'crm-2', to: '03-1234-0002' }],
  ['the same person without an external_id', {}],
])('to call %s does not', (_, how) => {
  const { world, client } = conflict()
  dials(client, how)
  world.passes(61)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, findings: UNASKED })
})

test.each<[what: string, target: string, says: RequestSays]>([
  ['lists the calls of another external_id', '/calls?external_id=crm-2', { external_id: hash('crm-2') }],
  ['fetches another call', '/calls/8', { external_id: hash('crm-2') }],
  ['fetches a call that has no external_id', '/calls/8', {}],
  ['fetches a call that nobody knows', '/calls/nope', { status: 404, external_id: hash('nope') }],
  ['fetches a call by an id that is too long', '/calls/9', { status: 404 }],
  ['lists customers', '/customers', { external_id: hash('crm-1') }],
])('a client that %s has not', (_, target, says) => {
  const { world, client } = conflict()
  client.sends('GET', target, says)
  world.passes(61)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, findings: UNASKED })
})

test('to ask after a minute, of either clock, is too late', () => {
  const { world, client } = conflict()
  world.passes(30)
  world.advances(30.1)
  client.sends('GET', '/calls/7', { external_id: hash('crm-1') })
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, findings: UNASKED })
})

test('another tenant looks for its own calls', () => {
  const { world, client } = conflict()
  world.client({ tenant: 'max' }).sends('GET', '/calls')
  client.sends('GET', '/customers')
  world.passes(61)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, findings: UNASKED })
})

test('another worker of the tenant may look for it', () => {
  const { world, client } = conflict()
  lists(world.client({ instance: 'b' }), '/calls')
  client.sends('GET', '/customers')
  world.passes(61)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('a list that was asked for before the 409 tells nothing of it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const list = client.begins('GET', '/calls')
  world.passes(0.01)
  dials(client, { as: 'crm-1', status: 409 })
  list.ends()
  world.passes(61)
  client.sends('GET', '/customers')
  expect(told(outcomeOf(conflictNotResolved, world)).findings).toHaveLength(1)
})

test('a list that was asked for together with the initiation is taken for a look, and is no proof', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const list = client.begins('GET', '/calls', FOUND)
  dials(client, { as: 'crm-1', status: 409 })
  list.ends()
  world.passes(61)
  client.sends('GET', '/customers')
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, open: 1 })
})

test('a 409 that is the last thing of a run is no mistake', () => {
  const { world } = conflict()
  world.passes(61)
  expect(told(outcomeOf(conflictNotResolved, world, { standing: { ended: true } }))).toEqual({ ...NOTHING, open: 1 })
})

test('what other clients do, does not make it less the last thing', () => {
  const { world } = conflict()
  world.passes(61)
  world.client({ product: 'other/1' }).sends('GET', '/customers')
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, open: 1 })
})

test('within the minute nothing is decided but by the end of the world', () => {
  const { world, client } = conflict()
  client.sends('GET', '/customers')
  world.passes(59.998)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, open: 1 })
  expect(told(outcomeOf(conflictNotResolved, world, { standing: { ended: true } })).findings).toEqual([
    'warning: #1 was answered 409; the client went on, and nothing was asked about the call of its external_id before the end.',
  ])
})

test('a request that another worker had on its way does not know of the 409', () => {
  const { world, client } = conflict()
  client.reconnects()
  world.passes(0.2)
  client.sends('GET', '/customers')
  expect(told(outcomeOf(conflictNotResolved, world, { standing: { ended: true } }))).toEqual({ ...NOTHING, open: 1 })
  world.passes(0.048)
  client.sends('GET', '/customers')
  expect(told(outcomeOf(conflictNotResolved, world, { standing: { ended: true } })).findings).toHaveLength(1)
})

test('of requests that begin at once, the one that ends last is the latest', () => {
  const { world, client } = conflict()
  const other = new ObservedClient(world, client.actor).begins('GET', '/customers')
  client.sends('GET', '/customers')
  const isBlamed = () => outcomeOf(conflictNotResolved, world, { standing: { ended: true } }).findings.length === 1
  expect(isBlamed()).toBe(true)
  other.ends()
  expect(isBlamed()).toBe(false)
})

test('a request that began before the 409 was answered is not what the client did after it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const refused = client.begins('POST', '/calls/initiate', dialling({ as: 'crm-1', status: 409 }))
  const other = client.begins('GET', '/customers')
  world.passes(0.1)
  refused.ends()
  world.passes(61)
  other.ends()
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual({ ...NOTHING, open: 1 })
})

test('only a 409 to an initiation is one', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { as: 'crm-1' })
  client.sends('POST', '/customers', { status: 409, external_id: hash('crm-1') })
  client.sends('GET', '/customers')
  world.passes(61)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual(NOTHING)
})

test('a 409 without an external_id names no call', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { status: 409 })
  client.sends('GET', '/customers')
  world.passes(61)
  expect(told(outcomeOf(conflictNotResolved, world))).toEqual(NOTHING)
})
