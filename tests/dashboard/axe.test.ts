import { expect } from 'vitest'
import { AXE_TIMEOUT_MS, findingsInBothThemes, findingsInTurn } from './support/axe.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { fillWorld, placesInTurn, screensOf } from './support/filled-world.ts'

test('axe finds nothing serious on any screen of the navigation, in the themes in turn', {
  timeout: AXE_TIMEOUT_MS,
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const places = placesInTurn(await fillWorld(world))
  await dashboard.open('live')
  const screens = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  const linked = await screens.evaluateAll(links => links.map(link => (link as unknown as URL).pathname.split('/')[3]))
  expect(screensOf(places).sort()).toEqual(linked.sort())
  const found = await findingsInTurn(page, places, async (place, find) => {
    await dashboard.follow(place)
    return (await find('main')).map(text => `${place} in the ${text}`)
  })
  expect(found).toEqual([])
})

/** What axe finds in what opens over a screen, and in one that is shown to others. */
function findingsInWhatOpens(dashboard: Dashboard, request: string): Promise<string[]> {
  const { page } = dashboard
  const press = (key: string) => () => page.keyboard.press(key)
  const dialog = '[role="dialog"]'
  const opens: { what: string; at: string; open: () => Promise<unknown>; part: string }[] = [
    { what: 'palette', at: request, open: press('Control+k'), part: dialog },
    { what: 'help', at: request, open: press('?'), part: dialog },
    { what: 'resend', at: request, open: press('e'), part: dialog },
    {
      what: 'worlds',
      at: request,
      open: () => page.getByRole('button', { name: /^World: / }).click(),
      part: '.mantine-Combobox-dropdown',
    },
    {
      what: 'instant',
      at: request,
      open: () => page.getByRole('button', { name: 'Go to…' }).click(),
      part: dialog,
    },
    {
      what: 'fork',
      at: 'live',
      open: async () => {
        await page.getByRole('slider').focus()
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('Enter')
      },
      part: dialog,
    },
    {
      what: 'question before something is destroyed',
      at: 'snapshots',
      open: () => page.getByRole('button', { name: 'Reset world' }).click(),
      part: dialog,
    },
    {
      what: 'settings of a limit',
      at: 'limits/max',
      open: () => page.getByRole('button', { name: 'set by hand', exact: true }).first().click(),
      part: dialog,
    },
    { what: 'present', at: 'signature?present', open: async () => undefined, part: 'html' },
  ]
  return findingsInTurn(page, opens, async ({ what, at, open, part }, find) => {
    await dashboard.follow(at)
    await open()
    await page.locator(part).first().waitFor()
    const found = await find(part)
    await page.keyboard.press('Escape')
    if (part !== 'html') await page.locator(part).first().waitFor({ state: 'hidden' })
    return found.map(text => `${what} in the ${text}`)
  })
}

test('axe finds nothing serious around the screens, in either theme, and in what opens over them', {
  timeout: AXE_TIMEOUT_MS,
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const request = (await fillWorld(world)).find(place => place.startsWith('requests/')) ?? ''
  await dashboard.open(request)
  // What is around the screens is the same at every one of them, but for the band of the axis, which Live is without.
  expect(await findingsInBothThemes(page, 'html')).toEqual([])
  expect(await findingsInWhatOpens(dashboard, request)).toEqual([])
})
