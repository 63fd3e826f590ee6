import type { Randomness } from '../../../kernel/random.ts'

const BYTES_PER_DRAW = 4

/** A series of fractions for one subject. One block of bytes serves eight draws, which keeps a long conversation cheap. */
export class DrawnFractions {
  readonly #random: Randomness
  readonly #name: string
  #block: Buffer = Buffer.alloc(0)
  #offset = 0
  #blocks = 0

  constructor(random: Randomness, name: string) {
    this.#random = random
    this.#name = name
  }

  /** In [0, 1). */
  next(): number {
    if (this.#offset >= this.#block.length) {
      this.#block = this.#random.bytes(`${this.#name}:${this.#blocks++}`)
      this.#offset = 0
    }
    const value = this.#block.readUInt32BE(this.#offset) / 2 ** 32
    this.#offset += BYTES_PER_DRAW
    return value
  }

  pick<Item>(items: readonly Item[]): Item {
    return (items.length === 1 ? items[0] : items[Math.floor(this.next() * items.length)]) as Item
  }
}
