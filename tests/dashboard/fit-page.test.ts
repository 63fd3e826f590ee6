import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { fitPage } from '../../server/cli/fit-page.ts'
import { readRecords } from '../../server/fit/read/records.ts'
import { fitOf } from '../../server/fit/report.ts'
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
  const picture = page.getByRole('img', { name: '2026-03-10, Tokyo: 1,200 successes asked for' })
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
    expect.arrayContaining(['00:00', '06:00', '12:00', '18:00', '24:00', 'free: 1,000 a day']),
  )
  expect(drawn.cut).toEqual([])
  // Only Free is in the table, and the least plan is one of all.
  await page.getByText('Least plan that fits (all were tried, only free is shown): pro as sent').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_280)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousFindingsOn(page)).toEqual([])
  }
  await page.close()
})
