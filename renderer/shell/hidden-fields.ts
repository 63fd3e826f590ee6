import { shownToOthers } from '../data/shown-to-others.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (node: EventTarget | null): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement

interface Hidden {
  whole: string
  shown: string
  /** Of its own: one that is hidden must not be edited as it is shown. */
  isReadOnly: boolean
}

/** Of a field whose every letter is a dot (`present.module.css`): what it holds is edited as it is. */
const VEILED = 'data-veiled'

/** What fields hold while the page is shown to others. What is hidden of it stays with its screen, and no letter that is typed is lost. */
export class HiddenFields {
  readonly #hidden = new WeakMap<Field, Hidden>()
  /** In which the person has typed what is hidden: what was there before is another's. */
  readonly #typed = new WeakSet<Field>()

  hide(node: EventTarget | null, isFocused = node === document.activeElement): void {
    if (!isField(node)) return
    const { value } = node
    const hidden = this.#hidden.get(node)
    // What hides it writes into the field as well.
    if (value === hidden?.shown) return
    const shown = shownToOthers(value)
    if (shown === value) {
      this.#free(node)
      return
    }
    if (isFocused && this.#canEdit(node)) {
      this.#unlock(node)
      // Each change of the page is looked through, also one that changes nothing.
      if (!node.hasAttribute(VEILED)) node.setAttribute(VEILED, '')
      return
    }
    this.#hidden.set(node, { whole: value, shown, isReadOnly: hidden?.isReadOnly ?? node.readOnly })
    node.value = shown
    node.readOnly = true
    node.removeAttribute(VEILED)
  }

  /** What is typed can be corrected, and a search goes on from what was looked for, which is as hidden then as before. */
  onFocus = ({ target }: Event): void => {
    if (!isField(target)) return
    const hidden = this.#hidden.get(target)
    if (hidden === undefined || target.value !== hidden.shown || !this.#canEdit(target)) return
    this.#unlock(target, hidden.whole)
    this.hide(target, true)
  }

  onBlur = ({ target }: Event): void => this.hide(target, false)

  onInput = ({ target }: Event): void => {
    if (isField(target)) this.#typed.add(target)
    this.hide(target)
  }

  /** On a page that is shown to nobody else. What was typed before others stays dots until somebody comes back to it; of a search, the address keeps that (`components/search-input.tsx`). */
  show(node: Node): void {
    if (!isField(node)) return
    const hidden = this.#hidden.get(node)
    this.#free(node, node.value === hidden?.shown ? hidden.whole : node.value)
    if (!this.#typed.has(node) || node.type === 'search' || shownToOthers(node.value) === node.value) return
    node.setAttribute(VEILED, '')
    for (const asked of ['focus', 'pointerdown', 'input'])
      node.addEventListener(asked, () => node.removeAttribute(VEILED), { once: true })
  }

  #canEdit(field: Field): boolean {
    return (
      !(this.#hidden.get(field)?.isReadOnly ?? field.readOnly) && (field.type === 'search' || this.#typed.has(field))
    )
  }

  #unlock(field: Field, value = field.value): void {
    const hidden = this.#hidden.get(field)
    if (hidden === undefined) return
    this.#hidden.delete(field)
    field.readOnly = hidden.isReadOnly
    if (field.value !== value) field.value = value
  }

  #free(field: Field, value = field.value): void {
    field.removeAttribute(VEILED)
    this.#unlock(field, value)
  }
}
