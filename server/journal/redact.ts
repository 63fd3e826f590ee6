/** How much of the end of a secret is shown: enough to tell two apart. */
const SHOWN = 4

const KEYS = /svc_(?:live|test)_[A-Za-z0-9_-]{8,}/g
const SECRETS = /whsec_[A-Za-z0-9_-]{8,}/g
/** In files for others the first characters of one that was cut off are too much already. */
const EITHER = /(?:whsec|svc_live|svc_test)_[A-Za-z0-9_-]{2,}/g
const PREFIX = /^(?:svc_(?:live|test)|whsec)_/

/** `svc_live_…4Kd2`, `whsec_…9fQa`. */
function mask(secret: string): string {
  const prefix = PREFIX.exec(secret)?.[0] ?? ''
  return `${prefix}…${secret.slice(-SHOWN)}`
}

/** A text without API keys, whatever put them there: a query, a header of the client's own. */
export function withoutKeys(text: string): string {
  return text.includes('svc_') || hasEscapes(text) ? replaceEscaped(text, KEYS, mask) : text
}

/** A text that may be shown: neither keys nor signing secrets of webhooks, also where they are encoded. */
export function withoutSecrets(text: string): string {
  const rest = withoutKeys(text)
  const shown = rest.includes('whsec_') || hasEscapes(rest) ? replaceEscaped(rest, SECRETS, mask) : rest
  return replaceInBase64(shown, plainStandIns)
}

/** Bytes of a body without API keys; the very same buffer when there are none. */
export function bytesWithoutKeys<Bytes extends Buffer | null>(bytes: Bytes): Bytes | Buffer {
  return bytes?.includes('svc_') ? changed(bytes, withoutKeys) : bytes
}

/** Bytes of a body that may be shown; the very same buffer when there is nothing to hide. */
export function bytesWithoutSecrets(bytes: Buffer): Buffer {
  return changed(bytes, withoutSecrets)
}

/** A value of JSON that may be shown; the very same value when there is nothing to hide. */
export function valueWithoutSecrets<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const shown = withoutSecrets(text)
  return shown === text ? value : (JSON.parse(shown) as Value)
}

/** Byte by byte, so that what is no UTF-8 stays what it is. */
function changed(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = bytes.toString('latin1')
  const next = change(text)
  return next === text ? bytes : Buffer.from(next.replaceAll('…', ELLIPSIS_BYTES), 'latin1')
}

const ELLIPSIS_BYTES = Buffer.from('…').toString('latin1')

/** A text with every character of a key or a signing secret behind its prefix replaced, as long as before, also where it is encoded. */
export function withStandIns(text: string): string {
  return replaceInBase64(plainStandIns(text), plainStandIns)
}

function plainStandIns(text: string): string {
  if (!text.includes('whsec_') && !text.includes('svc_') && !hasEscapes(text)) return text
  return replaceEscaped(text, EITHER, standIn)
}

/** The same of bytes, which stay where they are: secrets are ASCII. */
export function bytesWithStandIns(bytes: Buffer): Buffer {
  return changed(bytes, withStandIns)
}

/** What stands in for a secret: as long, with the same prefix. */
export function standIn(secret: string): string {
  const prefix = PREFIX.exec(secret)?.[0] ?? ''
  return prefix + 'x'.repeat(secret.length - prefix.length)
}

/** One character of ASCII, percent-encoded as often as it may be, or escaped as in JSON. */
const ESCAPE = /%(?:25)*([2-7][0-9A-Fa-f])|\\u00([2-7][0-9A-Fa-f])/g
const DIGITS = 2

/** A text with its escapes read, and where each of its characters begins in the text. */
interface Read {
  readonly text: string
  readonly begins: readonly number[]
}

const hasEscapes = (text: string): boolean => text.includes('%') || text.includes('\\u00')

/**
 * Changes what a pattern finds in a text, also where some of it is escaped: `whsec%5F…`, `\u0077hsec_…`. What takes the place of an escaped
 * character is escaped as it was, when the replacement is as long as the match; a shorter one stands as it is.
 */
function replaceEscaped(text: string, pattern: RegExp, change: (match: string) => string): string {
  if (!hasEscapes(text)) return text.replace(pattern, change)
  const { text: read, begins } = readEscapes(text)
  let [result, last] = ['', 0]
  for (const { 0: match, index } of read.matchAll(pattern)) {
    const to = begins[index + match.length] ?? text.length
    const next = change(match)
    result += text.slice(last, begins[index])
    if (next.length === match.length)
      for (let at = 0; at < next.length; at++) result += put(text, begins, index + at, next[at] as string)
    else result += next
    last = to
  }
  return last === 0 ? text : result + text.slice(last)
}

function readEscapes(text: string): Read {
  const begins: number[] = []
  let [read, last] = ['', 0]
  const copy = (to: number) => {
    for (let at = last; at < to; at++) begins.push(at)
    read += text.slice(last, to)
  }
  for (const { 0: written, 1: percent, 2: json, index } of text.matchAll(ESCAPE)) {
    copy(index)
    begins.push(index)
    read += String.fromCharCode(Number.parseInt(percent ?? json ?? '', 16))
    last = index + written.length
  }
  copy(text.length)
  return { text: read, begins }
}

/** A character in the form of the one whose place it takes. */
function put(text: string, begins: readonly number[], at: number, character: string): string {
  const from = begins[at] ?? 0
  const form = text.slice(from, begins[at + 1] ?? text.length)
  if (form.length === 1) return character
  return form.slice(0, -DIGITS) + character.charCodeAt(0).toString(16)
}

/** What secrets begin with (contract/README.md#auth-4, #webhook-2). */
const PREFIXES = ['whsec_', 'svc_live_', 'svc_test_']
const BITS = 6
/** How many characters of a group stand before the first that a prefix alone decides, by the bytes of the group before it. */
const UNDECIDED = [0, 2, 3] as const
const GROUP = 4

/** A part of a secret's beginning that its base64 always holds, and how many characters before it its group begins. */
interface Core {
  readonly text: string
  readonly back: number
}

const CORES: readonly Core[] = PREFIXES.flatMap(prefix =>
  UNDECIDED.flatMap((back, bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(prefix)])
    const decided = Math.floor((bytes.length * 8) / BITS)
    return ['base64', 'base64url'].map(form => ({
      text: bytes.toString(form as BufferEncoding).slice(back, decided),
      back,
    }))
  }),
).filter((core, index, all) => all.findIndex(other => other.text === core.text) === index)

const RUN = /[A-Za-z0-9+/_-]*/y

/** Changes what is written in base64 in a text and holds a secret; it stays as long. `change` keeps the length. */
function replaceInBase64(text: string, change: (decoded: string) => string): string {
  let result = text
  for (const { text: core, back } of CORES) {
    let at = result.indexOf(core)
    while (at !== -1) {
      const from = at - back
      RUN.lastIndex = Math.max(0, from)
      const run = RUN.exec(result)?.[0] ?? ''
      // Something else that looks like it: the characters before it are none of base64.
      if (from >= 0 && run.length >= core.length + back) {
        const form = run.includes('-') || run.includes('_') ? 'base64url' : 'base64'
        const whole = run.slice(0, run.length - (run.length % GROUP === 1 ? 1 : 0))
        const decoded = Buffer.from(whole, form).toString('latin1')
        const changed = Buffer.from(change(decoded), 'latin1').toString(form).slice(0, whole.length)
        if (change(decoded) !== decoded) result = result.slice(0, from) + changed + result.slice(from + whole.length)
      }
      at = result.indexOf(core, at + core.length)
    }
  }
  return result
}
