import { navigate } from 'wouter/use-browser-location'

/** The link of this page that a click would follow in this window; everything else is the browser's. */
function followed(event: MouseEvent): HTMLAnchorElement | undefined {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey, target } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download') || link.target !== '') return undefined
  if (link.pathname.startsWith('/control/') || link.pathname.startsWith('/api/')) return undefined
  // A jump inside the page, such as "skip to the screen".
  if (link.hash !== '' && link.pathname === location.pathname) return undefined
  return link
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
