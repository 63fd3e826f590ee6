import { isUtf8 } from 'node:buffer'
import { type ErrorName, JSON_MAX_DEPTH } from '../contract/errors.ts'
import { findImpreciseValues } from './imprecise-values.ts'
import { isUtf8Json } from './media-type.ts'
import { scanJson } from './scan-json.ts'

/** What can be wrong with a body before its schema is asked. `empty` is no JSON error: some endpoints need no body. */
export type BodyProblem = 'empty' | 'media_type' | 'malformed' | 'invalid'

/** The contract's error for each problem; `empty` for an endpoint that needs a body (assumptions `errors.*`). */
export const BODY_PROBLEM_ERRORS = {
  empty: 'validation_error',
  media_type: 'unsupported_media_type',
  malformed: 'malformed_request',
  invalid: 'validation_error',
} as const satisfies Record<BodyProblem, ErrorName>

export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false
      readonly problem: BodyProblem
      readonly message: string
      /** Field path (`customers.3.name`) → messages, with `invalid`. */
      readonly details?: Readonly<Record<string, readonly string[]>>
    }

export type JsonDefence = 'media_type' | 'utf8' | 'bom' | 'depth' | 'values'

/**
 * Reads a JSON body strictly: UTF-8 without a byte order mark, at most 64 levels deep, no NUL character, lone surrogate, or number that a
 * double does not hold (robustness E3, E5, E7, E8). Of equal keys the last wins. A `__proto__` key becomes an ordinary own property, as
 * `JSON.parse` makes it.
 *
 * @param contentType value of the `Content-Type` header; `undefined` or empty when there is none
 */
export function parseJsonBody(
  bytes: Buffer,
  contentType: string | undefined,
  {
    off = [],
  }: {
    /** For the mutation checks of the tests only: the defences that are left out. */ readonly off?: readonly JsonDefence[]
  } = {},
): ParsedBody {
  if (bytes.length === 0) return { ok: false, problem: 'empty', message: 'The request needs a JSON body.' }
  if (!isUtf8Json(contentType ?? '') && !off.includes('media_type')) {
    const got = contentType ? `got ${JSON.stringify(contentType.slice(0, 100))}` : 'the header is missing'
    return { ok: false, problem: 'media_type', message: `The body must be application/json in UTF-8 (${got}).` }
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && !off.includes('bom')) {
    return malformed('The body starts with a byte order mark; send UTF-8 without one.')
  }
  if (!off.includes('utf8') && !isUtf8(bytes)) return malformed('The body is not valid UTF-8.')
  const scan = scanJson(bytes, { maxDepth: off.includes('depth') ? Number.POSITIVE_INFINITY : JSON_MAX_DEPTH })
  if (scan.depth > JSON_MAX_DEPTH && !off.includes('depth')) {
    return malformed(`The body is nested deeper than ${JSON_MAX_DEPTH} levels.`)
  }
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return malformed(`The body is not valid JSON${position(error, text)}.`)
  }
  if ((scan.hasUnicodeEscape || scan.hasWideNumber) && !off.includes('values')) {
    const details = findImpreciseValues(value)
    if (details)
      return {
        ok: false,
        problem: 'invalid',
        message: 'The request has values that cannot be stored as they are. See details.',
        details,
      }
  }
  return { ok: true, value }
}

function malformed(message: string): ParsedBody {
  return { ok: false, problem: 'malformed', message }
}

/** V8 names the offset in most of its messages; the rest of them quotes the body, which is no business of a log. */
function position(error: unknown, text: string): string {
  const offset = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  if (offset === undefined) return ''
  const before = text.slice(0, Number(offset)).split('\n')
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`
}
