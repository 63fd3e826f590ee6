import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** For every place of a screen or more to be looked over. It is no goal: it ends a run that hangs, on however busy a machine. */
export const AXE_TIMEOUT_MS = 400_000

/**
 * What axe calls serious or critical on a page, or within the part of it that a selector names; `rules` are all unless given. The page gets
 * axe from outside, past its policy, which holds for everything else: a page of axe's own would have to be loaded first.
 */
export async function seriousFindingsOn(page: Page, part = 'html', rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(`${AXE}; undefined`)
  const options = { resultTypes: ['violations'], preload: false, ...(rules === undefined ? {} : { runOnly: rules }) }
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  )
}

/** The long tier looks at each place in both themes. */
const IN_BOTH_THEMES = process.env.RINGBACK_AXE_THEMES === 'both'

/**
 * What axe calls serious or critical in whatever is looked at one after the other, each with its theme: without the long tier, every second
 * in the light one, then the others in the dark one.
 *
 * @param look goes there, and says what axe finds there
 */
export async function findingsInTurn<Looked>(
  page: Page,
  all: readonly Looked[],
  look: (one: Looked, find: (part: string) => Promise<string[]>) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = []
  if (IN_BOTH_THEMES) for (const one of all) found.push(...(await look(one, part => findingsInBothThemes(page, part))))
  else
    for (const [turn, theme] of (['light', 'dark'] as const).entries()) {
      await wear(page, theme)
      const find = async (part: string) => (await seriousFindingsOn(page, part)).map(text => `${theme} theme: ${text}`)
      for (const one of all.filter((_, index) => index % 2 === turn)) found.push(...(await look(one, find)))
    }
  return found
}

type Theme = 'light' | 'dark'

const other = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light')

/**
 * Every rule in the theme that the page has on, and those for colours in the other one, in which it is left.
 *
 * @param part a selector of what is looked at
 */
export async function findingsInBothThemes(page: Page, part: string): Promise<string[]> {
  const on = await page.evaluate<Theme>('document.documentElement.dataset.mantineColorScheme')
  const everything = await seriousFindingsOn(page, part)
  await wear(page, other(on))
  const colours = await seriousFindingsOn(page, part, ['color-contrast'])
  return [...everything.map(text => `${on} theme: ${text}`), ...colours.map(text => `${other(on)} theme: ${text}`)]
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
