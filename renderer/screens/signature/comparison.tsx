import type { ReactNode } from 'react'
import { Icon } from '../../components/icons.tsx'
import classes from './difference.module.css'

interface Side {
  title: string
  note: string
}

export interface ComparedRow {
  name: string
  note?: string | undefined
  left: ReactNode
  right: ReactNode
}

/** Two things set beside each other, row by row; which of the two is right is said only where it is known. */
export function Comparison({
  left,
  right,
  rows,
  is,
}: {
  left: Side
  right: Side
  rows: readonly ComparedRow[]
  is: 'equal' | 'unequal' | 'unknown'
}) {
  const isEqual = is === 'equal'
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          <th scope="col" data-is={is === 'unknown' ? undefined : 'signed'}>
            {is !== 'unknown' && <Icon name="check" size={13} />} {left.title}
          </th>
          <td />
          <th scope="col" data-is={is === 'unknown' ? undefined : isEqual ? 'signed' : 'received'}>
            {is !== 'unknown' && <Icon name="inbox" size={13} />} {right.title}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, note, ...cells }) => (
          <tr key={`${name} ${note}`}>
            <th scope="row">
              {name}
              {note !== undefined && <small>{note}</small>}
            </th>
            <td>{cells.left}</td>
            <td className={classes.sign} data-is={isEqual ? 'signed' : undefined} aria-hidden>
              {isEqual ? '=' : '≠'}
            </td>
            <td>{cells.right}</td>
          </tr>
        ))}
        <tr className={classes.notes}>
          <td />
          <td>{left.note}</td>
          <td />
          <td>{right.note}</td>
        </tr>
      </tbody>
    </table>
  )
}
