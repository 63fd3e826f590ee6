import { useLayoutEffect } from 'react'
import { shownToOthers } from '../data/shown-to-others.ts'
import { hiddenSearch } from '../routing/hidden-search.ts'
import { isToPage } from '../routing/links.ts'
import { presentedLink } from '../routing/use-present.ts'
import { HiddenFields } from './hidden-fields.ts'

const EVERYTHING = { subtree: true, childList: true, characterData: true, attributes: true } as const

/** A link still leads where it did: what is hidden in its query is known there. To a page, it leads to one that is shown to others as well. */
function shownLink(link: Element, href: string): string {
  const [, path = '', search = '', rest = ''] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(href) ?? []
  const shown = shownToOthers(path === '' ? href : `${path}${hiddenSearch(search)}${rest}`)
  return link instanceof HTMLAnchorElement && isToPage(link) ? presentedLink(shown) : shown
}

/** What has been written into the page in the place of what is not for those who look on. */
class Guard {
  readonly fields = new HiddenFields()
  readonly #written = new WeakMap<Text | Attr, { whole: string; shown: string }>()

  #write(node: Text | Attr, whole: string, shown: string): void {
    if (shown === whole) return
    this.#written.set(node, { whole, shown })
    if (node instanceof Attr) node.value = shown
    else node.data = shown
  }

  hideAttributes(node: Node): void {
    if (!(node instanceof Element)) return
    for (const attribute of node.attributes) {
      const { name, value } = attribute
      this.#write(attribute, value, name === 'href' ? shownLink(node, value) : shownToOthers(value))
    }
    this.fields.hide(node)
  }

  /** Of a node and everything in it. */
  hideIn(node: Node): void {
    if (node instanceof Text) {
      this.#write(node, node.data, shownToOthers(node.data))
      // What a text area began with is its text.
      this.fields.hide(node.parentNode)
    } else if (node instanceof Element) {
      this.hideAttributes(node)
      for (const child of node.childNodes) this.hideIn(child)
    }
  }

  /** What a screen has not written anew since stands there again as it was. */
  showIn(node: Node): void {
    for (const part of node instanceof Element ? node.attributes : node instanceof Text ? [node] : []) {
      const written = this.#written.get(part)
      if (written === undefined || written.shown !== (part instanceof Attr ? part.value : part.data)) continue
      if (part instanceof Attr) part.value = written.whole
      else part.data = written.whole
    }
    for (const child of node.childNodes) this.showIn(child)
    this.fields.show(node)
  }
}

/**
 * While the page is shown to others, no secret, no key, no path of a receiver's address and no whole phone number stands anywhere on it, whichever screen, dialog, message or field put it there:
 * what changes on the page is looked through before the browser draws it. Afterwards the same screens are there, with what was hidden.
 */
export function usePresentGuard(): void {
  useLayoutEffect(() => {
    const guard = new Guard()
    const { fields } = guard
    const observer = new MutationObserver(records => {
      for (const { target, type, addedNodes } of records) {
        if (type === 'characterData') guard.hideIn(target)
        else guard.hideAttributes(target)
        for (const node of addedNodes) guard.hideIn(node)
      }
    })
    guard.hideIn(document.documentElement)
    observer.observe(document, EVERYTHING)
    // What is typed changes a field and nothing else on the page.
    const listeners = { input: fields.onInput, focusin: fields.onFocus, focusout: fields.onBlur }
    for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener)
    return () => {
      observer.disconnect()
      for (const [type, listener] of Object.entries(listeners)) window.removeEventListener(type, listener)
      guard.showIn(document.documentElement)
    }
  }, [])
}
