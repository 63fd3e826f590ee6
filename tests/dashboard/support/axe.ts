import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Dashboard } from './dashboard-test.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe calls serious or critical in the screens at these places, each with its place. */
export async function seriousFindings(
  { browser, dashboard, ...options }: { browser: Browser; dashboard: Dashboard } & BrowserContextOptions,
  places: readonly string[],
): Promise<string[]> {
  // The policy of the page would refuse the script of axe.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options, bypassCSP: true })
  const page = await context.newPage()
  const axe = await readFile(AXE, 'utf8')
  const found: string[] = []
  for (const place of places) {
    await page.goto(dashboard.at(place))
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByLabel('Loading').first().waitFor({ state: 'detached' })
    await page.evaluate(axe)
    const serious = await page.evaluate<string[]>(
      `axe.run('main', { resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
    )
    found.push(...serious.map(text => `${place}: ${text}`))
  }
  await context.close()
  return found
}
