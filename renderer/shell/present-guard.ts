import { useLayoutEffect } from 'react'
import { shownToOthers } from '../data/shown-to-others.ts'
import { hiddenSearch } from '../routing/hidden-search.ts'

const EVERYTHING = { subtree: true, childList: true, characterData: true, attributes: true } as const

const isField = (node: EventTarget | null): node is HTMLInputElement | HTMLTextAreaElement =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement

/** What a field holds stays with its screen, so that it must not be edited while something else is shown. */
function hideValue(node: EventTarget | null): void {
  if (!isField(node)) return
  const shown = shownToOthers(node.value)
  if (shown === node.value) return
  node.value = shown
  node.readOnly = true
}

/** A link still leads where it did: what is hidden in its query is known there. */
function shownLink(href: string): string {
  const [, path = '', search = '', rest = ''] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(href) ?? []
  return shownToOthers(path === '' ? href : `${path}${hiddenSearch(search)}${rest}`)
}

function hideAttributes(node: Node): void {
  if (!(node instanceof Element)) return
  for (const attribute of node.attributes) {
    const shown = attribute.name === 'href' ? shownLink(attribute.value) : shownToOthers(attribute.value)
    if (shown !== attribute.value) attribute.value = shown
  }
  hideValue(node)
}

/** Of a node and everything in it. */
function hideIn(node: Node): void {
  if (node instanceof Text) {
    const shown = shownToOthers(node.data)
    if (shown !== node.data) node.data = shown
    // What a text area began with is its text.
    hideValue(node.parentNode)
  } else if (node instanceof Element) {
    hideAttributes(node)
    for (const child of node.childNodes) hideIn(child)
  }
}

/**
 * While the page is shown to others, no secret, no key, no path of a receiver's address and no whole phone number stands anywhere on it, whichever screen, dialog, message or field put it there:
 * what changes on the page is looked through before the browser draws it. To be used by what takes the place of all screens, so that
 * afterwards they are drawn anew, with what was hidden.
 */
export function usePresentGuard(): void {
  useLayoutEffect(() => {
    const observer = new MutationObserver(records => {
      for (const { target, type, addedNodes } of records) {
        if (type === 'characterData') hideIn(target)
        else hideAttributes(target)
        for (const node of addedNodes) hideIn(node)
      }
    })
    hideIn(document.documentElement)
    observer.observe(document, EVERYTHING)
    // What is typed changes a field and nothing else on the page.
    const typed = ({ target }: Event) => hideValue(target)
    window.addEventListener('input', typed)
    return () => {
      observer.disconnect()
      window.removeEventListener('input', typed)
    }
  }, [])
}
