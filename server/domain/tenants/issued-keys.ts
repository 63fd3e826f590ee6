import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX } from '../../contract/constants.ts'
import type { KeyMode, Scope } from '../../contract/scopes.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'
import { META, nextNumber } from '../../store/meta.ts'
import type { KeyRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { minterOf } from '../minting.ts'
import type { Tenants } from './tenants.ts'

const PREFIXES: Record<KeyMode, string> = { live: LIVE_KEY_PREFIX, test: TEST_KEY_PREFIX }

/** The value of a key, by its name. */
export function plaintextOf(store: Store, random: Randomness, { mode, name }: { mode: KeyMode; name: string }): string {
  return PREFIXES[mode] + minterOf(store)(random, `key:${name}`)
}

interface Parts {
  store: Store
  tenants: Tenants
  /** No other world has the same source, so no key ever opens two worlds. */
  random: Randomness
}

/** Keys that a person issues (contract/README.md#auth-2, #auth-3). The plaintext is in the answer and nowhere else. */
export class IssuedKeys {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Call it in a transaction. The running number goes on after revoked keys, so no value is ever issued twice. */
  issue(key: {
    tenant_id: number
    slug: string
    mode: KeyMode
    scopes: readonly Scope[]
    label?: string | undefined
    now: Instant
  }): {
    row: KeyRow
    plaintext: string
  } {
    const { store, tenants, random } = this.#parts
    const { tenant_id, slug, mode, scopes, now } = key
    const number = nextNumber(store, META.keys_issued)
    const name = `${slug}:${mode}:${number}`
    const plaintext = plaintextOf(store, random, { mode, name })
    const key_id = `key_${random.hex(`key_id:${name}`, 16)}`
    const label = key.label ?? `issued ${number}`
    return { row: tenants.addKey({ key_id, tenant_id, label, mode, scopes, plaintext, now }), plaintext }
  }
}
