import type { FixtureName } from '../fixtures/names.ts'
import { tokyoDay } from './domain/limits/windows.ts'
import type { Instant } from './kernel/instant.ts'
import { Store } from './store/store.ts'

type Keys = typeof import('../fixtures/keys.ts')

/** The database of a fixture without keys, and what gives a world its own. */
export interface Template {
  readonly bytes: Buffer
  readonly applyFixtureKeys: Keys['applyFixtureKeys']
}

/** Templates kept at once; each may hold some megabytes. */
const MOST_KEPT = 8

/** Fixture databases, built once and copied for every world that starts from them. faker is loaded when the first one is built. */
export class Templates {
  readonly #kept = new Map<string, Promise<Template>>()

  get({ fixture, seed, now }: { fixture: FixtureName; seed: number; now: Instant }): Promise<Template> {
    // A fixture depends on the Tokyo day; the one that sets counters depends on the very instant.
    const key = JSON.stringify([fixture, seed, fixture === 'edge' ? now : tokyoDay(now).start])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const template = build(fixture, seed, now)
    this.#kept.set(key, template)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return template
  }
}

async function build(name: FixtureName, seed: number, now: Instant): Promise<Template> {
  const [{ buildFixture }, { applyFixtureKeys }] = await Promise.all([
    import('../fixtures/build.ts'),
    import('../fixtures/keys.ts'),
  ])
  const store = Store.open(':memory:')
  try {
    buildFixture({ name, seed, now, store })
    return { bytes: store.serialize(), applyFixtureKeys }
  } finally {
    store.close()
  }
}
