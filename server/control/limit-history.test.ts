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
    const [setting] = viewLimitsHistory(world, tenant, 60).day.set_by_hand
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
