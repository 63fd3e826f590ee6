import type { Span } from '../data/shown-to-others.ts'

export function bytesOfBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}

const ROW = 16
const printable = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')

interface Rows {
  /** How many bytes are shown; all unless given. */
  readonly limit?: number | undefined
  /** Bytes whose place is shown, but not what they are. */
  readonly hidden?: readonly Span[] | undefined
}

/** `00000010  7b 22 …  |{"…|`, sixteen bytes a row. */
export function hexRows(bytes: Uint8Array, { limit = bytes.length, hidden = [] }: Rows = {}): string {
  const isHidden = (at: number) => hidden.some(({ from, to }) => at >= from && at < to)
  const rows: string[] = []
  for (let offset = 0; offset < Math.min(limit, bytes.length); offset += ROW) {
    const row = bytes.subarray(offset, offset + ROW)
    const hex = Array.from(row, (byte, at) => (isHidden(offset + at) ? '••' : byte.toString(16).padStart(2, '0')))
    const halves = `${hex.slice(0, 8).join(' ').padEnd(23)}  ${hex.slice(8).join(' ').padEnd(23)}`
    const text = Array.from(row, (byte, at) => (isHidden(offset + at) ? '•' : printable(byte))).join('')
    rows.push(`${offset.toString(16).padStart(8, '0')}  ${halves}  |${text}|`)
  }
  return rows.join('\n')
}

/** The text of the first bytes of a body in UTF-8, without a character of which only a part is among them. */
export function textWithin(base64: string, bytes: number): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return decoder.decode(bytesOfBase64(base64).subarray(0, bytes), { stream: true })
}
