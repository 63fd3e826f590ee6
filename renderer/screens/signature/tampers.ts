export interface Signed {
  secret: string
  header: string
  body: string
}

export const TAMPERS = [
  'none',
  'body_changed',
  'reserialized',
  'newline',
  'prefix_stripped',
  'uppercase',
  'no_prefix',
  'base64',
  'secret_newline',
] as const
export type Tamper = (typeof TAMPERS)[number]
export type Tampering = Exclude<Tamper, 'none'>

const digestOf = (header: string) => header.slice(header.indexOf('=') + 1)
const prefixOf = (header: string) => header.slice(0, header.indexOf('=') + 1)

/** Where a byte is changed: in the caller's own id, which people know their record by, else within another text, so that the JSON stays valid. */
const PLACES = [
  /"external_id"\s*:\s*"[^"]*?[a-z](?=[^a-z"]*")/,
  /"external_id"\s*:\s*"[^"]*?\d(?=[^\d"]*")/,
  /"status"\s*:\s*"[^"]*?[a-z](?=[^a-z"]*")/,
  /:\s*"[^"]*?[a-z](?=[^a-z"]*")/,
  /[a-z](?=[^a-z]*$)/,
]

const otherThan = (character: string | undefined) =>
  /\d/.test(character ?? '') ? String((Number(character) + 1) % 10) : character === 'x' ? 'y' : 'x'

/** One letter or digit becomes another one: one byte is enough. */
function withOneByteChanged(body: string): string {
  const found = PLACES.map(place => place.exec(body)).find(match => match !== null)
  const at = found ? found.index + found[0].length - 1 : -1
  return at < 0 ? `${body}x` : `${body.slice(0, at)}${otherThan(body[at])}${body.slice(at + 1)}`
}

function writtenAgain(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function base64OfHex(hex: string): string {
  const bytes = hex.match(/../g) ?? []
  return btoa(String.fromCharCode(...bytes.map(byte => Number.parseInt(byte, 16))))
}

/** Each makes one mistake that receivers make, in what the receiver would compute with; none needs cryptography. */
const APPLY = {
  none: signed => signed,
  body_changed: ({ body, ...rest }) => ({ ...rest, body: withOneByteChanged(body) }),
  reserialized: ({ body, ...rest }) => ({ ...rest, body: writtenAgain(body) }),
  newline: ({ body, ...rest }) => ({ ...rest, body: `${body}\n` }),
  prefix_stripped: ({ secret, ...rest }) => ({ ...rest, secret: secret.replace(/^[a-z]+_/, '') }),
  uppercase: ({ header, ...rest }) => ({ ...rest, header: prefixOf(header) + digestOf(header).toUpperCase() }),
  no_prefix: ({ header, ...rest }) => ({ ...rest, header: digestOf(header) }),
  secret_newline: ({ secret, ...rest }) => ({ ...rest, secret: `${secret}\n` }),
  base64: ({ header, ...rest }) => ({ ...rest, header: prefixOf(header) + base64OfHex(digestOf(header)) }),
} as const satisfies Record<Tamper, (signed: Signed) => Signed>

export const tampered = (tamper: Tamper, signed: Signed): Signed => APPLY[tamper](signed)
