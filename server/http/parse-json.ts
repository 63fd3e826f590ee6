import { isUtf8 } from 'node:buffer'
import { type ErrorName, JSON_MAX_DEPTH } from '../contract/errors.ts'
import { fieldProblem } from '../contract/field-problems.ts'
import { findImpreciseValues } from './imprecise-values.ts'
import { isUtf8Json } from './media-type.ts'
import { findMember } from './member-text.ts'
import { type JsonScan, scanJson } from './scan-json.ts'

/** What can be wrong with a body before its schema is checked. */
type BodyProblem = 'media_type' | 'malformed' | 'invalid'

/** The contract's error for each problem (assumptions `errors.*`). */
export const BODY_PROBLEM_ERRORS = {
  media_type: 'unsupported_media_type',
  malformed: 'malformed_request',
  invalid: 'validation_error',
} as const satisfies Record<BodyProblem, ErrorName>

type ParsedBody =
  | {
      readonly ok: true
      readonly value: unknown
      /** The text of the field that was asked for, exactly as it came; `undefined` when it is missing. */
      readonly verbatim?: string | undefined
    }
  | {
      readonly ok: false
      readonly problem: BodyProblem
      readonly message: string
      /** For `invalid`: messages by field path (`customers.3.name`). */
      readonly details?: Readonly<Record<string, readonly string[]>>
    }

export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
export const BYTE_ORDER_MARK_REFUSED = fieldProblem('body_marked')
export const hasByteOrderMark = (bytes: Buffer): boolean =>
  bytes[0] === BYTE_ORDER_MARK[0] && bytes[1] === BYTE_ORDER_MARK[1] && bytes[2] === BYTE_ORDER_MARK[2]

/**
 * Reads a JSON body strictly: UTF-8 without a byte order mark, at most 64 levels deep, without NUL characters, lone surrogates, or numbers
 * that a double cannot hold (tests/security/README.md#E3, #E5, #E7, #E8). Of equal keys the last wins. A `__proto__` key becomes an
 * ordinary own property, as with `JSON.parse`.
 *
 * The text of one field can be returned exactly as it came. Numbers and escapes in it are not refused, and its nesting counts separately.
 *
 * @param contentType value of the `Content-Type` header; `undefined` or empty when there is none
 */
export function parseJsonBody(
  bytes: Buffer,
  contentType: string | undefined,
  { verbatim }: { readonly verbatim?: string | undefined } = {},
): ParsedBody {
  if (!isUtf8Json(contentType ?? '')) {
    const message = contentType
      ? fieldProblem('body_type', { value: JSON.stringify(contentType.slice(0, 100)) })
      : fieldProblem('body_no_type')
    return { ok: false, problem: 'media_type', message }
  }
  if (hasByteOrderMark(bytes)) return malformed(BYTE_ORDER_MARK_REFUSED)
  if (!isUtf8(bytes)) return malformed(fieldProblem('body_no_utf8'))
  // The field is one level below the body.
  const maxDepth = verbatim === undefined ? JSON_MAX_DEPTH : JSON_MAX_DEPTH + 1
  const scan = scanJson(bytes, { maxDepth })
  if (scan.depth > maxDepth) return TOO_DEEP
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return malformed(unreadable(error, text))
  }
  if (verbatim !== undefined) return keepingText({ value, text, scan, verbatim })
  return imprecise(value, scan) ?? { ok: true, value }
}

/** The value with the text of one of its fields, which the checks of other values skip. */
function keepingText(read: { value: unknown; text: string; scan: JsonScan; verbatim: string }): ParsedBody {
  const { value, text, verbatim } = read
  const member = isObject(value) && Object.hasOwn(value, verbatim) ? findMember(text, verbatim) : undefined
  let { scan } = read
  let rest = value
  if (member !== undefined) {
    const without = `${text.slice(0, member.start)}null${text.slice(member.end)}`
    scan = scanJson(Buffer.from(without), { maxDepth: JSON_MAX_DEPTH })
    rest = { ...(value as object), [verbatim]: null }
  }
  if (scan.depth > JSON_MAX_DEPTH) return TOO_DEEP
  return imprecise(rest, scan) ?? { ok: true, value, verbatim: member && text.slice(member.start, member.end) }
}

/** Refuses what no store keeps as it is; `undefined` when there is nothing to refuse. */
function imprecise(value: unknown, scan: JsonScan): ParsedBody | undefined {
  if (scan.hasUnicodeEscape || scan.hasWideNumber) {
    const details = findImpreciseValues(value)
    if (details)
      return {
        ok: false,
        problem: 'invalid',
        message: fieldProblem('body_imprecise'),
        details,
      }
  }
  return undefined
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TOO_DEEP = malformed(fieldProblem('body_deep', { most: JSON_MAX_DEPTH }))

function malformed(message: string): ParsedBody {
  return { ok: false, problem: 'malformed', message }
}

/** V8 gives the offset in most of its messages. The rest of them quotes the body, which does not belong in a log. */
function unreadable(error: unknown, text: string): string {
  const offset = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  if (offset === undefined) return fieldProblem('body_no_json')
  const before = text.slice(0, Number(offset)).split('\n')
  return fieldProblem('body_no_json_at', { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 })
}
