import { useEffect, useState } from 'react'

/** For what opens over the page and is on it only while it is open: with its end, the focus is where it was before. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // What had the focus may be gone, and on a page that was just loaded nothing had it.
      const back = opener?.isConnected && opener !== document.body ? opener : document.getElementById('screen')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    },
    [opener],
  )
}
