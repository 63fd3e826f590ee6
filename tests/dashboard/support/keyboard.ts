import type { Locator, Page } from 'playwright-core'

/** More than the controls of any screen and of what is around it. */
const MOST_PRESSES = 150

/** What has the focus. */
export const focused = (page: Page): Locator => page.locator(':focus')

/** Runs in the page. `undefined` when the element is not on it any more. */
const hasFocus = (it: { isConnected: boolean; ownerDocument: { activeElement: unknown } }): boolean | undefined =>
  it.isConnected ? it.ownerDocument.activeElement === it : undefined

/** Presses Tab until a control has the focus. @throws Error when it is not in the tab order */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  let element = await control.elementHandle()
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    // To find a control by its role means to look at the whole page: it is looked for again only when it was drawn anew.
    const has = await element?.evaluate(hasFocus)
    if (has) return
    if (has === undefined) element = await control.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`${control} is not reached with ${MOST_PRESSES} presses of Tab`)
}

/** Presses keys that have to follow soon upon each other: none waits until the page has handled the one before. */
export async function pressTogether(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map(key => page.keyboard.press(key)))
}

/** Opens the palette, and resolves with it once it takes letters. */
export async function openPalette(page: Page): Promise<Locator> {
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await palette.locator(':focus').waitFor()
  return palette
}

/** Opens the palette, puts in what is looked for, at once as from a clipboard, and takes the first that was found. Resolves when the palette has closed. */
export async function takeFromPalette(page: Page, text: string): Promise<void> {
  const palette = await openPalette(page)
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
}

/** Goes to a button or a link with Tab and presses Enter on it. */
export async function pressOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}
