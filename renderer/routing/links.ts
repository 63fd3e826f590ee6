import { navigate } from 'wouter/use-browser-location'

/** Whether a link leads to a page of the dashboard: not to a file, to another site, or to another part of this page. */
export function isToPage(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.hasAttribute('download') || link.target !== '') return false
  if (link.pathname.startsWith('/control/') || link.pathname.startsWith('/api/')) return false
  // A jump inside the page, such as "skip to the screen".
  return link.hash === '' || link.pathname !== location.pathname
}

/** Opens a page in a tab of its own, with the query of this one: what is hidden in that stays so, and so does whether it is shown to others. */
export function openApart(path: string): void {
  window.open(`${path}${location.search}`, '_blank', 'noopener')
}

/** The link of this page that a click would follow in this window; everything else is the browser's. */
function followed(event: MouseEvent): HTMLAnchorElement | undefined {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey, target } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a') : null
  return link && isToPage(link) ? link : undefined
}

/** Plain links change the address without loading the page anew: one listener for all of them, to be started once. */
export function startLinks(): void {
  document.addEventListener('click', event => {
    const link = followed(event)
    if (!link) return
    event.preventDefault()
    navigate(`${link.pathname}${link.search}${link.hash}`)
  })
}
