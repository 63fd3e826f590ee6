import type { Work } from './catalogue.ts'

/** How often the receiver has done its work so far. Rejects with a sentence that says what is wrong with the probe. */
export type ReadEffects = () => Promise<number>
export interface EffectsProbe {
  readonly read: ReadEffects
  /** Waits this many milliseconds of real time. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/**
 * A receiver may answer first and work afterwards. So the number is read until it is right and has not changed for this long, or for twice
 * as long as the receiver took for its first work.
 */
const QUIET_MS = 500
const STEP_MS = 50
/** How long to wait for the number. */
const MOST_MS = 5_000

/** The probe cannot be used; the message says why. */
export class UnusableProbe extends Error {}

/** Counts work in deliveries. How far the number rises for one delivery, and how soon, is measured first, with a genuine one. */
export class Effects {
  readonly #probe: EffectsProbe
  readonly #unit: number
  readonly #quiet: number
  #count: number

  private constructor(probe: EffectsProbe, found: { unit: number; quiet: number; count: number }) {
    this.#probe = probe
    this.#unit = found.unit
    this.#quiet = found.quiet
    this.#count = found.count
  }

  /** To be done before anything else is sent, or earlier work would be counted too. */
  static async calibrated(probe: EffectsProbe, deliverOne: () => Promise<void>): Promise<Effects> {
    const before = (await atRest(probe, { least: 0, quiet: QUIET_MS })).count
    await deliverOne()
    const { count, took } = await atRest(probe, { least: before + 1, quiet: QUIET_MS })
    const quiet = Math.max(QUIET_MS, 2 * took)
    if (count > before) return new Effects(probe, { unit: count - before, quiet, count })
    throw new UnusableProbe(
      `The URL that counts its work stayed at ${before} for ${MOST_MS / 1_000} s after a genuine delivery. It has to say how often the receiver has done its work.`,
    )
  }

  /** Waits until the work caused so far is done. What is done from here on counts. */
  async begin(): Promise<void> {
    this.#count = (await atRest(this.#probe, { least: 0, quiet: this.#quiet })).count
  }

  /** How often deliveries were processed since `begin`, and whether that is right. */
  async since({ least, most }: Work): Promise<{ met: boolean; text: string }> {
    const wanted = { least: this.#count + least * this.#unit, quiet: this.#quiet }
    const { count } = await atRest(this.#probe, wanted)
    const times = (count - this.#count) / this.#unit
    const rounded = Number(times.toFixed(2))
    return { met: times >= least && times <= most, text: workText(rounded) }
  }
}

function workText(times: number): string {
  if (times === 0) return 'no work was done'
  return `the work was done ${times === 1 ? 'once' : `${times} times`}`
}

/** The number once it has stopped changing, and how long it took to be right; the last number when time is up. */
async function atRest(
  { read, pause }: EffectsProbe,
  { least, quiet }: { least: number; quiet: number },
): Promise<{ count: number; took: number }> {
  let count = await numberOf(read)
  let took = 0
  let still = 0
  for (let waited = 0; waited < MOST_MS + quiet && !(count >= least && still >= quiet); waited += STEP_MS) {
    await pause(STEP_MS)
    const next = await numberOf(read)
    if (count < least) took += STEP_MS
    if (next < least && waited >= MOST_MS) break
    still = next === count ? still + STEP_MS : 0
    count = next
  }
  return { count, took }
}

async function numberOf(read: ReadEffects): Promise<number> {
  let count: number
  try {
    count = await read()
  } catch (error) {
    throw new UnusableProbe(error instanceof Error ? error.message : String(error))
  }
  if (Number.isSafeInteger(count) && count >= 0) return count
  throw new UnusableProbe(`The URL that counts its work said ${count}. It has to answer with a whole number.`)
}
