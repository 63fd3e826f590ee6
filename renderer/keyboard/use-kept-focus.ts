import { useEffect } from 'react'

/**
 * A browser takes the focus from a button that is disabled while it works, and the next key would be lost. The button gets it back with the end
 * of the work, unless the person has gone on since.
 */
function keepWhileWorking(): () => void {
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
}

/** What goes while it has the focus, such as a button to what has then happened, gives it to what was around it. */
function handOn(): () => void {
  let held: { focused: Element; around: HTMLElement[] } | undefined
  const onFocus = ({ target }: FocusEvent) => {
    // What opens over the page, such as a dialog, gives the focus back by itself.
    held = undefined
    if (!(target instanceof Element) || target.closest('#root') === null) return
    const around: HTMLElement[] = []
    for (let outer = target.parentElement; outer !== null; outer = outer.parentElement)
      if (outer.hasAttribute('tabindex')) around.push(outer)
    held = { focused: target, around }
  }
  const observer = new MutationObserver(() => {
    if (held === undefined || held.focused.isConnected) return
    const { around } = held
    held = undefined
    // Whoever knows better where it belongs has put it there by then.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const next = around.find(({ isConnected }) => isConnected) ?? document.getElementById('screen')
      next?.focus({ preventScroll: true })
    })
  })
  observer.observe(document.body, { subtree: true, childList: true })
  document.addEventListener('focusin', onFocus)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
  }
}

/** The keyboard goes on where it was, whatever becomes of what had the focus. */
export function useKeptFocus(): void {
  useEffect(keepWhileWorking, [])
  useEffect(handOn, [])
}
