import { expect, test } from 'vitest'
import type { LimitsView } from '../../../server/control/protocol/limits.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { nearnessOf, tenantsShown, whoMetLimits } from './tenants-shown.ts'

const asked = (tenant: string | null, status = 200) => ({ lane: 'exchange', value: { tenant, status } }) as TimelineItem

test('The limits of four tenants are shown, and which there are besides; or those of the one that was chosen', () => {
  const tenants = ['pro', 'max', 'neighbour', 'basic'].map(tenant => asked(tenant))
  const items = [asked(null, 401), ...tenants, asked('free', 429)]
  expect(tenantsShown(whoMetLimits(items), '')).toMatchObject({
    shown: ['free', 'max', 'neighbour', 'pro'],
    others: ['basic'],
  })
  expect(tenantsShown(whoMetLimits(tenants), '').others).toEqual([])
  expect(tenantsShown(whoMetLimits(items), 'neighbour')).toMatchObject({ shown: ['neighbour'], others: [] })
  expect(tenantsShown(whoMetLimits([]), '')).toMatchObject({ shown: [], others: [] })
})

test('Tenants are also shown whose limits were set, and before them those whose events the send limit has dropped', () => {
  const set = { lane: 'control', value: { kind: 'limits', tenant: 'max', set: {} } } as unknown as TimelineItem
  const dropped = (tenant: string, reason: string) => ({ lane: 'ledger', value: { tenant, reason } }) as TimelineItem
  const items = [set, asked('pro'), dropped('neighbour', 'daily_send_limit'), dropped('free', 'plan')]
  expect(tenantsShown(whoMetLimits(items), '').shown).toEqual(['neighbour', 'max', 'pro'])
  expect(tenantsShown(whoMetLimits(items), '', { most: 1 }).shown).toEqual(['neighbour'])
})

test('Whoever is open has a row before those that are nearest to a limit, and takes the place of none where all have room', () => {
  const met = whoMetLimits([asked('pro', 429), asked('max'), asked('free')])
  expect(tenantsShown(met, '', { most: 1, open: 'free' })).toMatchObject({ shown: ['free'], others: ['pro', 'max'] })
  expect(tenantsShown(met, '', { most: 2, open: 'free' }).shown).toEqual(['pro', 'free'])
  expect(tenantsShown(met, '', { open: 'free' }).shown).toEqual(tenantsShown(met, '').shown)
  expect(tenantsShown(met, '', { most: 1, open: 'neighbour' }).shown).toEqual(['neighbour'])
  expect(tenantsShown(met, 'max', { open: 'free' }).shown).toEqual(['max'])
})

const NOON = Date.parse('2026-03-10T03:00:00Z')
const limitsOf = (used: { [name in keyof LimitsView]?: number }, resets_at = '2026-03-10T15:00:00Z') =>
  Object.fromEntries(
    Object.entries({ minute: 300, burst: 100, day: 10_000, webhook_sends: 5_000 }).map(([name, limit]) => [
      name,
      { limit, used: used[name as keyof LimitsView] ?? 0, window_start: '2026-03-09T15:00:00Z', resets_at },
    ]),
  ) as unknown as LimitsView

test('The tenants that are nearest to a limit stand first, used up before all, and idle ones go before none that is in use', () => {
  const near = new Map(
    Object.entries({
      max: limitsOf({}),
      neighbour: limitsOf({}),
      pro: limitsOf({ day: 5, webhook_sends: 5 }),
      basic: limitsOf({ minute: 280 }),
      free: limitsOf({ burst: 100 }),
      later: limitsOf({ day: 10_000 }, '2026-03-10T02:00:00Z'),
    }).map(([tenant, limits]) => [tenant, nearnessOf(limits, NOON)]),
  )
  const items = ['max', 'later', 'neighbour', 'pro', 'basic', 'free'].map(tenant => asked(tenant))
  expect(tenantsShown(whoMetLimits(items), '', { most: 2, near })).toMatchObject({
    shown: ['free', 'basic'],
    others: ['pro', 'later', 'max', 'neighbour'],
  })
  // What was refused in a window that is over is not used up any more, and is shown before what was only begun.
  const refused = [asked('max', 429), ...items]
  expect(tenantsShown(whoMetLimits(refused), '', { most: 4, near }).shown).toEqual(['free', 'basic', 'max', 'pro'])
})

test('One that was refused in what is shown comes before one that has used nothing, or hardly anything, of its limits now', () => {
  const near = new Map(
    Object.entries({ max: limitsOf({ day: 900 }), neighbour: limitsOf({}), pro: limitsOf({}) }).map(
      ([tenant, limits]) => [tenant, nearnessOf(limits, NOON)],
    ),
  )
  const refused = asked('pro', 429)
  for (const items of [
    [asked('max'), asked('neighbour'), refused],
    [refused, asked('neighbour'), asked('max')],
    [asked('neighbour', 429), asked('max'), refused, asked('neighbour')],
  ])
    expect(tenantsShown(whoMetLimits(items), '', { most: 2, near }).shown).toContain('pro')
  expect(tenantsShown(whoMetLimits([asked('max'), asked('neighbour'), refused]), '', { most: 1, near }).shown).toEqual([
    'pro',
  ])
  // Whoever is in the middle of using up a limit comes first all the same.
  near.set('max', nearnessOf(limitsOf({ burst: 60 }), NOON))
  expect(tenantsShown(whoMetLimits([asked('max'), refused]), '', { most: 1, near }).shown).toEqual(['max'])
})

test('Requests that use a little of a short window do not change the places of tenants', () => {
  const near = (burst: number) =>
    new Map([
      ['pro', nearnessOf(limitsOf({ day: 20, burst }), NOON)],
      ['max', nearnessOf(limitsOf({ day: 30, burst: 20 }), NOON)],
    ])
  for (const burst of [11, 19, 21, 40])
    expect(tenantsShown(whoMetLimits([asked('pro'), asked('max')]), '', { near: near(burst) }).shown).toEqual([
      'max',
      'pro',
    ])
})

test('Those that were refused in view come first, and where there is room for one, the one that was refused last', () => {
  const near = new Map(
    Object.entries({
      free: limitsOf({ day: 10_000 }),
      pro: limitsOf({ minute: 300 }),
      max: limitsOf({ burst: 60 }),
      idle: limitsOf({}),
    }).map(([tenant, limits]) => [tenant, nearnessOf(limits, NOON)]),
  )
  const at = (item: TimelineItem, at: number) => ({ ...item, at })
  const items = [
    at(asked('max'), 50),
    at(asked('pro', 429), 40),
    at(asked('free', 429), 30),
    at(asked('idle', 429), 10),
  ]
  const shownIn = (from: number, most: number) =>
    tenantsShown(whoMetLimits(items, { from, to: 60 }), '', { most, near })
  expect(shownIn(20, 1).shown).toEqual(['pro'])
  // Also where a lower window leaves room for fewer than were chosen.
  expect(shownIn(20, 2)).toMatchObject({ shown: ['free', 'pro'], foremost: ['pro', 'free', 'max', 'idle'] })
  expect(shownIn(35, 2).shown).toEqual(['pro', 'free'])
  // What was refused before is no reason to come before whoever is in the middle of using up a limit.
  expect(shownIn(45, 3).shown).toEqual(['free', 'pro', 'max'])
  expect(shownIn(0, 3).shown).toEqual(['free', 'pro', 'idle'])
})
