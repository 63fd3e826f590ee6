import type { Locator, Page } from 'playwright-core'

/** More than the controls of any screen and of what is around it. */
const MOST_PRESSES = 150

/** What has the focus. */
export const focused = (page: Page): Locator => page.locator(':focus')

/** Presses Tab until a control has the focus. @throws Error when it is not in the tab order */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if ((await control.and(focused(page)).count()) === 1) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${control} is not reached with ${MOST_PRESSES} presses of Tab`)
}

/** Goes to a button or a link with Tab and presses Enter on it. */
export async function pressOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}
