import { isPresenting } from '../routing/use-present.ts'
import { shownToOthers } from './shown-to-others.ts'

/**
 * Puts a text on the clipboard; tells whether the browser allowed it (it wants a secure context: https or loopback). While the page is shown
 * to others, what is hidden on it stays out of the clipboard too, which is pasted where they look on.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(isPresenting() ? shownToOthers(text) : text)
    return true
  } catch {
    return false
  }
}
