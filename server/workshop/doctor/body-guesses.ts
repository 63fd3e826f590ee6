import type { Json } from '../../contract/assumption-entry.ts'
import type { SignatureMistakeTextId } from '../../contract/signature-mistakes.ts'
import { type PayloadSpelling, writePayload } from '../../domain/webhooks/payload-bytes.ts'
import { writeJson } from '../../domain/webhooks/write-json.ts'
import { charsetGuesses } from './charset-guesses.ts'
import { JSON_STYLES } from './json-styles.ts'
import { detail, type Guess, mistake } from './mistakes.ts'

/**
 * The bytes that may have been signed instead of the body, cheapest first: the body itself, then one change, then two changes of different
 * kinds. They are generated one by one, since two changes of a large body are many bytes.
 */
export function* bodyGuesses(body: Buffer, spelling: PayloadSpelling): Generator<Guess<Buffer>> {
  yield { value: body, mistakes: [] }
  yield* newlineGuesses(body)
  yield* rewritings(body, spelling)
  yield* charsetGuesses(body)
  yield* placeholders(body)
  for (const first of rewritings(body, spelling)) {
    for (const second of [...newlineGuesses(first.value), ...charsetGuesses(first.value)]) yield both(first, second)
  }
  for (const first of newlineGuesses(body)) {
    for (const second of charsetGuesses(first.value)) yield both(first, second)
  }
}

function both(first: Guess<Buffer>, second: Guess<Buffer>): Guess<Buffer> {
  return { value: second.value, mistakes: [...first.mistakes, ...second.mistakes] }
}

/** The parsed body as other libraries serialise it, and as the sender did. Nothing for a body that is not JSON. */
function* rewritings(body: Buffer, spelling: PayloadSpelling): Generator<Guess<Buffer>> {
  const text = body.toString('utf8')
  const parsed = parse(text)
  if (parsed === undefined) return
  yield* asSent(parsed, body, spelling)
  for (const keys of ['as_given', 'sorted'] as const) {
    for (const style of JSON_STYLES) {
      const value = Buffer.from(writeJson(parsed, style, keys))
      if (value.equals(body)) continue
      const written = detail(keys === 'sorted' ? 'writer_sorted' : 'writer', { writer: style.writer })
      yield { value, mistakes: [mistake('reserialized', { detail: written })] }
    }
  }
  yield { value: Buffer.from(JSON.stringify(text)), mistakes: [mistake('text_as_json')] }
}

/** What the sender signed, when somebody has already serialised the body at hand again: only the sender writes `wide`. */
function* asSent(parsed: Json, body: Buffer, spelling: PayloadSpelling): Generator<Guess<Buffer>> {
  for (const sent of new Set([spelling, 'wide'] as const)) {
    const value = writePayload(parsed, sent)
    if (value.equals(body)) continue
    const style = JSON_STYLES.find(candidate => Buffer.from(writeJson(parsed, candidate)).equals(body))
    const written = style === undefined ? null : detail('writer', { writer: style.writer })
    yield { value, mistakes: [mistake('given_rewritten', { detail: written })] }
  }
}

function parse(text: string): Json | undefined {
  try {
    const parsed: Json = JSON.parse(text)
    // A recursive serialiser would overflow on what the parser accepts, but nobody sends such a body.
    JSON.stringify(parsed)
    return parsed
  } catch {
    return undefined
  }
}

/** What gets signed when the program never had the body. */
function* placeholders(body: Buffer): Generator<Guess<Buffer>> {
  const signed = (text: string, is: SignatureMistakeTextId): Guess<Buffer> => ({
    value: Buffer.from(text),
    mistakes: [mistake(is)],
  })
  yield signed('[object Object]', 'object_signed')
  if (body.length > 0) yield signed('', 'empty_signed')
  yield signed('undefined', 'undefined_signed')
  yield signed(JSON.stringify(body), 'buffer_as_json')
  yield signed(new Uint8Array(body).toString(), 'bytes_as_numbers')
}

function newlineGuesses(body: Buffer): Guess<Buffer>[] {
  const text = body.toString('latin1')
  const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  const unix = text.replaceAll('\r\n', '\n')
  const ends = mistake('trailing_newline')
  const inside = mistake('line_ends')
  const guesses = [
    { text: `${text}\n`, is: ends },
    { text: `${text}\r\n`, is: ends },
    { text: trimmed, is: ends },
    { text: `${trimmed}\n`, is: ends },
    { text: unix, is: inside },
    { text: unix.replaceAll('\n', '\r\n'), is: inside },
  ]
  return guesses
    .filter((guess, index) => guess.text !== text && guesses.findIndex(other => other.text === guess.text) === index)
    .map(guess => ({ value: Buffer.from(guess.text, 'latin1'), mistakes: [guess.is] }))
}
