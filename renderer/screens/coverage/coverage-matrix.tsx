import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Icon, type IconName } from '../../components/icons.tsx'
import { Method } from '../../components/request-text.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { useHref } from '../../routing/use-place.ts'
import classes from './coverage.module.css'
import type { Cell, Look, Matrix, MatrixRow } from './matrix.ts'
import { NotMet } from './not-met.tsx'

const SIGNS = { contract: 'check', beside: 'alert', failure: 'faults' } as const satisfies Record<
  Exclude<Cell['as'], 'fault'>,
  IconName
>

function MatrixCell({ row, column, cell, look }: { row: MatrixRow; column: string; cell: Cell; look: Look }) {
  const { t } = useTranslation()
  const href = useHref()
  const { id, method, path } = row.endpoint
  const { count, by_fault, as } = cell
  const what = `${method} ${path} ${column}`
  const search = new URLSearchParams({ endpoint: id, [look === 'statuses' ? 'status' : 'q']: column })
  const requests = `${href('requests')}?${search}`
  if (count === 0 || as === 'fault') return <NotMet row={row} column={column} count={count} requests={requests} />
  const seen = t('coverage.seen_at', { what, count })
  const more =
    as !== 'contract' ? t(`coverage.${as}`) : by_fault > 0 && t('coverage.of_these_by_fault', { count: by_fault })
  const says = more ? t('coverage.seen_as', { seen, as: more }) : seen
  return (
    <Link className={classes.seen} data-as={as} href={requests} aria-label={says} title={says}>
      <Icon name={SIGNS[as]} size={11} />
      {count.toLocaleString('en')}
    </Link>
  )
}

/** A long code breaks at its underscores. */
function ColumnTitle({ title }: { title: string }) {
  const words = title.split('_')
  return (
    <span className={classes.column} translate="no">
      {words.map((word, index) => (
        <Fragment key={word}>
          {word}
          {index < words.length - 1 && '_'}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}

/** Endpoints down, what they can answer with across. An empty field is one that the contract does not have. */
export function CoverageMatrix({ matrix: { columns, rows }, look }: { matrix: Matrix; look: Look }) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <ScrollRegion className={classes.matrix_frame} label={t(`coverage.${look}`)}>
      <table className={classes.matrix} data-look={look} aria-label={t(`coverage.${look}`)}>
        <thead>
          <tr>
            <th scope="col">{t('coverage.endpoint')}</th>
            <th scope="col" className="nowrap">
              {t('screens.requests')}
            </th>
            {columns.map(column => (
              <th key={column} scope="col">
                <ColumnTitle title={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.endpoint.id}>
              <th scope="row">
                <Link className={classes.endpoint} href={href('reference', row.endpoint.id)}>
                  <Method method={row.endpoint.method} /> {row.endpoint.path}
                </Link>
              </th>
              <td className={classes.total} data-none={row.endpoint.requests === 0 ? '' : undefined}>
                {row.endpoint.requests.toLocaleString('en')}
                {row.endpoint.broken_off > 0 && (
                  <small className={classes.cut}> {t('coverage.cut_off_n', { count: row.endpoint.broken_off })}</small>
                )}
              </td>
              {columns.map(column => {
                const cell = row.cells.get(column)
                return <td key={column}>{cell && <MatrixCell row={row} column={column} cell={cell} look={look} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
