import { hash } from 'node:crypto'

/**
 * The one source of randomness of a world. It has no state to save: a draw is a function of seed and name, and names contain the id of
 * their subject ("call.outcome:17"). So other commands, a restart, or a jump in one step or in many never change a draw.
 */
export class Randomness {
  readonly #seed: string

  constructor(seed: string) {
    this.#seed = seed
  }

  bytes(name: string): Buffer {
    return hash('sha256', `${this.#seed}\u0000${name}`, 'buffer')
  }

  /** A number in [0, 1), with 48 bits. */
  fraction(name: string): number {
    return this.bytes(name).readUIntBE(0, 6) / 2 ** 48
  }

  /** A whole number from `min` to `max`, both included. */
  integer(name: string, min: number, max: number): number {
    return min + Math.floor(this.fraction(name) * (max - min + 1))
  }

  /** One element of a list that is not empty. */
  pick<Item>(name: string, items: readonly Item[]): Item {
    const item = items[Math.floor(this.fraction(name) * items.length)]
    if (item === undefined) throw new RangeError(`nothing to pick from for ${name}`)
    return item
  }

  /** A key of the record, as likely as its weight says; the first when all weights are zero. */
  weighted<Key extends string>(name: string, weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][]
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
    let point = this.fraction(name) * total
    for (const [key, weight] of entries) {
      if (point < weight) return key
      point -= weight
    }
    return entries[0]![0]
  }

  /** Lower-case hex of `length` characters, at most 64. */
  hex(name: string, length: number): string {
    return this.bytes(name).toString('hex').slice(0, length)
  }

  /** Letters and digits only, `length` characters, at most 40. */
  token(name: string, length: number): string {
    return this.bytes(name)
      .toString('base64')
      .replace(/[+/=]/g, '')
      .padEnd(length, this.hex(`${name}+`, 40))
      .slice(0, length)
  }

  uuid(name: string): string {
    const bytes = this.bytes(name).subarray(0, 16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x40
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  /** A source of its own, below this one. */
  below(name: string): Randomness {
    return new Randomness(`${this.#seed}\u0000${name}\u0000`)
  }
}
