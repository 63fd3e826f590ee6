import { FIXTURE_FILES } from '../../fixtures/fixture-files.ts'
import type { FixtureName } from '../contract/fixture-names.ts'
import { tokyoDay } from '../domain/limits/windows.ts'
import type { Instant } from '../kernel/instant.ts'
import { realSetImmediate } from '../kernel/real-time.ts'
import { Store } from '../store/store.ts'
import { loadTemplate, makersFor } from './file/load.ts'

/** How many templates are kept; each may take some megabytes. */
const MOST_KEPT = 8

interface Wanted {
  readonly fixture: FixtureName
  readonly seed: number
  readonly now: Instant
}

/** A template belongs to no world, and its file has nothing that depends on one. */
const NOBODY = { world_id: 'template', pin: false, assumptions: {}, measured: new Map() } as const

/**
 * The databases of fixtures, without keys, as bytes. Each is built once and copied for every world that starts from it. faker is loaded
 * when the first one is built.
 */
export class Templates {
  readonly #kept = new Map<string, Promise<Buffer>>()

  get({ fixture, seed, now }: Wanted): Promise<Buffer> {
    // A fixture depends on the Tokyo day; the one that sets counters depends on the exact instant.
    const key = JSON.stringify([fixture, seed, fixture === 'edge' ? now : tokyoDay(now).start])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const template = this.#build({ fixture, seed, now })
    this.#kept.set(key, template)
    // A failure must not be kept: the next world tries again.
    template.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return template
  }

  /** Loads the world file of a fixture, without keys, into what it extends. */
  async #build({ fixture, seed, now }: Wanted): Promise<Buffer> {
    const file = FIXTURE_FILES[fixture]
    const base = file.extends && (await this.get({ fixture: file.extends, seed, now }))
    const store = Store.open(base ?? ':memory:')
    try {
      const steps = loadTemplate({ ...NOBODY, store, file, seed, now, began: now, makers: await makersFor(file, seed) })
      while (!store.transaction(() => steps.next().done))
        await new Promise<void>(resolve => void realSetImmediate(resolve))
      return store.serialize()
    } finally {
      store.close()
    }
  }
}

/** Shared by all emulators of a process: in a test runner one starts after another, mostly from the same fixture. */
export const templatesOfProcess = new Templates()
