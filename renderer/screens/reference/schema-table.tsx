import type { TFunction } from 'i18next'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { contractText } from '../../i18n/said.ts'
import { FieldsTable } from './fields-table.tsx'
import { usePlaces } from './place.tsx'
import classes from './reference.module.css'
import type { Rule, SchemaRow, SchemaType } from './schema-rows.ts'

/** `integer`, `array of strings`, `string or null`. */
function typeText(t: TFunction, type: SchemaType): string {
  const base =
    'arrayOf' in type
      ? t('reference.array_of', { type: severalText(t, type.arrayOf) })
      : 'anyOf' in type
        ? type.anyOf.map(part => typeText(t, part)).join(' | ')
        : type.name
  return type.nullable ? t('reference.or_null', { type: base }) : base
}

/** Several of one type: `objects`. What is put together of others, or has its format behind it, stays as it is. */
const severalText = (t: TFunction, type: SchemaType): string =>
  'name' in type && !type.nullable && /^\w+$/.test(type.name)
    ? t('reference.several', { type: type.name })
    : typeText(t, type)

function ruleText(t: TFunction, rule: Rule): string {
  switch (rule.rule) {
    case 'unique':
      return t('reference.rule_unique')
    case 'one_of':
    case 'always':
    case 'pattern':
    case 'default':
      return t(`reference.rule_${rule.rule}`)
    default: {
      const [from, to] = [rule.from, rule.to].map(limit => limit?.toLocaleString('en'))
      if (from !== undefined && to !== undefined) return t(`reference.rule_${rule.rule}_both`, { from, to })
      if (from !== undefined) return t(`reference.rule_${rule.rule}_from`, { from })
      return to === undefined ? '' : t(`reference.rule_${rule.rule}_to`, { to })
    }
  }
}

/** Marks what the contract does not say, with the way to the guess. */
export function Assumed({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  if (ids.length === 0) return null
  return (
    <span className={classes.assumed}>
      <Badge tone="info" icon="assumptions" look="plain">
        {t('reference.assumed')}
      </Badge>
      {ids.map(id => (
        <IdLink key={id} noun="assumption" id={id} copy="hidden" />
      ))}
    </span>
  )
}

/** Fields or parameters: name, type, rules, what it means, and whether it is a guess. Each stands at its path after `place`. */
export function SchemaTable({
  label,
  rows,
  place,
  beside,
}: {
  label: string
  rows: readonly SchemaRow[]
  place: string
  /** What else is said of a row. */
  beside?: (row: SchemaRow) => ReactNode
}) {
  const { t } = useTranslation()
  const placed = usePlaces()
  return (
    <FieldsTable label={label} heads={[t('reference.name'), t('reference.meaning')]}>
      {rows.map(row => (
        <tr key={row.path} {...placed(`${place}${row.path}`)}>
          <th scope="row" style={{ '--depth': row.depth } as CSSProperties}>
            <code>{row.name}</code>
            {row.required && <span className={classes.required}>{t('reference.required')}</span>}
          </th>
          <td>
            <span className={classes.type}>{typeText(t, row.type)}</span> {contractText(t, row.description)}
            {row.rules.length > 0 && (
              <span className={classes.rules}>
                {row.rules.map((rule, index) => (
                  <Fragment key={rule.rule}>
                    {index > 0 && ' · '}
                    {ruleText(t, rule)}
                    {'values' in rule && <code>{rule.values}</code>}
                  </Fragment>
                ))}
              </span>
            )}
            {beside?.(row)}
            <Assumed ids={row.assumptions} />
          </td>
        </tr>
      ))}
    </FieldsTable>
  )
}
