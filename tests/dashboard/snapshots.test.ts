import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { ORIGIN_HEADER } from '../../server/contract/origins.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { takeFromPalette } from './support/keyboard.ts'
import { PATIENCE_MS } from './support/until-shown.ts'

test('Save, change, restore: the world is as it was when it was saved', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await dashboard.open('snapshots')
  await page.getByText('No snapshots yet').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('before')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('row', { name: /^before / }).waitFor()

  await ask(world, pro.key, '/customers')
  await world.clock.advance({ by: 'PT1M' })
  await page.getByRole('timer').getByText('00:00:30').waitFor()
  await page.getByRole('button', { name: 'Compare before', exact: true }).click()
  const comparison = page.getByRole('region', { name: 'Compare before' })
  const asked = comparison.getByRole('region', { name: 'Requests' })
  await asked
    .getByRole('listitem')
    .filter({ hasText: /^#1200GET \/customerspro/ })
    .waitFor()
  await comparison.getByText('1 min later', { exact: true }).waitFor()
  // A minute later it is another Tokyo day, of which nothing is used, and what was used of the former one counts no more.
  expect(await comparison.getByRole('region', { name: 'Used of the limits' }).count()).toBe(0)
  await ask(world, pro.key, '/customers')
  await world.faults.add({ effect: { drop: true }, times: 1 })
  await expect(ask(world, pro.key, '/customers?page=1')).rejects.toThrow()
  await comparison.getByRole('button', { name: 'Compare again' }).click()
  await asked.getByRole('link', { name: '#2', exact: true }).waitFor()
  const used = comparison.getByRole('region', { name: 'Used of the limits' }).getByRole('listitem')
  await used.filter({ hasText: /^Requests this Tokyo daypro0→2of 10,000$/ }).waitFor()
  // The head counts every change mark below it.
  await comparison
    .getByText(`${await used.count()} limit count${(await used.count()) === 1 ? '' : 's'} changed`, { exact: true })
    .waitFor()
  await comparison.getByText('4 things added', { exact: true }).waitFor()
  await asked
    .getByRole('listitem')
    .filter({ hasText: /^#3answer lostGET \/customerspro/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Restore before', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByText('The clock shows 2026-03-10 23:59:30 JST again').waitFor()
  await question.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The world was restored from before').waitFor()
  await page.getByRole('timer').getByText('23:59:30').waitFor()
  expect((await world.requests.list()).length).toBe(0)
  expect((await pro.limits.get()).day.used).toBe(0)
  // What the restore took the place of is one press away.
  await page.getByRole('row', { name: /before-restore/ }).waitFor()
  const undo = page.getByRole('button', { name: 'Undo' })
  const cut = await undo.evaluate(button =>
    [button, ...button.querySelectorAll('*')]
      .filter(part => part.scrollWidth > part.clientWidth)
      .map(part => part.className),
  )
  expect(cut).toEqual([])
  await undo.click()
  await page.getByRole('timer').getByText('00:00:30').waitFor()
  expect((await world.requests.list()).length).toBe(3)
  await page.getByText(/^Undone\. .* What was undone is kept as before-restore-2$/).waitFor()
  expect((await world.snapshots.list()).map(({ name }) => name)).toEqual(['before', 'before-restore-2'])
})

test('A snapshot opens as a new world, and the present one stays as it is', async ({ dashboard, emulator }) => {
  const { page, world } = dashboard
  await world.snapshots.take('before')
  await world.clock.advance({ by: 'PT1M' })
  await dashboard.open('snapshots')
  await page.getByRole('button', { name: 'Open before as a new world' }).click()
  await page.getByText(/^before is open in the new world/).waitFor()
  const opened = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
  await page.getByRole('timer').getByText('23:59:30').waitFor()
  expect([opened, (await emulator.openWorld(opened)).view.pace]).not.toContain(world.id)
  expect((await world.refresh()).now).toBe('2026-03-10T15:00:30.000Z')
  await dashboard.follow('snapshots')
  await emulator.removeWorld(opened)
})

test('A second restore keeps what it takes the place of beside what the first one kept, and says so beforehand', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.snapshots.take('mine')
  await world.clock.advance({ by: 'PT1M' })
  await dashboard.open('snapshots')
  const question = page.getByRole('dialog')
  const restore = async (kept: string) => {
    await page.getByRole('button', { name: 'Restore mine', exact: true }).click()
    await question
      .getByText(`What is there now is kept as ${kept} first; Undo brings it back.`, { exact: true })
      .waitFor()
    await question.getByRole('button', { name: 'Restore' }).click()
    await page.getByText(`what was there is kept as ${kept}`).waitFor()
  }
  await restore('before-restore')
  await world.clock.advance({ by: 'PT2M' })
  await restore('before-restore-2')
  await page.getByRole('row', { name: /before-restore.*00:00:30/ }).waitFor()
  await page.getByRole('row', { name: /before-restore-2.*00:01:30/ }).waitFor()
})

test('What a restore took the place of is not offered back in another world; the newest snapshot comes first, with the time of its saving', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const name of ['b-first', 'a-second', 'c-third']) await world.snapshots.take(name)
  await dashboard.open('snapshots')
  const saved = page.getByRole('row', { name: /saved \(real\) \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/ })
  await saved.nth(2).waitFor()
  const first = await page.getByRole('row').allTextContents()
  expect(first.slice(1).map(text => /^[a-z-]+/.exec(text)?.[0])).toEqual(['c-third', 'a-second', 'b-first'])
  await page.getByRole('button', { name: 'Restore b-first' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.waitFor()
  await takeFromPalette(page, 'world default')
  await page.getByRole('button', { name: 'World: default' }).waitFor()
  await undo.waitFor({ state: 'detached' })
})

test('After a restore the axis above the screen shows what had happened by then', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers/999999')
  await world.snapshots.take('mine')
  await dashboard.open('snapshots')
  await page.getByRole('button', { name: 'Restore mine', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByText('what was there is kept as before-restore').waitFor()
  await page.getByRole('application', { name: 'What happened and what is planned' }).focus()
  // Its first mark, once it has it.
  const first = await page.evaluate(`new Promise(resolve => {
    const axis = document.activeElement
    const until = performance.now() + ${PATIENCE_MS}
    const look = () => {
      axis.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }))
      const said = axis.querySelector('[aria-live]')?.textContent ?? ''
      if (said.includes('GET /customers/999999') || performance.now() > until) resolve(said)
      else requestAnimationFrame(look)
    }
    look()
  })`)
  expect(first).toContain('GET /customers/999999')
})

test('A restore says beforehand which kept one goes for it, and that a file delivers to inboxes only', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.snapshots.take('mine')
  await world.snapshots.upload('theirs', await world.snapshots.download('mine'))
  for (let time = 0; time < 10; time++) await world.snapshots.restore('mine', { keep: true })
  await dashboard.open('snapshots')
  const question = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Restore mine', exact: true }).click()
  await question.getByText('before-restore goes for it').waitFor()
  expect(await question.getByText('reach inboxes only').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Restore theirs', exact: true }).click()
  await question.getByText('deliveries reach inboxes only, until you let them out.').waitFor()
  await question.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('before-restore was removed for it').waitFor()
  expect((await world.snapshots.list()).filter(({ automatic }) => automatic).length).toBe(10)
})

test('A comparison has the call that is under way among the pending work, and the snapshot can be restored from it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.snapshots.take('calm')
  await world.calls.place({ tenant: 'pro', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.open('snapshots/calm')
  const pane = page.getByRole('region', { name: 'Compare calm' })
  const pending = pane.getByRole('region', { name: 'Pending work' })
  await pending.getByText('0 → 1', { exact: true }).waitFor()
  await pending
    .getByRole('listitem')
    .filter({ hasText: /^\+81312340001Call endspro.*\d\d:\d\d:\d\d$/ })
    .waitFor()
  await pane.getByRole('button', { name: 'Restore calm', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The world was restored from calm').waitFor()
  expect((await world.refresh()).now).toBe('2026-03-10T14:59:30.000Z')
})

test('Beside what changed, a comparison says when it changed, not when it was made', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const send = (method: string, path: string, body: object) =>
    fetch(`${world.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const made = await send('POST', '/customers', { project_id: pro.projectIds[0], name: 'Sato', tel1: '+81312345678' })
  const { data } = (await made.json()) as { data: { customer_id: number } }
  await world.snapshots.take('named')
  await world.clock.advance({ by: 'PT1H' })
  expect((await send('PUT', `/customers/${data.customer_id}`, { name: 'Sato Hana' })).status).toBe(200)
  await dashboard.open('snapshots/named')
  const customers = page.getByRole('region', { name: 'Compare named' }).getByRole('region', { name: 'Customers' })
  const row = customers.getByRole('listitem').first()
  await row.getByText('Sato Hana', { exact: true }).first().waitFor()
  // Sign, thing, tenant, time.
  expect(await row.locator('> span').nth(3).textContent()).toMatch(/00:59:30$/)
})

test('A comparison names the year of what is not of this one', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.snapshots.take('mine')
  await ask(world, world.tenant('pro').key, '/customers')
  await world.clock.advance({ to: '2027-01-01T00:00:00Z' })
  await dashboard.open('snapshots/mine')
  const asked = page.getByRole('region', { name: 'Compare mine' }).getByRole('region', { name: 'Requests' })
  await asked.getByText('2026-03-10 23:59:30', { exact: true }).waitFor()
})

test('A downloaded snapshot can be uploaded again; one that is none is refused', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.snapshots.take('to-keep')
  await dashboard.open('snapshots')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download to-keep' }).click(),
  ])
  const bytes = await readFile(await download.path())
  await page.getByRole('button', { name: 'Delete to-keep' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No snapshots yet').waitFor()

  const upload = page.getByLabel('Snapshot file')
  await upload.setInputFiles({ name: 'notes.db', mimeType: 'text/plain', buffer: Buffer.from('no snapshot') })
  await page.getByText('The file is not a snapshot of Ringback').waitFor()
  expect(await world.snapshots.list()).toEqual([])
  await upload.setInputFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/octet-stream',
    buffer: bytes,
  })
  await page.getByRole('row', { name: /to-keep/ }).waitFor()
  dashboard.forgive(/422/)
})

test('A capsule of the world is at hand where snapshots are, and is that of the request that went wrong', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const number = '+81312345678'
  await world.calls.place({ tenant: 'pro', phone_number: number })
  const cookie = 'sid=7f3c9a1b2d4e'
  await world.tenant('pro').fetch('/customers', { headers: { Cookie: cookie } })
  await ask(world, key, '/customers/none')
  await dashboard.open('snapshots')
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel('Capsule of now').getByRole('button', { name: 'Download capsule' }).click(),
  ])
  const file = await readFile(await download.path())
  const said = new RegExp(`^${download.suggestedFilename()} was downloaded, ${(file.length / 1_000).toFixed(1)} kB$`)
  expect(download.suggestedFilename()).toBe(`${world.id}.ringback-capsule`)
  await panel('Capsule of now').getByRole('status').getByText(said).waitFor()
  const [newest] = await world.requests.list()
  const opensAt = panel('Capsule of now').getByText(/^It opens at #2, with the world as it was when downloaded$/)
  expect(await opensAt.getByRole('link').getAttribute('href')).toContain(`/requests/${newest?.request_id}`)
  // It is said what is in it, and what is not hidden.
  await panel('Capsule of now')
    .getByText(/API keys, webhook secrets and what headers such as Cookie .* phone numbers .* stay as they are\.$/)
    .waitFor()
  const held = file.toString('latin1')
  expect(held).not.toContain(key)
  expect(held).not.toContain(cookie)
  expect(held).toContain(number)
  const opened = await fetch(`${emulator.url}/control/capsules?world_id=of-a-capsule`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  })
  const [failed] = await world.requests.list()
  expect(await opened.json()).toMatchObject({ world_id: 'of-a-capsule', request_id: failed?.request_id })
  // Of a world that records how each request found it, it is the one before.
  await fetch(`${emulator.url}/control/worlds/${world.id}/recording`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"recording":true}',
  })
  // Until the first request, it is the one of now.
  await page.reload()
  await panel('Capsule')
    .getByText(/this world as it is now, .* From the next request on, this world records the state before each one\.$/)
    .waitFor()
  await ask(world, key, '/customers/none')
  await panel('Capsule')
    .getByText(/this world just before the request that went wrong .* if that was not recorded/)
    .waitFor()
})

test('A capsule opens at what a client sent, and not at what a form of the dashboard sent later', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers/none')
  await fetch(`${world.baseUrl}/customers/also-none`, {
    headers: { Authorization: `Bearer ${key}`, [ORIGIN_HEADER]: 'dashboard' },
  })
  expect((await world.requests.list()).length).toBe(2)
  await dashboard.open('snapshots')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download capsule' }).click(),
  ])
  await page.getByText(/^It opens at #1, with the world as it was/).waitFor()
  // Uploaded where snapshots are, it opens as it does when it is dropped, and is not stored as one.
  await page.getByLabel('Snapshot file').setInputFiles({
    name: 'x.ringback-capsule',
    mimeType: 'application/octet-stream',
    buffer: await readFile(await download.path()),
  })
  await page.getByText(/^x\.ringback-capsule is open in the new world/).waitFor()
  const opened = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
  expect(opened).not.toBe(world.id)
  await page.waitForURL(/\/requests\//)
  expect(await world.snapshots.list()).toEqual([])
  await dashboard.follow('snapshots')
  await emulator.removeWorld(opened)
})

test('A name that is taken is replaced only once that was confirmed', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.snapshots.take('mine')
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.open('snapshots')
  await page.getByRole('row', { name: /mine.*23:59:30/ }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await page.getByRole('row', { name: /mine.*23:59:40/ }).waitFor()
})

test('The size of a snapshot is that of what is stored, and is said to be so', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await world.snapshots.take('sized')
  await dashboard.open('snapshots')
  await page.getByRole('columnheader', { name: 'Size as stored' }).waitFor()
  const [stored, shared] = [
    await world.snapshots.download('sized', { reveal: 'secrets' }),
    await world.snapshots.download('sized'),
  ]
  const size = page.getByRole('row', { name: /^sized / }).getByText(`${(stored.length / 1_000).toFixed(1)} kB`)
  expect(shared.length).not.toBe(stored.length)
  expect(await size.getAttribute('title')).toContain('A download has them replaced')
})

test('A reset starts afresh with the seed, fixture and clock that were chosen', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('snapshots')
  await page.getByRole('combobox', { name: 'Fixture' }).click()
  await page.getByRole('option', { name: 'empty' }).click()
  await page.getByLabel('Seed', { exact: true }).fill('7')
  await page.getByRole('combobox', { name: 'Clock' }).click()
  await page.getByRole('option', { name: 'frozen at…' }).click()
  await page.getByLabel('Instant in Tokyo', { exact: true }).fill('2026-05-01T09:00:00')
  await ask(world, world.tenant('pro').key, '/customers')
  await page.getByRole('button', { name: 'Reset world' }).click()
  const question = page.getByRole('dialog')
  await question.getByText(`Reset the world ${world.id}?`).waitFor()
  await question
    .getByText('What is there now is kept as before-reset first; Undo brings it back.', { exact: true })
    .waitFor()
  await question.getByRole('button', { name: 'Reset world' }).click()
  await page
    .getByText(`The world ${world.id} was reset; what was there is kept as before-reset`, { exact: true })
    .waitFor()
  await page.getByRole('timer').getByText('09:00:00').waitFor()
  const view = await world.refresh()
  expect([view.seed, view.fixture, view.now]).toEqual([7, 'empty', '2026-05-01T00:00:00.000Z'])
  // The journal of a reset world begins with nothing.
  expect(await world.requests.list()).toEqual([])
  await page.getByRole('row', { name: /^before-reset / }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByText(/^Undone\. The world is as it was when before-reset was kept; before-reset was removed from the list\./)
    .waitFor()
  expect((await world.requests.list()).length).toBe(1)
  expect((await world.snapshots.list()).map(({ name }) => name)).toEqual(['before-restore'])
})
