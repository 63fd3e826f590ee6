import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import { Action } from '../../components/action.tsx'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { readableText } from '../../components/value-text.ts'
import { titleText } from '../../i18n/said.ts'
import { FieldsTable } from './fields-table.tsx'
import { Part } from './operation-view.tsx'
import { usePlaces } from './place.tsx'
import classes from './reference.module.css'

/** What the world holds of what the contract leaves open, each with the way to where it is switched. */
export function Assumptions({ rows }: { rows: readonly AssumptionView[] }) {
  const { t } = useTranslation()
  const placed = usePlaces()
  if (rows.length === 0) return null
  return (
    <Part title={t('reference.assumed_of_deliveries')}>
      <FieldsTable
        label={t('reference.assumed_of_deliveries')}
        heads={[t('nouns.assumption'), t('reference.assumed_value')]}
      >
        {rows.map(row => (
          <tr key={row.id} {...placed(`assumption/${row.id}`)}>
            <th scope="row">
              <IdLink noun="assumption" id={row.id} copy="hidden" />
            </th>
            <td>
              {titleText(t, 'assumptions', row)}
              <code className={classes.value}>{readableText(row.value, t('reference.no_values'))}</code>
            </td>
          </tr>
        ))}
      </FieldsTable>
    </Part>
  )
}

interface Way {
  icon: IconName
  text: string
  href: string
}

/** Where to go on. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  const { t } = useTranslation()
  return (
    <nav className={classes.ways} aria-label={t('reference.ways')}>
      {ways.map(({ icon, text, href }) => (
        <Action key={href} component="a" icon={icon} href={href}>
          {text}
        </Action>
      ))}
    </nav>
  )
}

/** What the page is of. */
export function Head({ title, about, children }: { title: ReactNode; about: string; children?: ReactNode }) {
  return (
    <header className={classes.operation}>
      <h2>{title}</h2>
      <p>{about}</p>
      {children}
    </header>
  )
}
