import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** For every place of a screen or more to be looked over. It is no goal: it ends a run that hangs, on however busy a machine. */
export const AXE_TIMEOUT_MS = 400_000

/** A page on which axe may run: the policy of the dashboard would refuse its script. */
export async function axePage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options, bypassCSP: true })
  await context.addInitScript({ content: await readFile(AXE, 'utf8') })
  return context.newPage()
}

/** What axe calls serious or critical on a page, or within the part of it that a selector names; `rules` are all unless given. */
export function seriousFindingsOn(page: Page, part = 'html', rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  )
}

/** What axe calls serious or critical in the screens at these places, each with its place. */
export async function seriousFindings(
  page: Page,
  { at, places }: { at: (place: string) => string; places: readonly string[] },
): Promise<string[]> {
  const found: string[] = []
  for (const place of places) {
    await page.goto(at(place))
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByLabel('Loading').first().waitFor({ state: 'detached' })
    found.push(...(await seriousFindingsOn(page, 'main')).map(text => `${place}: ${text}`))
  }
  return found
}
