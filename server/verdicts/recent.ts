interface Entry<Key, Value> {
  readonly key: Key
  value: Value
  quieter: Entry<Key, Value> | undefined
  younger: Entry<Key, Value> | undefined
}

/**
 * A map with a bound: once it is full, the entry that has been quiet for longest goes. Their order is a list of its own: a Map keeps the places
 * of what was deleted for a while, and its first key is behind all of them.
 */
export class Recent<Key, Value> {
  readonly #most: number
  readonly #entries = new Map<Key, Entry<Key, Value>>()
  #quietest: Entry<Key, Value> | undefined
  #youngest: Entry<Key, Value> | undefined

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#entries.size
  }

  /** What is kept, without counting as a sign of life. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** What is kept, which from now on is the youngest. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#renew(entry)
    return entry.value
  }

  set(key: Key, value: Value): void {
    const known = this.#entries.get(key)
    if (known !== undefined) {
      known.value = value
      this.#renew(known)
      return
    }
    if (this.#entries.size === this.#most && this.#quietest !== undefined) this.delete(this.#quietest.key)
    const entry = { key, value, quieter: undefined, younger: undefined }
    this.#entries.set(key, entry)
    this.#append(entry)
  }

  /** What is kept, or what is made now. */
  of(key: Key, make: () => Value): Value {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#takeOut(entry)
  }

  clear(): void {
    this.#entries.clear()
    this.#quietest = undefined
    this.#youngest = undefined
  }

  /** From the quietest to the youngest. What is told may be deleted before the next one. */
  *entries(): Generator<[Key, Value]> {
    for (const { key, value } of this.#inOrder()) yield [key, value]
  }

  *values(): Generator<Value> {
    for (const { value } of this.#inOrder()) yield value
  }

  *#inOrder(): Generator<Entry<Key, Value>> {
    let entry = this.#quietest
    while (entry !== undefined) {
      const { younger }: Entry<Key, Value> = entry
      yield entry
      entry = younger
    }
  }

  #renew(entry: Entry<Key, Value>): void {
    if (entry === this.#youngest) return
    this.#takeOut(entry)
    this.#append(entry)
  }

  #append(entry: Entry<Key, Value>): void {
    entry.quieter = this.#youngest
    entry.younger = undefined
    if (this.#youngest === undefined) this.#quietest = entry
    else this.#youngest.younger = entry
    this.#youngest = entry
  }

  #takeOut({ quieter, younger }: Entry<Key, Value>): void {
    if (quieter === undefined) this.#quietest = younger
    else quieter.younger = younger
    if (younger === undefined) this.#youngest = quieter
    else younger.quieter = quieter
  }
}
