import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { readRecords } from '../../server/fit/read/records.ts'
import { fitOf } from '../../server/fit/report.ts'
import { fitPage } from '../../server/fit/told/page.ts'
import { temporaryFolder } from '../support/cli.ts'
import { seriousFindingsOn } from './support/axe.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

/** 09:00 in Tokyo. */
const NINE = Date.UTC(2026, 2, 10)
const [DAY_HOURS, MOST] = [24, 1_200]

interface Drawn {
  readonly points: readonly { readonly x: number; readonly y: number }[]
  readonly texts: readonly string[]
  readonly cut: readonly string[]
}

/** The line of a picture, point by point, and its labels with those that do not lie within it. */
const DRAWN = `svg => {
  const frame = svg.getBoundingClientRect()
  const curve = svg.querySelector('.curve')
  const texts = [...svg.querySelectorAll('text')]
  const isCut = text => {
    const { left, right, top, bottom } = text.getBoundingClientRect()
    return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
  }
  const at = step => curve.getPointAtLength((curve.getTotalLength() * step) / 399)
  return {
    points: Array.from({ length: 400 }, (_, step) => ({ x: at(step).x, y: at(step).y })),
    texts: texts.map(text => text.textContent),
    cut: texts.filter(isCut).map(text => text.textContent),
  }
}`

/** Labels of an open picture that lie outside of it or on each other. */
const OVERLAPS = `() => [...document.querySelectorAll('details[open] svg')].flatMap(svg => {
  const frame = svg.getBoundingClientRect()
  const labels = [...svg.querySelectorAll('text')].map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }))
  const cut = labels.filter(({ box }) => box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
  const apart = (one, other) =>
    one.right <= other.left || other.right <= one.left || one.bottom - 3 <= other.top || other.bottom - 3 <= one.top
  const pairs = labels.flatMap((one, index) =>
    labels.slice(index + 1).filter(other => !apart(one.box, other.box)).map(other => one.text + ' / ' + other.text))
  return [...cut.map(({ text }) => text), ...pairs]
})`

test('The page of fit draws a day that begins at 09:00 as one, with its hours, and no label is cut', async ({
  browser,
}) => {
  const rows = Array.from({ length: MOST }, (_, row) => ({
    at: NINE + row * 20_000,
    method: 'GET',
    path: '/api/v1/calls',
    status: 200,
  }))
  const report = fitOf(readRecords(rows, { kind: 'csv', name: 'day.csv' }), { plan: 'free' })
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'fit.html')
  writeFileSync(file, fitPage(report))
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } })
  await page.goto(pathToFileURL(file).href)
  const picture = page.getByRole('img', {
    name: '2026-03-10, Tokyo: 1,200 successes asked for; 200 refused on Free; the daily quota is used up on Free at 14:33:00–14:33:09',
  })
  await picture.waitFor()
  const drawn = await page.evaluate<Drawn>(`(${DRAWN})(document.querySelector('svg'))`)
  const [first, last] = [drawn.points[0], drawn.points.at(-1)]
  if (first === undefined || last === undefined) throw new Error('nothing is drawn')
  // Nothing was asked before 09:00, so the line lies on the ground until there, and at the end of the day it is at its height.
  const hourOf = (x: number) => ((x - first.x) / (last.x - first.x)) * DAY_HOURS
  const rises = drawn.points.find(({ y }) => y < first.y - 0.5)
  expect(hourOf(rises?.x ?? 0)).toBeGreaterThanOrEqual(9)
  expect(hourOf(rises?.x ?? 0)).toBeLessThan(9.5)
  expect(drawn.texts).toEqual(
    expect.arrayContaining(['00:00', '06:00', '12:00', '18:00', '24:00', 'Free: 1,000 a day, used up at 14:33']),
  )
  expect(drawn.cut).toEqual([])
  // The mark lies on the line of the quota, at the time at which it is used up.
  const mark = await page.evaluate<{ x: number; y: number }>(
    `(({ cx, cy }) => ({ x: cx.baseVal.value, y: cy.baseVal.value }))(document.querySelector('.met'))`,
  )
  expect(hourOf(mark.x)).toBeCloseTo(14.55)
  const onLine = drawn.points.find(({ x }) => hourOf(x) >= 14.55)
  expect(Math.abs(mark.y - (onLine?.y ?? 0))).toBeLessThan(3)
  // Three in a minute, against the 60 of Free; refused from 14:30 on, until the last request at 15:39:40.
  const refused = await page.evaluate<{ x: number; width: number }[]>(
    `[...document.querySelectorAll('rect.quota')].map(({ x, width }) => ({ x: x.baseVal.value, width: width.baseVal.value }))`,
  )
  expect(hourOf(refused[0]?.x ?? 0)).toBeCloseTo(14.5)
  expect(hourOf((refused.at(-1)?.x ?? 0) + (refused.at(-1)?.width ?? 0))).toBeCloseTo(15 + 4 / 6)
  expect(await page.evaluate(`document.querySelectorAll('.rate, .license').length`)).toBe(0)
  // Only Free is in the table, and the least plan is one of all.
  await page.getByText('This traffic does not fit Free.').waitFor()
  await page.getByText('Of all plans, the smallest that fits is Pro.').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_280)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousFindingsOn(page)).toEqual([])
  }
  await page.close()
})

test('Of several days the page of fit has the busiest open, on paper all of them, and no label is cut or lies on another', async ({
  browser,
}) => {
  const day = (index: number, count: number) =>
    Array.from({ length: count }, (_, row) => ({
      at: NINE + index * 86_400_000 + row * 20_000,
      method: 'GET',
      path: '/api/v1/calls',
      status: 200,
    }))
  // A minute of the second day is more than any plan takes, so that the limits of a minute lie close together.
  const flood = Array.from({ length: 3_000 }, (_, row) => ({
    at: NINE + 86_400_000 + 7_200_000 + row,
    method: 'GET',
    path: '/api/v1/reports/summary',
    status: 200,
  }))
  const records = [...day(0, 30), ...day(1, MOST), ...flood, ...day(2, 20), ...day(3, 10)]
  const report = fitOf(readRecords(records, { kind: 'csv', name: 'days.csv' }))
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'fit.html')
  writeFileSync(file, fitPage(report))
  const page = await browser.newPage({ viewport: { width: 1_024, height: 900 } })
  await page.goto(pathToFileURL(file).href)
  await page.getByText('No plan fits.', { exact: true }).waitFor()
  const days = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']
  const picture = (name: string) => page.getByRole('img', { name: new RegExp(`^${name}`) })
  await picture('2026-03-11').waitFor()
  expect(await page.getByRole('img').count()).toBe(1)
  expect(await page.evaluate(`(${OVERLAPS})()`)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_024)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousFindingsOn(page)).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  for (const day of days) await picture(day).waitFor()
  expect(await page.getByRole('img').count()).toBe(days.length)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_024)
  await page.close()
})
