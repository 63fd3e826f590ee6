import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX } from '../../contract/constants.ts'

const PREFIXES = [LIVE_KEY_PREFIX, TEST_KEY_PREFIX].join('|')
const IN_ADDRESS = new RegExp(`(${PREFIXES})[A-Za-z0-9]{16,}`)
const WELL_FORMED = new RegExp(`^(${PREFIXES})([A-Za-z0-9]{20,})$`)
/** What people put into keys that they make up. */
const MADE_UP = /ringback|invalid|wrong|fake|test|dummy|expired|example|sample|placeholder|unknown|secret/i
/** Chance brings about more different characters; `xxxxxxxxxxxxxxxxxxxx` stands for a key. */
const LEAST_DIFFERENT = 6
/** What is typed along the rows: `abcdefghijklmnopqrst`, `12345678901234567890`. */
const TYPED_ALONG = /0123|1234|abcd/i
const SHOWN = 4
/** What all prefixes begin with. */
const KEY_START = LIVE_KEY_PREFIX.slice(0, LIVE_KEY_PREFIX.indexOf('_') + 1)

/** A key as it may be shown and kept: `svc_live_…C24l`. */
const shown = (key: string, prefix: string) => `${prefix}…${key.slice(-SHOWN)}`

/** The key that stands in a path or query, as it may be shown. */
export function keyInAddress(address: string): string | null {
  // Almost none has one, and every request is asked.
  if (!address.includes(KEY_START)) return null
  const match = IN_ADDRESS.exec(address)
  return match === null ? null : shown(match[0], match[1] ?? '')
}

/** A key that looks like one of the real service, as it may be shown; of one that nobody has issued here. */
export function foreignKeyOf(key: string): string | null {
  const [, prefix = '', rest = ''] = WELL_FORMED.exec(key) ?? []
  return rest === '' || isMadeUp(rest) ? null : shown(key, prefix)
}

const isMadeUp = (key: string): boolean =>
  MADE_UP.test(key) || TYPED_ALONG.test(key) || new Set(key).size < LEAST_DIFFERENT
