import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { untilShown } from './until-shown.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** For every place of a screen or more to be looked over. It is no goal: it ends a run that hangs, on however busy a machine. */
export const AXE_TIMEOUT_MS = 400_000

/** A page on which axe may run: the policy of the dashboard would refuse its script. */
export async function axePage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
    bypassCSP: true,
  })
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

/**
 * What axe calls serious or critical in the screens at these places, each with its place: every rule in the light theme, and those for
 * colours in the dark one, as a theme changes nothing else.
 */
export async function seriousFindings(
  browser: Browser,
  { at, places }: { at: (place: string) => string; places: readonly string[] },
): Promise<string[]> {
  const page = await axePage(browser, { colorScheme: 'light' })
  const found: string[] = []
  for (const place of places) {
    await page.goto(at(place))
    await untilShown(page, 'connected', 'loaded')
    found.push(...(await findingsInBothThemes(page, 'main')).map(text => `${place}: ${text}`))
  }
  await page.context().close()
  return found
}

/** @param part a selector of what is looked at */
export async function findingsInBothThemes(page: Page, part: string): Promise<string[]> {
  const light = await seriousFindingsOn(page, part)
  await wear(page, 'dark')
  const dark = await seriousFindingsOn(page, part, ['color-contrast'])
  await wear(page, 'light')
  return [...light, ...dark.map(text => `in the dark theme: ${text}`)]
}

/** Changes the theme as the machine of the user would, and waits until the colours have come to rest. */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(`new Promise(resolve => {
    const ends = animation => animation.effect.getComputedTiming().endTime !== Infinity
    const isWorn = () => document.documentElement.dataset.mantineColorScheme === '${colorScheme}' && !document.getAnimations().some(ends)
    // Transitions begin with the frame after the change.
    const look = () => requestAnimationFrame(() => requestAnimationFrame(() => (isWorn() ? resolve() : look())))
    look()
  })`)
}
