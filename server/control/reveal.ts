import { invalid } from './control-error.ts'

/** Secrets are shown to those who ask for them: `?reveal=secrets`. */
export type Reveal = 'secrets' | undefined

export const REVEAL_QUERY = 'secrets: shows what opens something, which is masked otherwise'

export function revealOf(query: URLSearchParams): Reveal {
  const text = query.get('reveal') ?? undefined
  if (text !== undefined && text !== 'secrets') throw invalid(`reveal knows secrets only (got ${text}).`)
  return text
}
