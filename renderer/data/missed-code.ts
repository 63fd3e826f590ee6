/** Whether code of a screen was asked for while the server did not answer. What failed to load once never loads again in the same page. */
let missed = false

/** To be started once. */
export function watchMissedCode(): void {
  addEventListener('vite:preloadError', () => {
    missed = true
  })
}

/** Loads the page anew when a part of its code is missing; the address brings the same view back. */
export function reloadIfCodeIsMissing(): boolean {
  if (missed) location.reload()
  return missed
}
