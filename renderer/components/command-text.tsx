import { Fragment } from 'react'
import { piecesOf } from './command-pieces.ts'
import classes from './command-text.module.css'

/** A command for a terminal, whose lines end between arguments: one is broken only where it is longer than a line. */
export function CommandText({ children }: { children: string }) {
  return (
    <pre className={classes.text}>
      {piecesOf(children).map(({ at, text, isSpace }) =>
        isSpace ? (
          text
        ) : (
          <span key={at} className={classes.argument}>
            {text.split(/(?<=,)/).map((part, index) => (
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
