import type { Signed } from './tampers.ts'

/** A piece of a text around a change: what is the same before it, what differs, what is the same after it. */
export interface Piece {
  before: string
  changed: string
  after: string
}

/** Where two bodies part, byte by byte. */
export interface Difference {
  /** Offset of the first byte that differs, from 0. */
  at: number
  /** Bytes of the signed body, and of the one that arrived, that the other does not have there. */
  signedBytes: number
  receivedBytes: number
  /** The words around the change: `crm-1001` and `crx-1001`. */
  words: { signed: Piece; received: Piece }
  /** The member of the JSON that the change is in, or the text around it, and the nearest bytes. */
  text: { signed: Piece; received: Piece }
  hex: { signed: Piece; received: Piece }
}

const AROUND = 40
/** Of text that is no member of JSON. */
const AROUND_PLAIN = 10
/** Bytes of a row that is read from the back of a room. */
const AROUND_HEX = 4
const MOST = 24
const WORD = /[\w.+@-]/

const hexOf = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' ')
const utf8 = new TextDecoder()
const shortened = (bytes: Uint8Array) => (bytes.length > MOST ? bytes.subarray(0, MOST) : bytes)

function lengthOfCommon(one: Uint8Array, other: Uint8Array, { from }: { from: 'start' | 'end' }, most: number): number {
  let same = 0
  const at = (bytes: Uint8Array) => (from === 'start' ? bytes[same] : bytes[bytes.length - 1 - same])
  while (same < most && at(one) === at(other)) same++
  return same
}

/** Bytes that continue a character of UTF-8 are no place to cut a text. */
const isContinued = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/**
 * What is different between the body that was signed and the one that arrived; `undefined` when they are the same. Everything between the
 * first and the last byte that differ counts as one change.
 */
export function differenceOf(signed: Signed['body'], received: Signed['body']): Difference | undefined {
  if (signed === received) return undefined
  const [one, other] = [new TextEncoder().encode(signed), new TextEncoder().encode(received)]
  const shorter = Math.min(one.length, other.length)
  let start = lengthOfCommon(one, other, { from: 'start' }, shorter)
  while (start > 0 && isContinued(one[start])) start--
  let end = lengthOfCommon(one, other, { from: 'end' }, shorter - start)
  while (end > 0 && isContinued(one[one.length - end])) end--

  const both = (around: number, show: (part: Uint8Array) => string) => {
    const piece = (bytes: Uint8Array): Piece => ({
      before: show(aligned(bytes, Math.max(0, start - around), start)),
      changed: show(shortened(bytes.subarray(start, bytes.length - end))),
      after: show(ended(bytes, bytes.length - end, Math.min(bytes.length, bytes.length - end + around))),
    })
    return { signed: piece(one), received: piece(other) }
  }
  const text = both(AROUND, bytes => utf8.decode(bytes))
  return {
    at: start,
    signedBytes: one.length - end - start,
    receivedBytes: other.length - end - start,
    words: { signed: wordOf(text.signed), received: wordOf(text.received) },
    text: { signed: memberOf(text.signed), received: memberOf(text.received) },
    hex: both(AROUND_HEX, hexOf),
  }
}

/** From the first whole character on. */
function aligned(bytes: Uint8Array, from: number, to: number): Uint8Array {
  let start = from
  while (start < to && isContinued(bytes[start])) start++
  return bytes.subarray(start, to)
}

/** Up to the last whole character. */
function ended(bytes: Uint8Array, from: number, to: number): Uint8Array {
  let end = to
  while (end > from && isContinued(bytes[end])) end--
  return bytes.subarray(from, end)
}

/** Cut to the member of an object that the change is in; a change of many members has no one. */
function memberOf({ before, changed, after }: Piece): Piece {
  const [start, end] = [/[{,[](?=[^{,[]*$)/.exec(before)?.index, after.search(/[},\]]/)]
  return {
    before: start === undefined ? before.slice(-AROUND_PLAIN) : before.slice(start + 1).trimStart(),
    changed,
    after: end < 0 ? after.slice(0, AROUND_PLAIN) : after.slice(0, end).trimEnd(),
  }
}

/** Cut to the word that the change is in. */
function wordOf({ before, changed, after }: Piece): Piece {
  const characters = [...before]
  let from = characters.length
  while (from > 0 && WORD.test(characters[from - 1] ?? '')) from--
  const following = [...after]
  let to = 0
  while (to < following.length && WORD.test(following[to] ?? '')) to++
  return { before: characters.slice(from).join(''), changed, after: following.slice(0, to).join('') }
}

/** How many digits of two digests differ, place by place; `undefined` when one of them is none, or when what differs is around them. */
export function digitsThatDiffer(one: string, other: string): number | undefined {
  const isDigest = (text: string) => /^[0-9a-f]{64}$/.test(text)
  if (!isDigest(one) || !isDigest(other)) return undefined
  return [...one].filter((digit, index) => digit !== other[index]).length || undefined
}
