import { expect, expectTypeOf, test } from 'vitest'
import type { AdvanceTarget, StartOptions, WorldHandle, WorldOptions } from '../../server/index.ts'

/** `npm run typecheck` proves these: where `@ts-expect-error` stands, the line has to be wrong. */
const misspelt: readonly (StartOptions | WorldOptions)[] = [
  // @ts-expect-error: no such fixture
  { fixture: 'standart' },
  // @ts-expect-error: no such assumption
  { assumptions: { 'customers.phonetik_key': 'kana' } },
]
const misspeltBelow = (world: WorldHandle) => [
  // @ts-expect-error: no such event
  world.events.trigger({ tenant: 'pro', event: 'call.mised' }),
  // @ts-expect-error: no such rule
  world.expects('double_cal'),
]

test('a misspelt fixture, assumption, event or rule does not compile; names, targets, instants and ids of others do', () => {
  expect([misspelt.length, typeof misspeltBelow]).toEqual([2, 'function'])
  type To = Exclude<Parameters<WorldHandle['clock']['advance']>[0]['to'], undefined>
  type Event = NonNullable<NonNullable<Parameters<WorldHandle['deliveries']['waitFor']>[0]>['event']>
  expectTypeOf<AdvanceTarget>().toExtend<To>()
  expectTypeOf<'2026-03-10T15:00:00Z'>().toExtend<To>()
  expectTypeOf<'call.missed,call.completed'>().toExtend<Event>()
  expectTypeOf<'acme'>().toExtend<Parameters<WorldHandle['tenant']>[0]>()
  expectTypeOf<'of.another.version'>().toExtend<Parameters<WorldHandle['assumptions']['get']>[0]>()
  expectTypeOf<{ clock: '2026-03-10T15:00:00Z'; pace: 'eager' }>().toExtend<StartOptions>()
})

test('what an editor offers are the names themselves, also where others are taken', () => {
  // A union with plain `string` would have swallowed them.
  expectTypeOf<Exclude<StartOptions['clock'], undefined>>().not.toEqualTypeOf<string>()
  expectTypeOf<Exclude<StartOptions['pace'], undefined>>().not.toEqualTypeOf<string | number>()
  expectTypeOf<Exclude<Parameters<WorldHandle['clock']['advance']>[0]['to'], undefined>>().not.toEqualTypeOf<string>()
  expectTypeOf<Parameters<WorldHandle['tenant']>[0]>().not.toEqualTypeOf<string>()
  expectTypeOf<Parameters<WorldHandle['assumptions']['get']>[0]>().not.toEqualTypeOf<string>()
  expectTypeOf<Exclude<WorldOptions['fixture'], undefined>>().toEqualTypeOf<'standard' | 'empty' | 'large' | 'edge'>()
})
