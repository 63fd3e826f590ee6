import type { EffectsRead, EffectsReading } from './effects.ts'

/** Says how often the receiver has done its work; rejects with a sentence that says what is wrong with it. */
export type ReadEffects = () => Promise<number>

/** Asks how often the receiver of a drill has done its work by now, and keeps what it was told. */
export class EffectsProbe {
  readonly #read: ReadEffects
  readonly #realTime: () => number
  readonly #readings: EffectsReading[] = []
  #problem: string | null = null

  /** `realTime`: since the world began, in microseconds. */
  constructor(read: ReadEffects, realTime: () => number) {
    this.#read = read
    this.#realTime = realTime
  }

  get said(): Pick<EffectsRead, 'readings' | 'problem'> {
    return { readings: this.#readings, problem: this.#problem }
  }

  async ask(): Promise<void> {
    if (this.#problem !== null) return
    try {
      const count = await this.#read()
      const last = this.#readings.at(-1)?.count ?? 0
      if (count < last) this.#problem = `It fell from ${last} to ${count}.`
      this.#readings.push({ at_us: this.#realTime(), count })
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error)
    }
  }
}
