import type { Page } from 'playwright-core'

/** How long an action or a wait may take before the test says which one it was: long enough for a machine that others keep busy. */
export const PATIENCE_MS = 20_000

/** A screen that is left stays there, hidden, until the next one has come. */
const CONDITIONS = {
  connected: `document.evaluate('//*[text()="Connected"]', document, null, XPathResult.BOOLEAN_TYPE).booleanValue`,
  loaded: `document.querySelector('h1')?.checkVisibility() === true && document.querySelector('[aria-label="Loading"], [aria-busy="true"]') === null`,
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

/** Goes to another place of the dashboard as a link on the page does, which takes a quarter of what it takes to load it anew. */
export async function follow(page: Page, address: string): Promise<void> {
  // Whatever had the focus or was open goes with its screen; its first look is the frame after next.
  await page.evaluate(`new Promise(resolve => {
    history.pushState(null, '', ${JSON.stringify(address)})
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })`)
  await untilShown(page, 'loaded')
}
