import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { pressOn, takeFromPalette } from './support/keyboard.ts'

test('With 44 worlds the switch is a list that stays in the window, and is searched (finding D6)', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  const names = Array.from({ length: 43 }, (_, index) => `ci-${String(index + 1).padStart(2, '0')}`)
  await using _ = new AsyncDisposableStack()
  for (const world_id of names) _.use(await emulator.createWorld({ world_id, fixture: 'empty' }))
  await dashboard.open('limits')
  await page.getByRole('button', { name: `World: ${world.id}` }).click()
  const list = page.getByRole('listbox', { name: 'Worlds' })
  await list.getByRole('option', { name: /^ci-01/ }).waitFor()
  expect(await list.getByRole('option').count()).toBeGreaterThanOrEqual(44)
  const { y = -1, height = Number.NaN } = (await list.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThan(800)
  const search = page.getByRole('textbox', { name: 'Find a world' })
  await page.locator(':focus').and(search).waitFor()
  // How many there are is said once: where one looks for one of them.
  const said = page.getByText(/worlds$/)
  expect(await search.getAttribute('placeholder')).toMatch(/^Search \d+ worlds$/)
  expect(await said.count()).toBe(0)
  await page.keyboard.type('CI-37')
  await list.getByRole('option', { name: /^ci-01/ }).waitFor({ state: 'detached' })
  expect(await list.getByRole('option').count()).toBe(1)
  expect(await said.textContent()).toMatch(/^1 of \d+ worlds$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/w\/ci-37\/limits$/)
  await takeFromPalette(page, 'world: ci-12')
  await page.waitForURL(/\/w\/ci-12\/limits$/)
  await page.getByRole('button', { name: 'World: ci-12' }).click()
  await page.keyboard.insertText('nowhere')
  await page.getByText('No world matches').waitFor()
  await page.keyboard.press('Escape')
  await dashboard.follow('limits')
})

test('An unknown world says so, and has no clock that could be moved (finding D11)', async ({
  dashboard,
  emulator,
}) => {
  const { page } = dashboard
  await page.goto(`${emulator.url}/w/nobody/limits`)
  await page.getByText('There is no world named "nobody"').waitFor()
  await page.getByRole('navigation', { name: 'Screens' }).getByText('No such world').waitFor()
  expect(await page.getByText('Disconnected').count()).toBe(0)
  for (const name of ['Freeze', 'Live', '+10 s', 'Midnight'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).locator(':focus').waitFor()
  await page.keyboard.insertText('freeze')
  await page.getByText('Nothing found').waitFor()
  expect(await page.getByRole('option', { name: /freeze/i }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create world nobody' }).click()
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
  await dashboard.follow('limits')
  await fetch(`${emulator.url}/control/worlds/nobody`, { method: 'DELETE' })
  dashboard.forgive(/404/)
})

test('A deep link with a dot opens what it names (finding D5)', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.inbox('my.crm').behave({ status: 500 })
  for (const [place, heading] of [
    ['assumptions/gates.order', 'gates.order'],
    ['inbox/my.crm', 'my.crm'],
  ] as const) {
    expect((await page.goto(dashboard.at(place)))?.status()).toBe(200)
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }
})

test('A world is renamed for people from the switch and the palette, by keys alone, and goes on under its id', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await dashboard.open('limits')
  await page.getByRole('button', { name: `World: ${world.id}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Find a world' }).and(page.locator(':focus')).waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Rename this world…' }))
  const dialog = page.getByRole('dialog', { name: `Rename ${world.id}` })
  const field = dialog.getByRole('textbox', { name: 'Shown as' })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.insertText('Bug 812')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `World: Bug 812 (${world.id})` }).click()
  await page.keyboard.insertText('bug 8')
  const list = page.getByRole('listbox', { name: 'Worlds' })
  await list.getByRole('option', { name: new RegExp(`^Bug 812 ${world.id}`) }).waitFor()
  expect(await list.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Escape')
  expect(page.url()).toBe(dashboard.at('limits'))

  await takeFromPalette(page, 'rename world')
  await field.and(page.locator(':focus')).waitFor()
  expect(await field.inputValue()).toBe('Bug 812')
  await field.fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `World: ${world.id}`, exact: true }).waitFor()

  await emulator.createWorld({ world_id: 'passing', fixture: 'empty' })
  await page.goto(`${emulator.url}/w/passing/limits`)
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
  await takeFromPalette(page, 'delete passing')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete world' }).click()
  await page.getByText('The world passing was deleted').waitFor()
  expect((await emulator.worlds()).map(({ world_id }) => world_id)).not.toContain('passing')
  await dashboard.follow('limits')
})

test('Several worlds are deleted at once, after a question that names them, and the others stay', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await using made = new AsyncDisposableStack()
  for (const world_id of ['ci-a', 'ci-b', 'ci-c']) await emulator.createWorld({ world_id, fixture: 'empty' })
  made.defer(() => emulator.removeWorld('ci-c'))
  await dashboard.open('limits')
  await page.getByRole('button', { name: `World: ${world.id}` }).click()
  await page.getByRole('textbox', { name: 'Find a world' }).fill('ci-')
  await page.getByRole('button', { name: 'Delete several…' }).click()
  const dialog = page.getByRole('dialog')
  // What was searched for is searched for here as well.
  await dialog.getByRole('button', { name: 'Choose those found (3)' }).waitFor()
  expect(await dialog.getByRole('checkbox').count()).toBe(3)
  // They have just been made: none is idle.
  await dialog.getByRole('button', { name: 'Choose those without a request for an hour (0)' }).waitFor()
  await dialog.getByRole('checkbox', { name: /^ci-a / }).check()
  await dialog.getByRole('checkbox', { name: /^ci-b / }).check()
  expect(await dialog.getByRole('checkbox', { name: /^default / }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Delete 2 worlds…' }).click()
  await dialog.getByText('These 2 worlds and their files will be gone for good. This cannot be undone.').waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(expect.arrayContaining(['ci-a', 'ci-b']))
  await dialog.getByRole('button', { name: 'Delete 2 worlds' }).click()
  await page.getByText('2 worlds were deleted').waitFor()
  const left = (await emulator.worlds()).map(({ world_id }) => world_id)
  expect(left).toEqual(expect.arrayContaining(['ci-c', world.id]))
  expect(left.filter(name => name === 'ci-a' || name === 'ci-b')).toEqual([])
})
