import type { FixtureName } from '../contract/fixture-names.ts'
import { tokyoDay } from '../domain/limits/windows.ts'
import type { Instant } from '../kernel/instant.ts'
import { realSetImmediate } from '../kernel/real-time.ts'
import { Store } from '../store/store.ts'

/** Templates kept at once; each may hold some megabytes. */
const MOST_KEPT = 8

/**
 * The databases of fixtures, without keys, as bytes: built once and copied for every world that starts from them. faker is loaded when the
 * first one is built.
 */
export class Templates {
  readonly #kept = new Map<string, Promise<Buffer>>()

  get({ fixture, seed, now }: { fixture: FixtureName; seed: number; now: Instant }): Promise<Buffer> {
    // A fixture depends on the Tokyo day; the one that sets counters depends on the very instant.
    const key = JSON.stringify([fixture, seed, fixture === 'edge' ? now : tokyoDay(now).start])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const template = build(fixture, seed, now)
    this.#kept.set(key, template)
    // A failure must not be remembered: the next world tries again.
    template.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return template
  }
}

/** What all emulators of a process share: in a test runner one starts after the other, mostly from the same fixture. */
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
