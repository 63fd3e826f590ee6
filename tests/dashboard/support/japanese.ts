import type { Page } from 'playwright-core'

/** Looks at the page as it is in Japanese, and leaves it in English and as if nobody had chosen a language. What is open over it closes. */
export async function inJapanese(page: Page, look: () => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Language', exact: true }).click()
  await page.getByRole('menuitemradio', { name: '日本語' }).click()
  const language = page.getByRole('button', { name: '言語', exact: true })
  // The page stays English until the dictionary has been loaded, which only the first choice of Japanese does.
  await language.waitFor()
  await look()
  await language.click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.locator('html[lang="en"]').waitFor()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.evaluate('localStorage.clear()')
}
