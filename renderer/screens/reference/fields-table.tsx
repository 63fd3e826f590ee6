import type { ReactNode } from 'react'
import classes from './reference.module.css'

interface Props {
  label: string
  /** What the two columns hold, for those who do not see them. */
  heads: readonly [string, string]
  /** Rows. */
  children: ReactNode
}

/** Names on the left and what is said of each on the right. */
export function FieldsTable({ label, heads: [name, meaning], children }: Props) {
  return (
    <table className={classes.fields} aria-label={label}>
      <colgroup>
        <col />
        <col />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{meaning}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
