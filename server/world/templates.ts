import type { FixtureName } from '../contract/fixture-names.ts'
import { tokyoDay } from '../domain/limits/windows.ts'
import type { Instant } from '../kernel/instant.ts'
import { realSetImmediate } from '../kernel/real-time.ts'
import { Store } from '../store/store.ts'

/** How many templates are kept; each may take some megabytes. */
const MOST_KEPT = 8

/**
 * The databases of fixtures, without keys, as bytes. Each is built once and copied for every world that starts from it. faker is loaded
 * when the first one is built.
 */
export class Templates {
  readonly #kept = new Map<string, Promise<Buffer>>()

  get({ fixture, seed, now }: { fixture: FixtureName; seed: number; now: Instant }): Promise<Buffer> {
    // A fixture depends on the Tokyo day; the one that sets counters depends on the exact instant.
    const key = JSON.stringify([fixture, seed, fixture === 'edge' ? now : tokyoDay(now).start])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const template = build(fixture, seed, now)
    this.#kept.set(key, template)
    // A failure must not be kept: the next world tries again.
    template.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return template
  }
}

/** Shared by all emulators of a process: in a test runner one starts after another, mostly from the same fixture. */
export const templatesOfProcess = new Templates()

async function build(name: FixtureName, seed: number, now: Instant): Promise<Buffer> {
  const { buildFixtureInSteps } = await import('../../fixtures/build.ts')
  const store = Store.open(':memory:')
  try {
    await buildFixtureInSteps(
      { name, seed, now, store },
      () => new Promise<void>(resolve => void realSetImmediate(resolve)),
    )
    return store.serialize()
  } finally {
    store.close()
  }
}
