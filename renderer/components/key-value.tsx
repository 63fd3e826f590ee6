import { Fragment, type ReactNode } from 'react'
import classes from './key-value.module.css'

interface Props {
  /** A pair whose value is `null` or `undefined` is left out. Names may repeat, as header names do. */
  pairs: readonly (readonly [name: ReactNode, value: ReactNode])[]
  /** For headers and the like. */
  look?: 'text' | 'mono'
}

export function KeyValue({ pairs, look = 'text' }: Props) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined)
  return (
    <dl className={classes.list} data-mono={look === 'mono' ? '' : undefined}>
      {shown.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the pairs of one thing keep their order
        <Fragment key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
