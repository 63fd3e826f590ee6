import { useEffect } from 'react'

/**
 * A browser takes the focus from a button that is disabled while it works, and the next key would be lost. The button gets it back with the end
 * of the work, unless the person has gone on since.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let working: HTMLElement | undefined
    const observer = new MutationObserver(changes => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement)) continue
        // Right after it was disabled it still has the focus: the browser takes it with the next frame.
        if (target.disabled && target === document.activeElement) working = target
        else if (!target.disabled && target === working) {
          working = undefined
          if (document.activeElement === document.body) target.focus({ preventScroll: true })
        }
      }
    })
    observer.observe(document.body, { subtree: true, attributeFilter: ['disabled'] })
    return () => observer.disconnect()
  }, [])
}
