import { Fragment } from 'react'

/** A header has hyphens, behind which a line would end: `Retry-After`, with its value where that is a number. */
const HEADER = String.raw`[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+(?:: \d+)?`
/** What does not belong to a path that stands in a sentence. */
const BESIDE = String.raw`\s（）()、。,;`
/** A method with its path, and how often it was answered so: `GET /calls 503 × 3`. */
const ATTEMPTS = String.raw`[A-Z]{3,6} /[^${BESIDE}]{0,24}(?![^${BESIDE}])(?: \d{3}(?: × \d+)?)?`
const DATE = String.raw`\d{4}-\d\d-\d\d`
const NAME = new RegExp(`(${HEADER}|${ATTEMPTS}|${DATE})`)

/** A text in which no name of a header is broken, no date, and no method from its path or how that was answered. */
export function WholeNames({ children }: { children: string }) {
  return children.split(NAME).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
    <Fragment key={place}>{place % 2 === 1 ? <span className="nowrap">{part}</span> : part}</Fragment>
  ))
}
