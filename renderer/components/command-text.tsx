import { Fragment } from 'react'
import { piecesOf } from './command-pieces.ts'
import classes from './command-text.module.css'

/** Where an argument that is longer than a line is broken at best: behind a comma, or a slash of a path. */
const BREAKS = /(?<=,|[^/:]\/)(?!\/)/

/** In characters: a longer one may be broken, as it may be longer than a line. */
const LONGEST_WHOLE = 32

/** A command for a terminal, whose lines end between arguments, and within long ones where that reads best. */
export function CommandText({ children }: { children: string }) {
  return (
    <pre className={classes.text}>
      {piecesOf(children).map(({ at, text, isSpace }) =>
        isSpace ? (
          text
        ) : (
          <span key={at} className={text.length > LONGEST_WHOLE ? undefined : classes.argument}>
            {text.split(BREAKS).map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
              <Fragment key={index}>
                {index > 0 && <wbr />}
                {part}
              </Fragment>
            ))}
          </span>
        ),
      )}
    </pre>
  )
}
