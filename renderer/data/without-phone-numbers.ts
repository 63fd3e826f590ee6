import { PHONE_MASK } from '../../server/contract/constants.ts'
import { FIELD_PROBLEMS } from '../../server/contract/field-problems.ts'

/** Digits that are written as words. One alone is a word of its own more often. */
const KANJI = '〇一二三四五六七八九'
const KANJI_RUNS = new RegExp(`[${KANJI}]{2,}`, 'g')

/** Each character of another width or kind as the one that it stands for, so that every offset stays: digits, signs, spaces, dashes, brackets. */
const plain = (text: string): string =>
  text
    .replace(/[（）＋－．［］０-９Ａ-Ｚａ-ｚ]/g, character => String.fromCharCode(character.charCodeAt(0) - 0xfe_e0))
    .replace(KANJI_RUNS, run => Array.from(run, digit => KANJI.indexOf(digit)).join(''))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\t\u00a0\u00ad\u2000-\u200d\u202f\u2060\u3000\ufeff]/g, ' ')
    .replace(/[‐-―−ーｰ〜～~]/g, '-')
    // A space of a query.
    .replace(/(?<=[\d)\]])\+(?=[\d([])/g, ' ')

/** Between two digits of a number: its own signs and spaces, or one letter that slipped in, also at the end of a part. No date and no time begins after it. */
const JOIN = String.raw`(?! {1,3}(?:19|20)\d\d-\d\d-\d\d| {1,3}\d\d?:\d\d)[ .()\[\]-]{0,3}(?:[oil]-|[a-z])?`
const NUMBER = String.raw`\d(?:${JOIN}\d)*`
/** The same, as it may stand in a field of its own: a letter for any digit. */
const TYPED = String.raw`(?:o(?=\d))?\d(?:(?:${JOIN}|[a-z][ .()\[\]-]{1,3})\d)*(?:[a-z](?![\w*•]))?`
/** The end of a name that says of what else its figure is: when something is over, how much of it there is, or which one it is. */
const FIGURE = String.raw`(?:[_-]?(?:reset|limit|remaining|used|count|total|seconds|timestamp|epoch|bytes)|[_-](?:id|at|ms|hours))(?![\w-])`
/** What the fields of numbers are called. "Tel" is a word of its own there, and no end of one with the next: `X-RateLimit-Reset`. */
const TEL = `(?<![a-z])tel|(?<!ho|mo)tel(?![a-z])|tel(?=(?:e?phone|no|num))`
const FIELD = String.raw`(?:phone|${TEL}|mobile|fax)(?![\w-]{0,12}?${FIGURE})[\w-]{0,12}`
/** The field before it, in a body, a query or a header. */
const KEYED = String.raw`(?<=${FIELD}\\?["']?(?:[:=]|: ?\[)\s?\\?["']?)`
/** With fewer digits a field of a number holds an extension at most. */
const FEWEST_DIGITS = 5
/** What is quoted, and what stands in a query, with enough digits in it: as it was typed, and not masked as lists have it. */
const TEXT = String.raw`(?![^"\\\n]*\*{4})(?=(?:[^"\\\n•]*?\d){${FEWEST_DIGITS}})[^"\\\n•]*`
const IN_QUERY = String.raw`(?=[^&#\s]*[^a-z\d .()\[\]+&#\s-])(?![^&#\s]*\*{4})(?=(?:[^&#\s•]*?\d){${FEWEST_DIGITS}})[^&#\s•]*`
/** A text that is the value of such a field, whatever it is. */
const VALUE = String.raw`(?:(?<=${FIELD}\\?["']\s?[:=]\s?\\?")${TEXT}|(?<=[?&]${FIELD}=)${IN_QUERY})`
/** What a sentence of a refusal quotes as no phone number: one that says how to write it, or one below the field of a number. */
const OPENED = String.raw`\\{0,3}"`
const REFUSED = String.raw`(?:(?<=\blike \+?\d[\d-]+; got ${OPENED})|(?<=\+?\d[\d-]+ のように、[^\n(]{1,60}\(入力：${OPENED})|(?<=${FIELD}\\?":\s*\[\s*\\?"[^\n"]{1,200}(?:got |入力：)${OPENED}))${TEXT}`
/** What a sentence of a refusal quotes of a JSON number. What reads as the seconds of an epoch begins as no number does without its first digit. */
const QUOTED = String.raw`(?<=got |入力：)(?!1[5-9]\d{8}(?!\d))[1-9]\d{8,9}(?!\d)`

/** Set apart by a sign that elsewhere keeps two things apart, also as it is escaped in JSON once or twice. */
const SIGN = String.raw`\\{0,4}["']|\\{1,8}[tnr]?|[^\w\s.-]|_`
const APART = String.raw`(?<![\w.,])(?<!\d/)0[1-9]\d{0,2}(?<sign>${SIGN})\d{2,4}\k<sign>\d{3,4}(?!\d)`

/** Letters that look like a digit. */
const LIKE = '[\\doilszbg]'
/** With such letters for some of its digits, one at least, and as many digits as leave no doubt: `O9O-1234-S678`. */
const ALIKE = String.raw`(?<![\w.-])(?=[([]?(?:[o0][1-9ilszbg]|81))(?=[\d .()\[\]-]*[oilszbg])(?=(?:[oilszbg .()\[\]-]{0,3}\d){6})[([]?${LIKE}{2,12}(?:[ .()\[\]-]{1,3}${LIKE}{2,5}){0,3}(?![\w*•-])`

/** What is looked for in the plain form of a text. The first two have digits and are no numbers: they are passed over as a whole. */
const RUNS = new RegExp(
  [
    String.raw`(?<none>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|^[\da-f]{8} {2}.*$|(?:19|20)\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*Z?)?)`,
    `(?<said>${REFUSED}|${VALUE})`,
    `(?<apart>${APART})`,
    `(?<alike>${ALIKE})`,
    String.raw`(?<keyed>${KEYED}(?:\+ ?)?[([]?${TYPED})`,
    String.raw`(?<international>\+ ?[([]?${NUMBER})`,
    `(?<quoted>${QUOTED})`,
    String.raw`(?<other>[([]?(?:o(?=\d))?${NUMBER})`,
  ].join('|'),
  'gim',
)

const digitsOf = (text: string) => plain(text).replace(/\D/g, '')

/** Written apart, as people write a number and nothing else: `090-1234-5678`, `(03) 1234-5678`, `415.555.0123`. */
const IN_PARTS = /^(?:1[ .-]{0,2})?[([]?(?:\d{2,3}[)\]]?[ .-]{0,3}\(?\d{3,4}\)?[.-] ?\d{4}|\d{3}\.\d{3,4}\.\d{4})$/
/** Digit by digit. */
const SPELT = /^\d(?: \d){9,10}$/
/** Bytes or figures, which are apart by spaces and begin with one of them. */
const FIRST_OF_JAPAN = /^[([]?(?:0[1-9]|00[1-9]|81)/

/** Whether there are as many digits as a number has that begins so. */
const isWhole = (digits: string): boolean => {
  const [, length] = LENGTHS.find(([begins]) => begins.test(digits)) ?? [undefined, 10]
  return digits.length >= length
}
const LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^0081/, 14],
  [/^81[5-9]0/, 12],
  [/^81/, 11],
  [/^0[5-9]0/, 11],
]

/** As much of a run as is one number: the next figure after a space is another one once there are enough digits. */
function oneOf(run: string): string {
  let end = 0
  for (const { 0: part, index } of run.matchAll(/[^ ]+/g)) {
    if (end > 0 && isWhole(digitsOf(run.slice(0, end)))) break
    end = index + part.length
  }
  return run.slice(0, end)
}

/** What follows a number at its end, and is none of it. */
const EXTENSION = /(?<=\d)[ ,;]{0,3}(?:ext(?:ension|n)?|x|#|内線)[ .:]{0,3}\d{1,5}$/i

/** Without its extension, so that the same is hidden of a number wherever it stands. */
function withoutExtension(run: string): string {
  const number = run.replace(EXTENSION, '')
  return digitsOf(number).length < FEWEST_WITH_EXTENSION ? run : number
}
const FEWEST_WITH_EXTENSION = 8

interface Found {
  /** In the plain form. */
  run: string
  /** Right before and after it. */
  before: string
  after: string
  /** Whether it was typed in digits of full width, or as words. */
  isWide: boolean
}

/** Whether a run that nothing announces reads as somebody's number. */
function isNumber({ run, before, after, isWide }: Found): boolean {
  const digits = digitsOf(run)
  const letters = run.replace(/^[([]?o/i, '').match(/[a-z]/gi)?.length ?? 0
  if (digits.length < 9 || letters > 2) return false
  if (isWide) return true
  const signs = run.match(/[ .()[\]-]+/g) ?? []
  // Part of a word, an id or a fraction, unless its parts are those of a number.
  const isPart = /[\w.+]$/.test(before) || /^\w{2}|^[\d_]/.test(after)
  if (signs.length === 0) {
    if (isPart || (/-$/.test(before) && !/^\d{10,11}$/.test(digits)) || /^-/.test(after)) return false
    if (/^o[1-9]/i.test(run)) return true
    if (letters > 0) return /^(?:0[1-9]|81)/.test(run)
    return /^0[1-9]|^00[1-9]\d{8}/.test(digits) || /^81\d{9,12}$|^[789]0\d{8}$/.test(digits)
  }
  if (/[\d_.+]$/.test(before)) return false
  // A fraction, unless there are brackets in it or points throughout.
  if (run.includes('.') && !/[([]/.test(run) && !/^\d{2,4}(?:\.\d{2,4}){2,3}$/.test(run)) return false
  if (SPELT.test(run)) return /^0[1-9]/.test(digits)
  if (IN_PARTS.test(run)) return true
  if (/^o/i.test(run)) return digits.length >= 9
  // Figures in a row begin with one of a single digit, or have many parts.
  return FIRST_OF_JAPAN.test(run) && signs.length <= 5
}

/** However few there are, as many of the digits of a number are hidden: of a whole one as many as the mask of the contract has signs. */
const FEWEST_HIDDEN = 3
const HIDDEN_OF_WHOLE = PHONE_MASK.mask.length

/** How many digits of a number are shown at its beginning and end, of this many: as many as lists and logs of the contract show, or fewer. */
function endsOf(count: number, fewest = HIDDEN_OF_WHOLE): { head: number; tail: number } {
  const isWhole = count > PHONE_MASK.head + PHONE_MASK.tail
  const { head, tail } = isWhole ? PHONE_MASK : { head: 2, tail: 2 }
  return { head: Math.max(0, Math.min(head, count - tail - (isWhole ? fewest : FEWEST_HIDDEN))), tail }
}

/** The number as lists and logs of the contract show it: `813****0001`. */
function listed(number: string): string {
  const digits = digitsOf(number)
  const { head, tail } = endsOf(digits.length, FEWEST_HIDDEN)
  return `${digits.slice(0, head)}${PHONE_MASK.mask}${digits.slice(-tail)}`
}

/** What stands in sentences of the contract as an example of how to write a number. */
const EXAMPLES = new Set(
  Object.values<string>(FIELD_PROBLEMS).flatMap(said => said.match(/(?<=\blike )\+?\d[\d-]+/g) ?? []),
)

/** Whether it is the example of such a sentence: the same number elsewhere may be somebody's. */
const isExample = (number: string, index: number, text: string): boolean =>
  EXAMPLES.has(number) && (text.endsWith('like ', index) || text.startsWith(' のように', index + number.length))

/** A span of a text, up to but not with `to`. */
interface Place {
  from: number
  to: number
}

/** A text with what is escaped in it read, and where in its source each of its characters begins. */
interface Reading {
  text: string
  sourceAt: (index: number) => number
}

/** What is percent-encoded any number of times, or escaped as in JSON. */
const ESCAPES = /(?:%(?:25)*[2-9a-f][\da-f]|%0[9ad])+|\\u[\da-f]{4}/gi
const ENCODED_BYTE = /%(?:25)*([2-9a-f][\da-f])|%(0[9ad])/gi

function readingOf(source: string): Reading {
  let [text, end] = ['', 0]
  const starts: number[] = []
  const add = (piece: string, startOf: (index: number) => number) => {
    for (let index = 0; index < piece.length; index++) starts.push(startOf(index))
    text += piece
  }
  for (const { 0: escaped, index } of source.matchAll(ESCAPES)) {
    const before = end
    add(source.slice(before, index), offset => before + offset)
    end = index + escaped.length
    if (escaped.startsWith('\\')) add(String.fromCharCode(Number.parseInt(escaped.slice(2), 16)), () => index)
    else for (const { character, at } of charactersIn(escaped)) add(character, () => index + at)
  }
  if (end === 0) return { text: source, sourceAt: index => index }
  const rest = end
  add(source.slice(rest), offset => rest + offset)
  return { text, sourceAt: index => starts[index] ?? source.length }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** A space. */
const BLANK = 0x20
/** Of bytes that are no UTF-8. */
const UNREADABLE = '\ufffd'

/** The characters of a run of encoded bytes, and where in it each begins. */
function charactersIn(run: string): { character: string; at: number }[] {
  const bytes = [...run.matchAll(ENCODED_BYTE)].map(({ 1: hex, 2: blank, index }) => ({
    // A line that ends within a number is a blank in it.
    byte: blank === undefined ? Number.parseInt(hex ?? '', 16) : BLANK,
    at: index,
  }))
  const found: { character: string; at: number }[] = []
  for (let index = 0; index < bytes.length; ) {
    const { byte, at } = bytes[index]!
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    try {
      const character = UTF8.decode(Uint8Array.from(bytes.slice(index, index + length), one => one.byte))
      found.push({ character, at })
      index += length
    } catch {
      found.push({ character: UNREADABLE, at })
      index++
    }
  }
  return found
}

/** Where phone numbers stand in a text: with or without their country, in whatever way they were typed or mistyped, encoded or escaped. Instants, ids and counts are none. */
export function phoneNumbersIn(source: string): Place[] {
  const { text, sourceAt } = readingOf(source)
  return placesIn(text).map(({ from, to }) => ({ from: sourceAt(from), to: sourceAt(to) }))
}

const IS_WIDE = new RegExp(`[０-９]|${KANJI_RUNS.source}`)
/** A digit in any of the forms in which people type one. */
const DIGIT = `[\\d０-９\\u0660-\\u0669\\u06f0-\\u06f9${KANJI}]`
const FEW_DIGITS = new RegExp(String.raw`${DIGIT}(?:[^\n]{0,4}${DIGIT}){4}`)

function placesIn(text: string): Place[] {
  // Most texts have none.
  if (!FEW_DIGITS.test(text)) return []
  const shown = plain(text)
  const found: Place[] = []
  RUNS.lastIndex = 0
  for (let match = RUNS.exec(shown); match !== null; match = RUNS.exec(shown)) {
    const { none, said, international, keyed, quoted, apart, alike, other } = match.groups as {
      [Kind in string]?: string
    }
    if (none !== undefined) continue
    const run = withoutExtension(said ?? quoted ?? apart ?? alike ?? oneOf(international ?? keyed ?? other ?? ''))
    const [from, to] = [match.index, match.index + run.length]
    RUNS.lastIndex = Math.max(to, from + 1)
    const count = digitsOf(run).length
    const is =
      said !== undefined ||
      quoted !== undefined ||
      (apart !== undefined && count >= 9) ||
      (alike !== undefined && isAsLong(run)) ||
      (international !== undefined && count >= 8) ||
      (keyed !== undefined && count >= FEWEST_DIGITS) ||
      isNumber({
        run,
        before: shown.slice(Math.max(0, from - 1), from),
        after: shown.slice(to, to + 2),
        isWide: IS_WIDE.test(text.slice(from, to)),
      })
    if (is && !isExample(text.slice(from, to), from, text)) found.push({ from, to })
  }
  return found
}

/** Whether it has as many digits as a number, with the letters that stand for some. */
const isAsLong = (run: string) => {
  const { length } = run.replace(/[^\doilszbg]/gi, '')
  return length >= 10 && length <= 12
}

/** In the place of a digit. */
const HIDDEN_DIGIT = '•'

/** A digit, or a letter that was typed for one: that has a digit beside it. */
const DIGIT_OR_LIKE = /\d|(?<=\d)[oilszbg]|[oilszbg](?=\d)/gi

/** Which of the characters of a number are hidden: digits alone, even where letters stand for others. */
function hiddenIn(text: string, { from, to }: Place): Set<number> {
  const run = plain(text).slice(from, to)
  const between = (pattern: RegExp) => {
    const places = Array.from(run.matchAll(pattern), ({ index }) => index)
    const { head, tail } = endsOf(places.length)
    return places.slice(head, -tail).filter(index => /\d/.test(run[index] ?? ''))
  }
  const hidden = between(DIGIT_OR_LIKE)
  return new Set((hidden.length < FEWEST_HIDDEN ? between(/\d/g) : hidden).map(index => from + index))
}

/**
 * A text for those who look on: of each phone number in it, the first and last digits that lists and logs show. Each digit between them is a dot, and whatever
 * else was typed stays, since that may be its mistake: `+81-9•-•••••••8901`, `09O-••••-5678`.
 */
export function withoutPhoneNumbers(source: string): string {
  const { text, sourceAt } = readingOf(source)
  let [shown, end] = ['', 0]
  for (const place of placesIn(text)) {
    const hidden = hiddenIn(text, place)
    shown += source.slice(end, sourceAt(place.from))
    for (let index = place.from; index < place.to; index++)
      shown += hidden.has(index) ? HIDDEN_DIGIT : source.slice(sourceAt(index), sourceAt(index + 1))
    end = sourceAt(place.to)
  }
  return shown + source.slice(end)
}

/** The same, with each number as lists and logs of the contract have it: what searches it finds what they hold. */
export function withListedNumbers(text: string): string {
  let [shown, end] = ['', 0]
  for (const { from, to } of phoneNumbersIn(text)) {
    shown += text.slice(end, from) + listed(text.slice(from, to))
    end = to
  }
  return shown + text.slice(end)
}
