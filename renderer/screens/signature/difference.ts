import { diffArrays } from 'diff'
import type { Signed } from './tampers.ts'

/** A piece of a text around a change: what is the same before it, what differs, what is the same after it. */
export interface Piece {
  before: string
  changed: string
  /** Bytes of the change that are too many to be shown after `changed`. */
  cut: number
  after: string
}

/** One place where a body that arrived is another than the one that was signed. */
export interface Difference {
  /** Offset of the first byte that differs, from 0, in the body that was signed and in the one that arrived. */
  at: number
  arrivedAt: number
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
/** Two bodies that have less in common than this are told as one change: to look for more takes the square of the time. */
const MOST_EDITS = 1_000
const WORD = /[\w.+@-]/
const TOKENS = /[\w.+@-]+|[^\w.+@-]/gu

const hexOf = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' ')
const utf8 = new TextDecoder()
const encoder = new TextEncoder()
const lengthOf = (tokens: readonly string[]) => encoder.encode(tokens.join('')).length

function lengthOfCommon(one: Uint8Array, other: Uint8Array, { from }: { from: 'start' | 'end' }, most: number): number {
  let same = 0
  const at = (bytes: Uint8Array) => (from === 'start' ? bytes[same] : bytes[bytes.length - 1 - same])
  while (same < most && at(one) === at(other)) same++
  return same
}

/** Bytes that continue a character of UTF-8 are no place to cut a text. */
const isContinued = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** From a byte up to another one, which is no longer of it. */
interface Range {
  from: number
  to: number
}

/** What is different between the body that was signed and the one that arrived, in order; nothing when they are the same. */
export function differencesOf(signed: Signed['body'], received: Signed['body']): Difference[] {
  if (signed === received) return []
  const [one, other] = [encoder.encode(signed), encoder.encode(received)]
  return changedRanges(signed, received).flatMap(([left, right]) => {
    const range = trimmed({ bytes: one, ...left }, { bytes: other, ...right })
    return range.signed.from === range.signed.to && range.received.from === range.received.to
      ? []
      : [differenceAt({ bytes: one, ...range.signed }, { bytes: other, ...range.received })]
  })
}

/** Word by word, and not byte by byte: `missed` and `completed` share letters, but nobody wrote one out of the other. */
function changedRanges(signed: string, received: string): [Range, Range][] {
  const found: [Range, Range][] = []
  const tokensOf = (text: string): string[] => text.match(TOKENS) ?? []
  const [one, other] = [tokensOf(signed), tokensOf(received)]
  const parts = diffArrays(one, other, { maxEditLength: MOST_EDITS })
  if (parts === undefined) return [[whole(one), whole(other)]]
  let [at, arrivedAt] = [0, 0]
  let open: [Range, Range] | undefined
  for (const { added, removed, value } of parts) {
    const length = lengthOf(value)
    if (!added && !removed) {
      at += length
      arrivedAt += length
      open = undefined
      continue
    }
    if (open === undefined) {
      open = [
        { from: at, to: at },
        { from: arrivedAt, to: arrivedAt },
      ]
      found.push(open)
    }
    if (removed) open[0].to = at += length
    else open[1].to = arrivedAt += length
  }
  return found
}

const whole = (tokens: readonly string[]): Range => ({ from: 0, to: lengthOf(tokens) })

type Part = Range & { bytes: Uint8Array }

/** Without the bytes that both begin and end with. */
function trimmed(one: Part, other: Part): { signed: Range; received: Range } {
  const [left, right] = [one, other].map(({ bytes, from, to }) => bytes.subarray(from, to)) as [Uint8Array, Uint8Array]
  const shorter = Math.min(left.length, right.length)
  let start = lengthOfCommon(left, right, { from: 'start' }, shorter)
  while (start > 0 && (isContinued(left[start]) || isContinued(right[start]))) start--
  let end = lengthOfCommon(left, right, { from: 'end' }, shorter - start)
  while (end > 0 && (isContinued(left[left.length - end]) || isContinued(right[right.length - end]))) end--
  return {
    signed: { from: one.from + start, to: one.to - end },
    received: { from: other.from + start, to: other.to - end },
  }
}

function differenceAt(one: Part, other: Part): Difference {
  const both = (around: number, show: (part: Uint8Array) => string) => {
    const piece = ({ bytes, from, to }: Part): Piece => {
      const shown = ended(bytes, from, Math.min(to, from + MOST))
      return {
        before: show(aligned(bytes, Math.max(0, from - around), from)),
        changed: show(shown),
        cut: to - from - shown.length,
        after: show(ended(bytes, to, Math.min(bytes.length, to + around))),
      }
    }
    return { signed: piece(one), received: piece(other) }
  }
  const text = both(AROUND, bytes => utf8.decode(bytes))
  const isOfOne = !BEYOND_MEMBER.test(text.signed.changed + text.received.changed)
  return {
    at: one.from,
    arrivedAt: other.from,
    signedBytes: one.to - one.from,
    receivedBytes: other.to - other.from,
    words: { signed: wordOf(text.signed), received: wordOf(text.received) },
    text: { signed: memberOf(text.signed, isOfOne), received: memberOf(text.received, isOfOne) },
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

/** What ends a member of an object, or begins another. */
const BEYOND_MEMBER = /[{},[\]]/

/** Cut to the member of an object that the change is in; one that is no part of a member goes on to the bracket after it, which it stands before. */
function memberOf({ before, after, ...rest }: Piece, isOfOne: boolean): Piece {
  const [start, end] = [/[{,[](?=[^{,[]*$)/.exec(before)?.index, after.search(/[},\]]/)]
  return {
    before: start === undefined ? before.slice(-AROUND_PLAIN) : before.slice(start + 1).trimStart(),
    ...rest,
    after:
      end < 0
        ? after.slice(0, AROUND_PLAIN)
        : isOfOne || after[end] === ','
          ? after.slice(0, end).trimEnd()
          : after.slice(0, end + 1),
  }
}

/** Cut to the word that the change is in. */
function wordOf({ before, after, ...rest }: Piece): Piece {
  const characters = [...before]
  let from = characters.length
  while (from > 0 && WORD.test(characters[from - 1] ?? '')) from--
  const following = [...after]
  let to = 0
  while (to < following.length && WORD.test(following[to] ?? '')) to++
  return { before: characters.slice(from).join(''), ...rest, after: following.slice(0, to).join('') }
}

/** A parser that gives back floating-point numbers makes equals of two numbers that are not. */
const LONG_NUMBER = /\d{16}/

/** Whether two bodies are the same JSON but for the order of members, spaces and escapes. */
export function isSameJson(one: string, other: string): boolean {
  if (LONG_NUMBER.test(one) || LONG_NUMBER.test(other)) return one === other
  try {
    return inOrder(JSON.parse(one)) === inOrder(JSON.parse(other))
  } catch {
    return false
  }
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )

/** How many digits of two digests differ, place by place; `undefined` when one of them is none, or when what differs is around them. */
export function digitsThatDiffer(one: string, other: string): number | undefined {
  const isDigest = (text: string) => /^[0-9a-f]{64}$/.test(text)
  if (!isDigest(one) || !isDigest(other)) return undefined
  return [...one].filter((digit, index) => digit !== other[index]).length || undefined
}
