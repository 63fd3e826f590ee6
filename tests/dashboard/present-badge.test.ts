import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('Presented, the badge says what exactly is hidden and what is not, to the pointer and to the keyboard, and a request shows just that', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, projectIds } = world.tenant('pro')
  const created = await fetch(`${world.baseUrl}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ project_id: projectIds[0], name: '田中 美咲', tel1: '+81312345678' }),
  })
  await dashboard.open('requests')
  await dashboard.follow(`requests/${created.headers.get('X-Request-ID')}?present`)
  const badge = page.getByRole('button', { name: 'Secrets hidden' })
  const tip = page.getByRole('tooltip')
  await badge.hover()
  await tip.getByText(/^Hidden: keys, signing secrets, .* phone numbers/).waitFor()
  await tip.getByText(/^Shown: .* names of people/).waitFor()
  await page.mouse.move(600, 500)
  await tip.waitFor({ state: 'detached' })
  await badge.focus()
  await tip.getByText(/^Hidden: /).waitFor()
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  await page.getByText('田中 美咲').first().waitFor()
  await page.getByText('+813••••5678').first().waitFor()
  expect(await page.locator('body').innerText()).not.toContain('12345678')
  await page.keyboard.press('Escape')
  await page.getByRole('grid', { name: 'Requests' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
