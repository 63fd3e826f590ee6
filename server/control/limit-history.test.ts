import { expect, test } from 'vitest'
import { InsideEmulator } from '../../tests/support/inside.ts'
import { viewLimitsHistory } from './limit-history.ts'

test('Each setting of an instant has its action, unless a drill has set it as well', async () => {
  await using test = await InsideEmulator.start({ fixture: 'empty' })
  const world = test.emulator.defaultWorld
  const { services, actions, kernel } = world.runtime
  const [now, tenant] = [kernel.catchUp(), services.tenants.byId(1)]
  const { slug } = tenant
  const person = (before: number, used: number) => {
    services.limits.set(tenant, 'day', used, now)
    actions.note('limits', now, { tenant: slug, set: { day: { before, used, limit: 10_000 } } })
  }
  const steps = () => {
    const [setting] = viewLimitsHistory(world, tenant, { windows: 60 }).day.set_by_hand
    return setting?.steps.map(({ from, to, action }) => [from, to, action])
  }
  person(0, 5)
  person(5, 0)
  person(0, 7)
  expect(steps()).toEqual([
    [0, 5, 1],
    [5, 0, 2],
    [0, 7, 3],
  ])
  services.limits.set(tenant, 'day', 9_999, now, { by: 'drill' })
  expect(steps()).toEqual([[0, 9_999, null]])
  person(9_999, 3)
  expect(steps()).toEqual([[0, 3, null]])
})

test('Of windows that are older than two days the newest thousand are kept, and the history says from when on', async () => {
  await using test = await InsideEmulator.start({ fixture: 'empty', clock: '2026-03-10T00:00:00.000Z' })
  const world = test.emulator.defaultWorld
  const { services, store, kernel } = world.runtime
  const [now, tenant] = [kernel.catchUp(), services.tenants.byId(1)]
  const MINUTE = 60_000
  for (let minute = 0; minute < 1_001; minute++)
    store.transaction(() => services.limits.set(tenant, 'minute', 7, now + minute * MINUTE))
  const told = () => {
    const { windows, kept_since, told_since } = viewLimitsHistory(world, tenant, { windows: 1_000 }).minute
    const minutes = [windows[0]?.window_start, kept_since, told_since].map(at => (Date.parse(at ?? '') - now) / MINUTE)
    return [windows.length, ...minutes]
  }
  // It goes on to what is planned: to midnights.
  await test.advance({ by: 'P1D' })
  expect(told()).toEqual([1_000, 1, expect.any(Number), 1])
  await test.advance({ by: 'P3D' })
  expect(told()).toEqual([1_000, 1, 1, 1])
})
