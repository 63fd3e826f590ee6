import { LIVE_KEY_PREFIX, MINTED_WORD, TEST_KEY_PREFIX, WEBHOOK_SECRET_PREFIX } from '../contract/constants.ts'
import type { KeyMode } from '../contract/scopes.ts'
import type { Problems } from './validation/problem.ts'

const PREFIXES: Record<KeyMode, string> = { live: LIVE_KEY_PREFIX, test: TEST_KEY_PREFIX }
const REST = `(?=[A-Za-z0-9]*${MINTED_WORD})[A-Za-z0-9]{16,150}$`
const LIVE_KEY = new RegExp(`^${LIVE_KEY_PREFIX}${REST}`)
const TEST_KEY = new RegExp(`^${TEST_KEY_PREFIX}${REST}`)
const KEY_OF: Record<KeyMode, RegExp> = { live: LIVE_KEY, test: TEST_KEY }
const SECRET = new RegExp(`^${WEBHOOK_SECRET_PREFIX}${REST}`)
const ANY = new RegExp(`(?:${LIVE_KEY_PREFIX}|${TEST_KEY_PREFIX}|${WEBHOOK_SECRET_PREFIX})([A-Za-z0-9+/=_-]{16,})`, 'g')

const MUST = `followed by 16 to 150 letters or digits that contain ${MINTED_WORD}, so that no real one gets into a file. Write "derived" to have one made.`

/** What is wrong with a key that stands in a file; the message does not repeat it. */
export const keyProblem = (key: string, mode: KeyMode): string | undefined =>
  KEY_OF[mode].test(key) ? undefined : `Must be ${PREFIXES[mode]} ${MUST}`

/** The same of the secret of a webhook. */
export const secretProblem = (secret: string): string | undefined =>
  SECRET.test(secret) ? undefined : `Must be ${WEBHOOK_SECRET_PREFIX} ${MUST}`

/** Whether a text contains what may be a key or a secret of the real service. */
export const looksReal = (text: string): boolean =>
  [...text.matchAll(ANY)].some(([, rest = '']) => !rest.includes(MINTED_WORD))

export const LOOKS_REAL = `Looks like a real key or secret. Keep it out of the file: keys and secrets in it have to contain ${MINTED_WORD}.`

/** Looks for such texts everywhere in a value, in names as well. */
export function findReal(value: unknown, problems: Problems): void {
  const left: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path, value } = next
    if (typeof value === 'string') {
      if (looksReal(value)) problems.add(path || 'body', LOOKS_REAL)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (looksReal(name)) problems.add(path || 'body', LOOKS_REAL)
        else left.push({ path: path === '' ? name : `${path}.${name}`, value: member })
      }
    }
  }
}
