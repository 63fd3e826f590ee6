import type { Page } from 'playwright-core'

/** How long an action or a wait may take before the test says which one it was: long enough for a machine that others keep busy. */
export const PATIENCE_MS = 20_000

const CONDITIONS = {
  connected: `document.evaluate('//*[text()="Connected"]', document, null, XPathResult.BOOLEAN_TYPE).booleanValue`,
  loaded: `document.querySelector('h1') !== null && document.querySelector('[aria-label="Loading"]') === null`,
} as const

/**
 * Waits until the stream of the page is open, its screen has a heading and nothing is still loading, or whichever of it is asked for.
 *
 * The page is looked at with each of its frames. What waits for a locator looks every half second in the end, which adds up in the hundreds
 * of pages that the tests of the dashboard open.
 */
export async function untilShown(page: Page, ...wanted: (keyof typeof CONDITIONS)[]): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const until = performance.now() + ${PATIENCE_MS}
    const look = () => {
      if (${wanted.map(name => `(${CONDITIONS[name]})`).join(' && ')}) resolve()
      else if (performance.now() > until) reject(new Error('The page is not ${wanted.join(' and ')}: ' + document.body.innerText))
      else requestAnimationFrame(look)
    }
    look()
  })`)
}
