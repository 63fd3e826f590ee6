import type { CDPSession, Page } from 'playwright-core'

/** More presses than any screen has controls: whoever needs more is caught somewhere. */
const MOST_PRESSES = 300

/** So many follow upon each other without waiting: to ask the page after each costs more than the press itself. */
const PRESSES_AT_ONCE = 10

/** Notes where the focus goes and how that looks, after every key. Runs in the page. */
interface Observer {
  /** Whether everything was gone round: the focus has left the page so often, or left it and come to what it had before. */
  isRound: () => boolean
  /** Goes back to the stop that stands for a group, if the last keys came to one that is new. How many members the arrows go through. */
  enterGroup: () => number
  problems: (scope: string) => string[]
  end: () => void
}

const OBSERVER = `mostDepartures => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], [role="tab"], [role="option"], [role="slider"]'
  // What a label calls it cannot be asked once it is gone.
  const visited = new Map()
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
  let last, lookOfLast, group
  let departures = 0
  let isRound = false
  const look = () => {
    // What was pressed beyond it counts when it is pressed again.
    if (isRound || group !== undefined) return
    const { activeElement } = document
    const element = activeElement === document.body || activeElement === null ? undefined : activeElement
    if (last !== undefined && last !== element && last.isConnected && lookOf(last) === lookOfLast) problems.add('no visible focus: ' + nameOf(last))
    if (element === undefined) {
      last = undefined
      isRound = ++departures === mostDepartures
      return
    }
    // Parts of a date are stops of their own inside one control.
    if (last !== element) lookOfLast = lookOf(element)
    // The screen itself takes the focus of the link that skips to it; it is a place, not a control.
    last = element.id === 'screen' ? undefined : element
    if (!isInView(element)) problems.add('out of view: ' + nameOf(element))
    if (visited.has(element)) isRound = departures > 0
    else if (groupOf(element).length > 0 && !groupOf(element).some(member => visited.has(member))) group = element
    visited.set(element, nameOf(element))
  }
  addEventListener('keyup', look, true)
  return {
    isRound: () => isRound,
    enterGroup() {
      const members = group === undefined ? 0 : groupOf(group).length
      group?.focus()
      group = undefined
      return members
    },
    problems(scope) {
      // The arrows of one group may draw another part of the screen anew.
      const gone = new Set([...visited].filter(([element]) => !element.isConnected).map(([, name]) => name))
      for (const element of document.querySelectorAll(scope + ' :is(' + CONTROLS + ')'))
        if (isMeant(element) && !visited.has(element) && !gone.has(nameOf(element))) problems.add('not reached: ' + nameOf(element))
      return [...problems]
    },
    end: () => removeEventListener('keyup', look, true),
  }
}`

/** Presses a key so often, each time as soon as the page has handled the one before. */
async function pressTimes(devtools: CDPSession, key: 'Tab' | 'ArrowRight', times: number): Promise<void> {
  const stroke = { key, code: key, windowsVirtualKeyCode: key === 'Tab' ? 9 : 39 }
  const events = Array.from({ length: times }, () => ['rawKeyDown', 'keyUp'] as const).flat()
  await Promise.all(events.map(type => devtools.send('Input.dispatchKeyEvent', { type, ...stroke })))
}

/**
 * Goes round what can be focused with Tab alone, and through the members of tab lists and radio groups with the arrows.
 *
 * @param scope `main` skips what is around the screen, by the link that the page has for it
 * @returns controls that show no focus, are out of view while they have it, or are never reached
 */
export async function problemsOfTabOrder(page: Page, scope: 'body' | 'main'): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const observer = await page.evaluateHandle<Observer>(`(${OBSERVER})(${scope === 'main' ? 1 : 2})`)
  if (scope === 'main') await page.getByRole('link', { name: 'Skip to the screen' }).press('Enter')
  for (let presses = 0; !(await observer.evaluate(it => it.isRound())); presses += PRESSES_AT_ONCE) {
    if (presses > MOST_PRESSES) return [`the focus does not leave the page after ${MOST_PRESSES} presses`]
    await pressTimes(devtools, 'Tab', PRESSES_AT_ONCE)
    const members = await observer.evaluate(it => it.enterGroup())
    if (members > 0) await pressTimes(devtools, 'ArrowRight', members)
  }
  const problems = await observer.evaluate((it, within) => it.problems(within), scope)
  await observer.evaluate(it => it.end())
  await devtools.detach()
  return problems
}
