import { expect, test } from 'vitest'
import { Actors, type Sender } from './actors.ts'

const SENDER: Sender = {
  tenant: 'pro',
  credential: 7,
  key: 'svc_live_…C24l',
  user_agent: 'crm-sync/2.4.1 (linux; x64) undici/7',
  instance: null,
}

test('an actor is a key in the hands of the first product that User-Agent names', () => {
  const actors = new Actors()
  expect(actors.of(SENDER)).toEqual({
    id: 1,
    tenant: 'pro',
    key: 'svc_live_…C24l',
    product: 'crm-sync/2.4.1',
    instance: null,
  })
  expect(actors.of({ ...SENDER, user_agent: 'crm-sync/2.4.1' })).toBe(actors.of(SENDER))
  expect(actors.of({ ...SENDER, user_agent: null }).product).toBe('unknown')
  expect(actors.of({ ...SENDER, user_agent: '' }).product).toBe('unknown')
})

test.each<[string, Partial<Sender>]>([
  ['another tenant', { tenant: 'free' }],
  ['another key', { credential: 8 }],
  ['another product', { user_agent: 'axios/1.7' }],
  ['another instance', { instance: 'worker-2' }],
])('%s is another actor', (_, says) => {
  const actors = new Actors()
  expect(actors.of({ ...SENDER, ...says })).not.toBe(actors.of(SENDER))
})

test('what a client sends in its headers is cut short before it is kept', () => {
  const { product, instance } = new Actors().of({
    ...SENDER,
    user_agent: 'x'.repeat(8_000),
    instance: 'y'.repeat(8_000),
  })
  expect([product.length, instance?.length]).toEqual([64, 64])
})

test('sixty-four actors are told apart; then the one that was quiet for longest is forgotten', () => {
  const actors = new Actors()
  const named = (id: number) => actors.of({ ...SENDER, instance: String(id) })
  const [first, second] = [named(0), named(1)]
  for (let id = 2; id < 64; id += 1) named(id)
  expect(named(0)).toBe(first)
  named(64)
  expect(named(0)).toBe(first)
  expect(named(1)).not.toBe(second)
})
