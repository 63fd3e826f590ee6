import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A link or a button inside a row does its own work and does not open the row. */
export function isOnControl({ target }: { target: EventTarget }): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}

/** The middle button opens a row in a tab of its own, and does not begin to scroll the list. */
export function keepsStill(event: { button: number; target: EventTarget; preventDefault: () => void }): void {
  if (event.button === 1 && !isOnControl(event)) event.preventDefault()
}

/**
 * A list is one stop of the tab key, and the links and buttons of the row that the cursor is on follow it: else the way out of a list of a
 * hundred thousand rows would lead through every one of them.
 */
export function useTabStops(isCursor: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const wanted = isCursor ? 0 : -1
    // Every row that scrolls by comes through here: nothing is set that is so already, since setting it costs the frame a look at styles.
    for (const tag of ['a', 'button'])
      for (const control of element.current?.getElementsByTagName(tag) ?? [])
        if (control instanceof HTMLElement && control.tabIndex !== wanted) control.tabIndex = wanted
  })
  return element
}
