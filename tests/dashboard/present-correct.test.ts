import { expect } from 'vitest'
import { requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const HIDDEN = '+81398765432'

test('Presented, a request that a fault has answered is corrected where it is wrong, and what is hidden of it is sent as it was and never shown', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, projectIds } = world.tenant('pro')
  await world.faults.add({ match: { path: '/customers', method: 'POST' }, effect: { status: 503 }, times: 1 })
  const refused = await fetch(`${world.baseUrl}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Kita', tel1: HIDDEN, external_id: 'kita-1', project_id: 'none' }),
  })
  await dashboard.open('requests')
  await dashboard.follow(`requests/${requestIdOf(refused)}?present`)
  await page.getByRole('button', { name: 'Correct and resend' }).first().click()
  const body = page.getByRole('dialog').getByRole('textbox', { name: 'Request body' })
  const shown = await body.inputValue()
  expect(shown).toContain('"tel1": "+813••••5432"')
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true })
  // Dots are sent for nothing.
  await body.fill(shown.replace('+813', '+814'))
  await page.getByText('A value with dots was changed or moved.').waitFor()
  expect(await send.isDisabled()).toBe(true)
  await body.fill(shown.replace('"none"', String(projectIds[0])))
  await page.getByText('Dots stand for what is hidden here').waitFor()
  await send.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Open #/ })
    .waitFor()
  expect(await page.content()).not.toContain(HIDDEN)
  const [sent] = await world.requests.list()
  expect(sent?.status).toBe(201)
  const whole = await world.requests.get(sent!.request_id)
  expect(whole.request.body.text).toContain(HIDDEN)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, a number that was written anew is dots as well, and what is wrong beside it is still corrected and sent', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, projectIds } = world.tenant('pro')
  await world.faults.add({ match: { path: '/customers', method: 'POST' }, effect: { status: 503 }, times: 1 })
  const refused = await fetch(`${world.baseUrl}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Kita', tel1: HIDDEN, external_id: 'kita-2', project_id: 'none' }),
  })
  await dashboard.open('requests')
  await dashboard.follow(`requests/${requestIdOf(refused)}?present`)
  await page.getByRole('button', { name: 'Correct and resend' }).first().click()
  const dialog = page.getByRole('dialog')
  const body = dialog.getByRole('textbox', { name: 'Request body' })
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  const shown = await body.inputValue()
  // Of the number that was there it shows the same digits.
  await body.fill(shown.replace('+813••••5432', '+81311115432').replace('"none"', '999999'))
  await send.click()
  await dialog.getByText('There is no such project').first().waitFor()
  const left = await body.inputValue()
  expect(left).toBe(shown.replace('"none"', '999999'))
  expect(await body.isEditable()).toBe(true)
  await dialog.getByText('Dots stand for what is hidden here: leave them, and it is sent whole.').waitFor()
  expect(await dialog.getByText('leave Present').count()).toBe(0)
  await body.fill(left.replace('999999', String(projectIds[0])))
  await send.click()
  await dialog.getByText('201', { exact: true }).waitFor()
  const [sent] = await world.requests.list()
  const { text } = (await world.requests.get(sent!.request_id)).request.body
  expect(JSON.parse(text ?? '')).toMatchObject({ tel1: '+81311115432', project_id: projectIds[0] })
})
