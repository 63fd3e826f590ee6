import { MINTED_WORD } from '../contract/constants.ts'
import type { Randomness } from '../kernel/random.ts'
import { META, readMeta } from '../store/meta.ts'
import type { Store } from '../store/store.ts'

const LENGTH = 32

/**
 * What follows the prefix of a key or of a secret: letters and digits that are drawn, after a word that no key of the real service has. So
 * whoever finds one in a file or a log can tell that it opens nothing.
 */
export function minted(random: Randomness, name: string): string {
  return MINTED_WORD + random.token(name, LENGTH - MINTED_WORD.length)
}

/** The same for a world that may be older: one that was made before the word came in goes on without it, so that replays give the same bytes. */
export function minterOf(store: Store): typeof minted {
  return readMeta(store, META.mints) === MINTED_WORD ? minted : (random, name) => random.token(name, LENGTH)
}
