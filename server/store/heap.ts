/** Items of which the first, by an order, is always at hand; adding one and taking the first take logarithmic time. */
export class Heap<Item> {
  readonly #before: (one: Item, other: Item) => boolean
  /** No item comes before the one at half its index. */
  readonly #items: Item[] = []

  constructor(before: (one: Item, other: Item) => boolean) {
    this.#before = before
  }

  get first(): Item | undefined {
    return this.#items[0]
  }

  add(item: Item): void {
    const items = this.#items
    let place = items.length
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!this.#before(item, items[above] as Item)) break
      items[place] = items[above] as Item
      place = above
    }
    items[place] = item
  }

  removeFirst(): void {
    const items = this.#items
    const last = items.pop()
    if (last === undefined || items.length === 0) return
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= items.length) break
      if (below + 1 < items.length && this.#before(items[below + 1] as Item, items[below] as Item)) below++
      if (!this.#before(items[below] as Item, last)) break
      items[place] = items[below] as Item
      place = below
    }
    items[place] = last
  }
}
