import type { Noun } from '../routing/nouns.ts'
import classes from './id-link.module.css'
import { IdLink } from './id-link.tsx'

/** Ids of several things of one kind, in as many lines as they need. */
export function IdLinks({ noun, ids }: { noun: Noun; ids: readonly (string | number)[] }) {
  return (
    <span className={classes.ids}>
      {ids.map(id => (
        <IdLink key={id} noun={noun} id={id} />
      ))}
    </span>
  )
}
