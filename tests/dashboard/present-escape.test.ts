import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'
import { registerWebhook } from './support/webhook.ts'

interface Case {
  at: string
  open: () => Promise<void>
  opened: Locator
  /** Closed as well by what takes the focus from it. */
  needsFocus?: true
}

function casesOf(page: Page, request: string): readonly Case[] {
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first()
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const unfolded = (text: string) => page.getByRole('button', { expanded: true }).filter({ hasText: text })
  const planned = page.getByRole('region', { name: 'Planned' })
  const openFilters = () => button('Filter').click()
  return [
    { at: 'live', open: () => planned.getByRole('button', { name: /more$/ }).click(), opened: unfolded('Fewer') },
    { at: 'live', open: () => button(/Go to a screen$/).click(), opened: page.getByRole('menu') },
    { at: 'live', open: () => keyboard.press('?'), opened: dialog('Keyboard') },
    { at: 'live', open: () => keyboard.press('Control+k'), opened: page.getByRole('listbox', { name: 'Results' }) },
    { at: 'limits/pro', open: () => button(/what used it$/).click(), opened: dialog(/what used it$/) },
    {
      at: 'requests',
      open: () => keyboard.press('/'),
      opened: page.getByRole('group', { name: 'Filter the list' }).getByRole('searchbox'),
      needsFocus: true,
    },
    { at: 'requests', open: openFilters, opened: unfolded('Filter') },
    {
      at: 'requests',
      open: async () => {
        await openFilters()
        await page.getByRole('combobox', { name: 'Tenant' }).click()
      },
      opened: page.getByRole('option', { name: /^pro/ }),
      needsFocus: true,
    },
    { at: `requests/${request}`, open: () => keyboard.press('e'), opened: dialog('Edit and resend') },
    { at: `requests/${request}`, open: () => button('Resend').hover(), opened: page.getByRole('tooltip') },
    // It moves the clock.
    {
      at: 'live',
      open: async () => {
        await planned.getByRole('button').first().click()
        await button('What happened').click()
      },
      opened: unfolded('What happened'),
    },
    { at: 'live', open: () => button('What the marks mean').click(), opened: dialog('What the marks mean') },
  ]
}

test('Presented, Escape closes what is open before it leaves, wherever the focus is: menus, lists, options, dialogs, hints and what was unfolded', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  for (const last of [1, 2, 3, 4, 5, 6, 7, 8])
    await world.calls.place({ tenant: 'max', phone_number: `+8131234000${last}`, external_id: `crm-${last}` })
  const { key } = world.tenant('pro')
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(world, key, '/customers')))
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dashboard.open('live')
  for (const [index, { at, open, opened, needsFocus }] of casesOf(page, requestIdOf(answers[0]!)).entries())
    for (const hasFocus of needsFocus ? [true] : [true, false]) {
      await dashboard.follow(`${at}?present`)
      await open()
      await opened.waitFor()
      // As after a click beside it.
      if (!hasFocus) await page.evaluate('document.activeElement.blur()')
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'detached' })
      const { pathname, searchParams } = new URL(page.url())
      expect([index, hasFocus, pathname.endsWith(at), searchParams.has('present')]).toEqual([
        index,
        hasFocus,
        true,
        true,
      ])
    }
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await untilShown(page, 'loaded')
})

test('Presented, a key that is held closes what is open and goes no further, what it does stands on the buttons, and who left by it goes back with a press', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers?phone_number=0312340001'))
  await dashboard.open('requests')
  await dashboard.follow('requests?present')
  await dashboard.follow(`requests/${id}?present`)
  const key = (name: RegExp) => page.getByRole('button', { name }).getByText('Esc', { exact: true })
  await key(/^Back/).waitFor()
  expect(await key(/^Leave/).isVisible()).toBe(false)
  const list = page.getByRole('grid', { name: 'Requests' })
  await page.keyboard.down('Escape')
  await key(/^Leave/).waitFor()
  await list.getByText('?phone_number=03••••0001').waitFor()
  // Held: the browser says that it repeats.
  for (let more = 0; more < 3; more++) await page.keyboard.down('Escape')
  expect(new URL(page.url()).searchParams.has('present')).toBe(true)
  await page.keyboard.up('Escape')
  await page.keyboard.press('Escape')
  await list.getByText('?phone_number=0312340001').waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Hide it again' }).click()
  await list.getByText('?phone_number=03••••0001').waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  // It is not said of a page that is presented again, whatever led there.
  await dashboard.follow('requests?present')
  await key(/^Leave/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').waitFor()
  await dashboard.follow('requests?present')
  await key(/^Leave/).waitFor()
  // Sooner than it would go by itself.
  await page.getByRole('alert').waitFor({ state: 'detached', timeout: 4_000 })
})
