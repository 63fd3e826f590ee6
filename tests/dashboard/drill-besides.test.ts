import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A drill that is passed names what the rules have found besides of what came in it, with a way there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const { key, staffIds, projectIds } = pro
  const call = () =>
    pro.fetch('/calls/initiate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        phone_number: '03-5555-0001',
        staff_id: staffIds[0],
        project_id: projectIds[0],
        external_id: 'lead-1',
      }),
    })
  await dashboard.open('client/drills/lost_answer')
  const drill = page.getByRole('region', { name: 'The response to a call is lost', exact: true })
  await drill.getByRole('button', { name: 'Start drill' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('Waiting for your client', { exact: true }).waitFor()
  await expect(call()).rejects.toThrow()
  expect((await call()).status).toBe(409)
  await ask(world, key, `/customers?api_key=${key}`)
  await drill.getByRole('button', { name: 'End and judge' }).click()
  await standing.getByText('Passed: your client handled it', { exact: true }).waitFor()
  await standing.getByText(/^Besides, in Verdicts: /).waitFor()
  await standing.getByRole('link', { name: 'Put the key into the address' }).click()
  await page.waitForURL(/\/client\/key_in_url\?finding=\d+$/)
})

test('The badge of a drill whose situation has come says what decides', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('client/drills/three_503s')
  const drill = page.getByRole('region', { name: 'The service is down three times', exact: true })
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('status').getByText('Waiting for your client', { exact: true }).waitFor()
  const head = drill.getByRole('heading', { name: 'The service is down three times' }).locator('..')
  for (const path of ['/customers', '/calls', '/webhooks']) await ask(world, key, path)
  await head.getByText('met: what comes next decides', { exact: true }).waitFor()
})
