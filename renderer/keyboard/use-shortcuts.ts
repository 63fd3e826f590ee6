import { useLayoutEffect, useRef } from 'react'
import { type Bindings, isTyping, Shortcuts, strokeOf } from './shortcuts.ts'

const shortcuts = new Shortcuts()

/** What the browser does with a key on a control of its own: radio buttons take the arrows, a checkbox the space bar. */
function isOfControl(target: EventTarget | null, stroke: string): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  return stroke === ' ' || (target.type === 'radio' && stroke.startsWith('arrow'))
}

function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const stroke = strokeOf(event)
  // A key that is held does not go on to what is behind what it has closed.
  if (stroke === undefined || (stroke === 'escape' && event.repeat)) return
  if (isTyping(event.target) && !stroke.startsWith('mod+')) return
  if (isOfControl(event.target, stroke)) return
  // Enter and space on a button or a link are that button's.
  const onControl = event.target instanceof Element && event.target.closest('a, button, summary, [role="tab"]')
  if (onControl && (stroke === 'enter' || stroke === ' ')) return
  if (shortcuts.press(stroke, event.timeStamp)) event.preventDefault()
}

/** To be called once, before the page is rendered. */
export function startShortcuts(): void {
  window.addEventListener('keydown', listen)
}

/** Does what a stroke does now, for those who press a button instead. */
export const runStroke = (stroke: string): void => void shortcuts.press(stroke, performance.now())

/** What the keys do now: on this screen, with what is open on it, and everywhere. */
export const boundKeys = () => shortcuts.bound

/**
 * Binds keys while the component is on the page. The newest bindings of the newest component win. A key does what the page shows from the
 * moment that it shows it: an effect after the paint would come too late for a key that was already on its way. With `when: 'unbound'`, a key
 * does it only where nothing else on the page takes it.
 */
export function useShortcuts(bindings: Bindings, { when = 'always' }: { when?: 'always' | 'unbound' } = {}): void {
  const layer = useRef(bindings)
  useLayoutEffect(() => {
    layer.current = bindings
  })
  useLayoutEffect(() => shortcuts.add(layer, when === 'unbound' ? 'last' : 'first'), [when])
}
