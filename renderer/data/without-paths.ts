/** In the place of what comes after the host of an address. */
const HIDDEN_PATH = '/…'

/** As it stands in a text: a quote ends it unless a letter follows it, or the way in which a shell writes it. */
const REST = String.raw`(?:\\?[/?#])(?:[^\s"'<>\x60、。「」『』（）【】]|['\x60](?=\w)|'\\'')*`
const AUTHORITY = String.raw`[^\s"'<>\x60\\/?#、。「」『』（）【】]+`
const NAME = String.raw`[a-z\d](?:[a-z\d-]*[a-z\d])?`
const PORT = String.raw`:\d{2,5}`
/** What only an address begins with, where its scheme was left out: a name with dots, four figures, or any name with a port. */
const HOST = String.raw`(?:(?:${NAME}\.)+[a-z][a-z\d-]*[a-z\d]\.?(?:${PORT})?|\d{1,3}(?:\.\d{1,3}){3}(?:${PORT})?|\[[\da-f:.]+\](?:${PORT})?|[a-z](?:[a-z\d-]*[a-z\d])?${PORT})`
const ADDRESSES = new RegExp(
  String.raw`(?<start>https?:(?:\\?/){2})(?<authority>${AUTHORITY})(?<rest>${REST})|(?<![\w./@:%\\-])(?<host>${HOST})(?<path>${REST})`,
  'gi',
)
/** What ends a sentence or a bracket, and not the address in it. */
const AFTER = /[.,:;!?)\]}\\'*]+$/
/** A user name and a password before a host. */
const CREDENTIALS = /^.*@/s
/** `Node.js/20.11.0` names a product. */
const VERSION = /^\/v?\d{1,3}(?:\.\d{1,5})*$/
/** What was hidden, or has nothing to hide: more of the same may follow where two of them are told apart in an address. */
const NOTHING = /^\\?[/?#](?:…\**)?$/
/** The receivers of Ringback itself: whose name they have is no secret. */
const INBOX = /^inbox\.ringback\.test$/i
const INBOX_NAME = /^\\?\/[\w.-]*/

/** Where the emulator itself is, whose addresses open nothing more than the page does. */
const own = (): string | undefined => globalThis.location?.host

/** What of the addresses in a text may be all that a receiver asks for: user name, path and query, by their offsets. */
export function pathsIn(text: string): { from: number; to: number; instead: string }[] {
  return [...text.matchAll(ADDRESSES)].flatMap(({ index, groups = {} }) => {
    const { start = '', authority = groups.host ?? '', rest: written = groups.path ?? '' } = groups
    const hostAt = index + start.length
    const credentials = CREDENTIALS.exec(authority)?.[0].length ?? 0
    const before = credentials === 0 ? [] : [{ from: hostAt, to: hostAt + credentials, instead: '' }]
    const host = authority.slice(credentials)
    if (host.toLowerCase() === own()) return before
    const known = INBOX.test(host) ? (INBOX_NAME.exec(written)?.[0].length ?? 0) : 0
    const rest = written.slice(known)
    const end = rest.length - (AFTER.exec(rest)?.[0].length ?? 0)
    const restAt = hostAt + authority.length + known
    if (end <= 0 || NOTHING.test(rest.slice(0, end)) || NOTHING.test(rest)) return before
    if (start === '' && VERSION.test(rest.slice(0, end))) return before
    return [...before, { from: restAt, to: restAt + end, instead: known > 0 ? `${rest.slice(0, 1)}…` : HIDDEN_PATH }]
  })
}

/**
 * A text for those who look on: of each address in it its scheme and host. Who knows the whole address of a receiver may need nothing else
 * to send to it. The inboxes of Ringback keep their names, and what is read from the emulator itself stays as it is.
 */
export function withoutPaths(text: string): string {
  if (!text.includes('/') && !text.includes('?')) return text
  let [shown, end] = ['', 0]
  for (const { from, to, instead } of pathsIn(text)) {
    shown += text.slice(end, from) + instead
    end = to
  }
  return shown + text.slice(end)
}
