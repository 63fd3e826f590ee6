/** What a key press means here: `j`, `?`, `enter`, `mod+k`, or two strokes such as `g r`. */
type Stroke = string
export interface Binding {
  /** What it does, in the words of the help. */
  does: string
  /** More words that find it in the palette. */
  words?: string
  run: () => void
}
export type Bindings = { readonly [stroke: Stroke]: Binding }

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The stroke of a key press; `undefined` for presses that belong to the browser. */
export function strokeOf({ key, ctrlKey, metaKey, altKey }: Press): Stroke | undefined {
  if (altKey) return undefined
  const name = key.length === 1 ? key : key.toLowerCase()
  if (ctrlKey || metaKey) return `mod+${name.toLowerCase()}`
  return name
}

const SEQUENCE_MS = 1_200

/** The shortcuts of what is on the page. Newer layers come first, so that a dialog or a panel can take a key from the screen below it. */
export class Shortcuts {
  readonly #layers: { current: Bindings }[] = []
  #prefix: { stroke: Stroke; at: number } | undefined

  /** A layer that comes `last` has the keys that no other one takes. */
  add(layer: { current: Bindings }, place: 'first' | 'last' = 'first'): () => void {
    if (place === 'first') this.#layers.unshift(layer)
    else this.#layers.push(layer)
    return () => {
      const index = this.#layers.indexOf(layer)
      if (index >= 0) this.#layers.splice(index, 1)
    }
  }

  /** Every stroke that does something now, as the one that would run says it; those of the newest layers come first. */
  get bound(): readonly { stroke: Stroke; does: string; words?: string | undefined }[] {
    const found = new Map<Stroke, Binding>()
    for (const { current } of this.#layers) {
      for (const [stroke, binding] of Object.entries(current)) if (!found.has(stroke)) found.set(stroke, binding)
    }
    return [...found].map(([stroke, { does, words }]) => ({ stroke, does, words }))
  }

  /**
   * Runs what is bound to a stroke; tells whether there was something.
   *
   * @param at when the key went down, in milliseconds: the second stroke of `g r` has to follow soon, however busy the page is
   */
  press(stroke: Stroke, at: number): boolean {
    const prefix = this.#prefix
    this.#prefix = undefined
    if (prefix && at - prefix.at <= SEQUENCE_MS && this.#run(`${prefix.stroke} ${stroke}`)) return true
    if (this.#run(stroke)) return true
    if (this.#layers.some(({ current }) => Object.keys(current).some(bound => bound.startsWith(`${stroke} `)))) {
      this.#prefix = { stroke, at }
      return true
    }
    return false
  }

  #run(stroke: Stroke): boolean {
    const layer = this.#layers.find(({ current }) => stroke in current)
    layer?.current[stroke]?.run()
    return layer !== undefined
  }
}

/** Keys pressed while typing, or inside a dialog or an open menu, are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true
  return target.matches('input:not([type="checkbox"]):not([type="radio"]), textarea, select')
}
