import type { Store } from '../store/store.ts'
import { allKeys } from '../store/tables/tenants.ts'
import { allWebhooks } from '../store/tables/webhooks.ts'
import { Literals } from './redactor.ts'

/** Shorter values would match in too many places. */
const SHORTEST = 8

/** What is secret because of where it is stored: secrets and keys of the world, and what private headers in these texts hold. */
export function knownSecrets(store: Store, texts: Iterable<string>): Set<string> {
  const literals = new Literals()
  for (const text of texts) literals.add(text)
  const secrets = allWebhooks(store).map(({ secret }) => secret)
  const keys = allKeys(store).flatMap(({ plaintext }) => plaintext ?? [])
  return new Set([...literals.all, ...secrets, ...keys].filter(secret => secret.length >= SHORTEST))
}
