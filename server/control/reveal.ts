import { shown } from '../contract/shown.ts'
import { invalid } from './control-error.ts'

/** Whoever asks for secrets gets them: `?reveal=secrets`. */
export type Reveal = 'secrets' | undefined

export const REVEAL_QUERY = 'secrets: show keys and secrets, which are masked otherwise'

export function revealOf(query: URLSearchParams): Reveal {
  const text = query.get('reveal') ?? undefined
  if (text !== undefined && text !== 'secrets') throw invalid(`reveal must be secrets (got ${shown(text)}).`)
  return text
}
