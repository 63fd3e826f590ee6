import { expect, test } from 'vitest'
import { ObservedWorld } from '../../tests/support/observed.ts'
import { Ring } from './ring.ts'

test('an exchange is remembered with both clocks, its answer and its hashes', () => {
  const world = new ObservedWorld()
  world.advances(60)
  const client = world.client()
  const refused = client.sends('GET', '/customers/7', {
    status: 429,
    retry_after: 34_211,
    fault_id: 3,
    answered: 'cut',
    takes: 0.25,
  })
  const plain = client.sends('GET', '/nowhere', { status: 404 })
  const ring = new Ring()
  ring.note(refused)
  ring.note(plain)
  const { real_us, at, leapt } = refused.began
  expect([...ring.exchanges()]).toEqual([
    {
      seq: 1,
      actor: client.actor.id,
      connection: refused.connection,
      began: { real_us, at, leapt },
      took_us: 250_000,
      endpoint: 'getCustomer',
      status: 429,
      answered: 'cut',
      retry_after: 34_211,
      fingerprint: refused.fingerprint,
      sweep: refused.sweep,
      answer: refused.answer,
      fault_id: 3,
    },
    expect.objectContaining({ seq: 2, endpoint: null, retry_after: null, fault_id: null, answered: 'whole' }),
  ])
})

test('it begins small, takes no more than 8 MB, and forgets the oldest of more than a hundred thousand', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const ring = new Ring()
  expect(ring.bytes).toBeLessThan(32_000)
  const request = client.sends('GET', '/customers/7')
  for (let seq = 1; seq <= 100_300; seq += 1) ring.note({ ...request, seq })
  expect(ring.bytes).toBe(8_000_000)
  expect(ring.size).toBe(100_000)
  const seqs = Array.from(ring.exchanges(), ({ seq }) => seq)
  expect([seqs.length, seqs[0], seqs.at(-1)]).toEqual([100_000, 301, 100_300])
  expect(seqs.every((seq, index) => seq === index + 301)).toBe(true)
})
