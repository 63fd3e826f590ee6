import { isTyping } from './shortcuts.ts'

/** What stands over the page until it is closed. */
const OVER_PAGE = '[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"]'

/**
 * Escape is for what is open over the page before it is for the page, also where the focus has not come to it, or has gone from it: what is
 * open hears only the keys that go to itself.
 */
function closeFirst(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || isTyping(event.target)) return
  const open = [...document.querySelectorAll(OVER_PAGE)].filter(element => element.checkVisibility()).at(-1)
  if (open === undefined) return
  event.preventDefault()
  // A dialog over all of the page, and a hint, hear every key.
  if (open.matches('[role="tooltip"]') || open.closest('[aria-modal="true"]')) return
  open.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
}

/** To be called before anything that could open is there, so that this is asked first. */
export function startClosing(): void {
  window.addEventListener('keydown', closeFirst, { capture: true })
}
