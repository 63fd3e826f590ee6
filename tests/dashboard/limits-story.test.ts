import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('Answers of "Send one now" are read as a story: pass, refusal, midnight, pass, each with the number of its request', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  const send = page.getByRole('region', { name: 'Try one request' })
  const story = send.getByRole('list', { name: 'Answers, oldest first' }).getByRole('listitem')
  const sendOne = async (status: string, answers: number) => {
    await send.getByRole('button', { name: 'Send one now' }).click()
    await story
      .nth(answers - 1)
      .getByText(new RegExp(`^${status}`))
      .waitFor()
    await story
      .nth(answers - 1)
      .getByRole('link', { name: /^#/ })
      .waitFor()
  }
  await day.getByRole('button', { name: 'One left' }).click()
  await day.getByText('1 left').waitFor()
  await sendOne('200', 2)
  await send.getByText('X-RateLimit-Remaining: 299', { exact: true }).waitFor()
  await sendOne('429', 3)
  // What the client got, as it was sent, and read by its side.
  await send.getByText('Retry-After: 30 (30 s)', { exact: true }).waitFor()
  for (const header of ['X-Quota-Used: 10000', 'X-Quota-Limit: 10000'])
    await send.getByText(header, { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Jump to reset/ }).click()
  await page.getByRole('timer').getByText('00:00:00').waitFor()
  await sendOne('200', 5)
  const texts = (await story.allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '))
  expect(texts).toEqual([
    'day set to 9,999 used',
    expect.stringMatching(/^200 #\d+$/),
    expect.stringMatching(/^429 #\d+$/),
    'midnight',
    // Why, and when, belong to the newest.
    expect.stringMatching(/^200 #\d+ Why answered at 00:00:00 JST$/),
  ])
  // All of many are there, the end in view, and nothing moves.
  await world.clock.advance({ by: 'PT10S' })
  const below = day.getByRole('button', { name: 'One left' })
  const before = await below.boundingBox()
  for (let sent = 7; sent <= 17; sent++) await sendOne('200', sent)
  expect(await below.boundingBox()).toEqual(before)
  expect(await story.getByText(/^(200|429)/).count()).toBe(14)
  const why = await send.getByRole('link', { name: 'Why' }).boundingBox()
  expect((why?.x ?? 0) + (why?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0)
  dashboard.forgive(/429/)
})

test('A refusal whose limit was set back since is told as before that change', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit' } })
  await dashboard.open('limits/pro')
  const send = page.getByRole('region', { name: 'Try one request' })
  await page.getByRole('heading', { name: 'pro is refused: the day is used up' }).waitFor()
  await send.getByRole('button', { name: 'Send one now' }).click()
  await send.getByText('429 quota_exceeded').waitFor()
  const isBefore = send.getByText('Before a change: there is room now.')
  expect(await isBefore.count()).toBe(0)
  // Whoever sets it.
  await limits.set({ day: { used: 0 } })
  await isBefore.waitFor()
  await limits.set({ day: { used: 'limit' } })
  await isBefore.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Requests this Tokyo day' }).getByRole('button', { name: 'None used' }).click()
  await isBefore.waitFor()
  const story = send.getByRole('list', { name: 'Answers, oldest first' }).getByRole('listitem')
  await story.getByText('day set to 0 used', { exact: true }).waitFor()
  dashboard.forgive(/429/)
})
