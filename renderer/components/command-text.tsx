import { Fragment } from 'react'
import { partsOf, piecesOf } from './command-pieces.ts'
import classes from './command-text.module.css'

/** What ends a line that goes on below. */
const CONTINUED = /^ ?\\(?=\n)/

/** A command for a terminal, whose lines end between arguments, and within one that is longer than a line where that reads best. */
export function CommandText({ children }: { children: string }) {
  const pieces = piecesOf(children)
  return (
    <pre className={classes.text}>
      {pieces.map(({ at, text, isSpace }, place) => {
        // It stands behind its argument, and never alone on a line.
        if (isSpace) return place === 0 ? text : text.replace(CONTINUED, '')
        const next = pieces[place + 1]
        const continued = next?.isSpace ? (CONTINUED.exec(next.text)?.[0] ?? '') : ''
        // What has lines of its own is broken there.
        if (text.includes('\n'))
          return (
            <span key={at}>
              {text}
              {continued !== '' && <span className="nowrap">{continued}</span>}
            </span>
          )
        const parts = partsOf(text)
        return (
          // A command within another one begins on its line.
          <span key={at} className={text.includes('$(') ? undefined : classes.whole}>
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
              <Fragment key={index}>
                <span className={classes.whole}>
                  {part}
                  {index === parts.length - 1 && continued !== '' && <span className="nowrap">{continued}</span>}
                </span>
              </Fragment>
            ))}
          </span>
        )
      })}
    </pre>
  )
}
