import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const NUMBER = '0312345679'

/** Whether those who look on see dots in the place of letters. */
const isVeiled = (field: Locator): Promise<boolean> =>
  field.evaluate(element => element.ownerDocument.defaultView?.getComputedStyle(element).webkitTextSecurity === 'disc')

/** What a page has asked the emulator to look for. */
function searchesOf(page: Page): string[] {
  const searches: string[] = []
  page.on('request', request => {
    for (const value of new URL(request.url()).searchParams.values())
      if (/^(?:\d{8,}|customers)$/.test(value)) searches.push(value)
  })
  return searches
}

test('Presented, a phone number that is typed into a search is dots as soon as it is one, is searched whole, stands masked among the filters, and is edited without losing a letter', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (const last of ['8', '9', '9']) await ask(world, key, `/customers?name=${NUMBER.slice(0, -1)}${last}`)
  await dashboard.open('requests')
  await dashboard.follow('requests?present')
  const searches = searchesOf(page)
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: /GET/ })
  await rows.nth(2).waitFor()
  const filters = page.getByRole('group', { name: 'Filter the list' })
  const field = filters.getByRole('searchbox')
  await page.keyboard.press('/')
  await page.keyboard.type('0312')
  expect(await isVeiled(field)).toBe(false)
  await page.keyboard.type(NUMBER.slice(4))
  expect(await isVeiled(field)).toBe(true)
  await expect.poll(() => rows.count()).toBe(2)
  expect(searches.at(-1)).toBe(NUMBER)
  await page.keyboard.press('Enter')
  const chip = filters.getByRole('button', { name: /^Remove the filter/ })
  await chip.waitFor()
  expect(await chip.innerText()).toMatch(/^search for "03.*[•*]{4}5679"$/)
  // Once more: it is as hidden as before, and goes on from there.
  await page.keyboard.press('/')
  expect(await isVeiled(field)).toBe(true)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('8')
  await rows.nth(1).waitFor({ state: 'detached' })
  expect(searches.at(-1)).toBe('0312345678')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('customers')
  expect(await isVeiled(field)).toBe(false)
  await rows.nth(2).waitFor()
  expect(searches.at(-1)).toBe('customers')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, a search that stands beside its list is masked while nobody types in it, can be typed into again, and is the same field at the desk', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('reference')
  await dashboard.follow('reference?present')
  const field = page.getByRole('searchbox')
  await field.pressSequentially(NUMBER)
  expect(await isVeiled(field)).toBe(true)
  await field.blur()
  expect(await isVeiled(field)).toBe(false)
  expect(await field.inputValue()).toMatch(/^03.*[•*]{4}5679$/)
  await field.press('End')
  await field.press('Backspace')
  await field.press('8')
  await field.blur()
  expect(await field.inputValue()).toMatch(/^03.*[•*]{4}5678$/)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  expect(await field.inputValue()).toBe('0312345678')
  await field.press('End')
  await field.press('0')
  expect(await field.inputValue()).toBe('03123456780')
})

test('Left, also by a key that was pressed too often, the address keeps hidden what the stage has hidden, and its list stays', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (const last of ['8', '9']) await ask(world, key, `/customers?name=${NUMBER.slice(0, -1)}${last}`)
  await dashboard.open(`requests?q=${NUMBER}`)
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: /GET/ })
  await rows.first().waitFor()
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByRole('button', { name: /^Leave/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await page.waitForURL(url => !url.searchParams.has('present'))
  expect(new URL(page.url()).searchParams.get('q')).toMatch(/^03.*[•*]{4}5679$/)
  expect(await rows.count()).toBe(1)
  expect(await page.getByRole('searchbox').inputValue()).toBe(NUMBER)
})

test('What was searched for while the page was presented stays dots once it is left, until somebody asks for it or changes it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (const last of ['8', '9']) await ask(world, key, `/customers?name=${NUMBER.slice(0, -1)}${last}`)
  await dashboard.open('requests')
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: /GET/ })
  const field = page.getByRole('searchbox')
  const searchOnStage = async () => {
    await dashboard.follow('requests?present')
    await page.keyboard.press('/')
    await page.keyboard.type(NUMBER)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  }
  await searchOnStage()
  expect(await isVeiled(field)).toBe(true)
  await rows.nth(1).waitFor({ state: 'detached' })
  expect(await rows.count()).toBe(1)
  await field.focus()
  expect(await isVeiled(field)).toBe(true)
  await page.getByRole('button', { name: 'Show what is searched for' }).click()
  expect(await isVeiled(field)).toBe(false)
  expect(await field.inputValue()).toBe(NUMBER)
  expect(page.url()).not.toContain(NUMBER)
  await searchOnStage()
  expect(await isVeiled(field)).toBe(true)
  await field.press('End')
  await field.press('Backspace')
  expect(await isVeiled(field)).toBe(false)
  await rows.nth(1).waitFor()
})

test('What was typed into a form while the page was presented stays dots once it is left, until somebody comes back to it', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('reference')
  await dashboard.follow('reference/listCustomers?present')
  const field = page.getByRole('textbox', { name: /^name/ }).first()
  await field.pressSequentially(NUMBER)
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  expect(await isVeiled(field)).toBe(true)
  expect(await field.inputValue()).toBe(NUMBER)
  await field.click()
  expect(await isVeiled(field)).toBe(false)
})
