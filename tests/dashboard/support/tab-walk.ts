import type { Page } from 'playwright-core'

/** More presses than any screen has controls: whoever needs more is caught somewhere. */
const MOST_PRESSES = 300

interface Stop {
  /** `undefined` when the focus has left the page. */
  name: string | undefined
  /** Whether it was there before. */
  again: boolean
  /** How many members the group has that this one stop stands for: the arrows go through them. */
  members: number
}

/** Notes where the focus goes and how that looks. Runs in the page. */
interface Observer {
  stop: () => Stop
  problems: (scope: string) => string[]
}

const OBSERVER = `(() => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], [role="tab"], [role="option"], [role="slider"]'
  const visited = new Set()
  const problems = new Set()
  const nameOf = element => {
    const text = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.value || ''
    return (element.getAttribute('role') ?? element.type ?? element.tagName.toLowerCase()) + ' "' + text.trim().slice(0, 60) + '"'
  }
  // A control may be drawn by what stands beside it or around it, as the label of a hidden radio button.
  const drawn = element => [element, element.nextElementSibling, element.parentElement, element.parentElement?.nextElementSibling,
    element.closest('.mantine-Input-wrapper > *')].filter(part => part instanceof Element)
  const lookOf = element => drawn(element).map(part => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
    return outlineStyle === 'none' ? boxShadow : outlineStyle + outlineWidth + boxShadow
  }).join()
  const hasRoom = element => {
    const box = element.getBoundingClientRect()
    return box.width > 1 && box.height > 1
  }
  const isInView = element => drawn(element).filter(hasRoom).some(part => {
    const box = part.getBoundingClientRect()
    return box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
  })
  const isOffered = element => !element.disabled && element.getAttribute('aria-disabled') !== 'true' && element.type !== 'hidden' &&
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden="true"]')
  const groupOf = element => {
    const list = element.closest('[role="tablist"], [role="radiogroup"]')
    const members = [...list?.querySelectorAll('[role="tab"], input[type="radio"]') ?? []].filter(isOffered)
    return members.includes(element) ? members : []
  }
  // What has the tab index -1 is reached with the arrows of its group, or with the rows of its grid; what a label opens is no stop.
  const isMeant = element => isOffered(element) && (element.tabIndex >= 0 || groupOf(element).length > 0) && hasRoom(element)
  let last, lookOfLast
  return {
    stop() {
      const { activeElement } = document
      const element = activeElement === document.body || activeElement === null ? undefined : activeElement
      if (last !== undefined && last !== element && last.isConnected && lookOf(last) === lookOfLast) problems.add('no visible focus: ' + nameOf(last))
      if (element === undefined) {
        last = undefined
        return { name: undefined, again: false, members: 0 }
      }
      // Parts of a date are stops of their own inside one control.
      if (last !== element) lookOfLast = lookOf(element)
      // The screen itself takes the focus of the link that skips to it; it is a place, not a control.
      last = element.id === 'screen' ? undefined : element
      if (!isInView(element)) problems.add('out of view: ' + nameOf(element))
      const again = visited.has(element)
      visited.add(element)
      return { name: nameOf(element), again, members: again ? 0 : groupOf(element).length }
    },
    problems(scope) {
      // The arrows of one group may draw another part of the screen anew.
      const gone = new Set([...visited].filter(element => !element.isConnected).map(nameOf))
      for (const element of document.querySelectorAll(scope + ' :is(' + CONTROLS + ')'))
        if (isMeant(element) && !visited.has(element) && !gone.has(nameOf(element))) problems.add('not reached: ' + nameOf(element))
      return [...problems]
    },
  }
})()`

/**
 * Goes round what can be focused with Tab alone, and through the members of tab lists and radio groups with the arrows.
 *
 * @param scope `main` skips what is around the screen, by the link that the page has for it
 * @returns controls that show no focus, are out of view while they have it, or are never reached
 */
export async function problemsOfTabOrder(page: Page, scope: 'body' | 'main'): Promise<string[]> {
  const observer = await page.evaluateHandle<Observer>(OBSERVER)
  const press = async (key: string): Promise<Stop> => {
    await page.keyboard.press(key)
    return observer.evaluate(it => it.stop())
  }
  let departures = 0
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    const { name, again, members } = await press('Tab')
    if (name === undefined) departures++
    if (departures === 2 || (departures > 0 && again))
      return observer.evaluate((it, within) => it.problems(within), scope)
    if (scope === 'main' && name?.includes('Skip to the screen')) await press('Enter')
    for (let step = 0; step < members; step++) await press('ArrowRight')
  }
  return [`the focus does not leave the page after ${MOST_PRESSES} presses`]
}
