import { Fragment } from 'react'

/** A name of a header has hyphens, behind which a line would end: `Retry-After`, with its value where that is a number. */
const NAME = /([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+(?:: \d+)?)/

/** A text in which no name of a header is broken. */
export function WholeNames({ children }: { children: string }) {
  return children.split(NAME).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
    <Fragment key={place}>{place % 2 === 1 ? <span className="nowrap">{part}</span> : part}</Fragment>
  ))
}
