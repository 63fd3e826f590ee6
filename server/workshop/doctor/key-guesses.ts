import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX, WEBHOOK_SECRET_PREFIX } from '../../contract/constants.ts'
import { detail, type Guess, mistake } from './mistakes.ts'

export interface OtherSecret {
  readonly webhook_id: number
  readonly secret: string
}

/** Whether what is given as a secret is a key of the API, which signs nothing. */
export const isApiKey = (secret: string): boolean =>
  [LIVE_KEY_PREFIX, TEST_KEY_PREFIX].some(prefix => secret.trim().startsWith(prefix))

/** The keys that somebody who has this secret may have signed with, the right one first. */
export function keyGuesses(secret: string, others: readonly OtherSecret[]): Guess<Buffer>[] {
  const own = [{ value: Buffer.from(secret), mistakes: [] }, ...misreadings(secret)]
  const foreign = others.flatMap(other => {
    const stranger = mistake('known_secret', { figures: { webhook_id: other.webhook_id } })
    const guesses: Guess<Buffer>[] = [{ value: Buffer.from(other.secret), mistakes: [] }, ...misreadings(other.secret)]
    return guesses.map(guess => ({ value: guess.value, mistakes: [stranger, ...guess.mistakes] }))
  })
  return [...own, ...foreign].sort((a, b) => a.mistakes.length - b.mistakes.length)
}

const QUOTED = /^["'](.+)["']$/s

/** In both directions: the whole secret was cut when signing, or a cut secret is checked against a genuine signature. */
function misreadings(secret: string): Guess<Buffer>[] {
  const guesses: Guess<Buffer>[] = []
  const bare = secret.startsWith(WEBHOOK_SECRET_PREFIX) ? secret.slice(WEBHOOK_SECRET_PREFIX.length) : secret
  if (bare === secret) {
    const whole = Buffer.from(`${WEBHOOK_SECRET_PREFIX}${secret}`)
    guesses.push({ value: whole, mistakes: [mistake('given_without_prefix')] })
  } else {
    guesses.push({ value: Buffer.from(bare), mistakes: [mistake('prefix_stripped')] })
  }
  // Libraries for the Standard Webhooks scheme decode what follows whsec_; this contract does not.
  for (const encoding of ['base64', 'hex'] as const) {
    const decoded = Buffer.from(bare, encoding)
    if (decoded.length > 0) {
      guesses.push({
        value: decoded,
        mistakes: [mistake('prefix_stripped', { detail: detail('decoded', { encoding }) })],
      })
    }
  }
  const spaced = mistake('spaced_secret')
  for (const value of [`${secret}\n`, `${secret}\r\n`, `${secret} `, secret.trim()]) {
    if (value !== secret) guesses.push({ value: Buffer.from(value), mistakes: [spaced] })
  }
  const quoted = mistake('quoted_secret')
  const [, inside] = QUOTED.exec(secret.trim()) ?? []
  for (const value of inside === undefined ? [`"${secret}"`, `'${secret}'`] : [inside])
    guesses.push({ value: Buffer.from(value), mistakes: [quoted] })
  return guesses
}
