import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { screenOf } from './filled-world.ts'
import { follow, untilShown } from './until-shown.ts'

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
  const options = { resultTypes: ['violations'], preload: false, ...(rules === undefined ? {} : { runOnly: rules }) }
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  )
}

/** The long tier looks at each place in both themes; without it, those of a screen take turns, and a screen's only one is looked at in both. */
const THEMES_OF_MANY = process.env.RINGBACK_AXE_THEMES ?? 'in turn'

/** What axe calls serious or critical in the screens at these places, each with its place and theme. */
export async function seriousFindings(
  browser: Browser,
  { at, places }: { at: (place: string) => string; places: readonly string[] },
): Promise<string[]> {
  const page = await axePage(browser, { colorScheme: 'light' })
  const found: string[] = []
  for (const [index, place] of places.entries()) {
    if (index === 0) {
      await page.goto(at(place))
      await untilShown(page, 'connected', 'loaded')
    } else await follow(page, at(place))
    const isOnlyOne = places.filter(other => screenOf(other) === screenOf(place)).length === 1
    if (isOnlyOne || THEMES_OF_MANY === 'both')
      found.push(...(await findingsInBothThemes(page, 'main')).map(text => `${place} in the ${text}`))
    else {
      const theme = index % 2 === 0 ? 'light' : 'dark'
      await wear(page, theme)
      found.push(...(await seriousFindingsOn(page, 'main')).map(text => `${place} in the ${theme} theme: ${text}`))
    }
  }
  await page.context().close()
  return found
}

type Theme = 'light' | 'dark'

/**
 * Every rule in the theme that the page has on, and those for colours in the other one, in which it is left.
 *
 * @param part a selector of what is looked at
 */
export async function findingsInBothThemes(page: Page, part: string): Promise<string[]> {
  const on = await page.evaluate<Theme>('document.documentElement.dataset.mantineColorScheme')
  const other = on === 'light' ? 'dark' : 'light'
  const everything = await seriousFindingsOn(page, part)
  await wear(page, other)
  const colours = await seriousFindingsOn(page, part, ['color-contrast'])
  return [...everything.map(text => `${on} theme: ${text}`), ...colours.map(text => `${other} theme: ${text}`)]
}

/** Changes the theme as the machine of the user would, and waits until the colours have come to rest. */
async function wear(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(`new Promise(resolve => {
    const ends = animation => animation.effect.getComputedTiming().endTime !== Infinity
    const isWorn = () => document.documentElement.dataset.mantineColorScheme === '${colorScheme}' && !document.getAnimations().some(ends)
    // Transitions begin with the frame after the change.
    const look = () => requestAnimationFrame(() => requestAnimationFrame(() => (isWorn() ? resolve() : look())))
    look()
  })`)
}
