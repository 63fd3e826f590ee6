import { SegmentedControl, Select } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import { Failed } from '../../components/error-boundary.tsx'
import { NothingMatches } from '../../components/filter-bar.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { type ListColumn, OpenableTable } from '../../components/list-table.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { Outside } from '../../components/outside.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Split } from '../../components/split.tsx'
import { useTableWidth } from '../../components/table-columns.ts'
import toolbar from '../../components/toolbar.module.css'
import { readableText, valueText } from '../../components/value-text.ts'
import { useAssumptions } from '../../data/assumptions.ts'
import { addEnglish } from '../../i18n/add-english.ts'
import { titleText } from '../../i18n/said.ts'
import { useOpen } from '../../routing/use-open.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { AssumptionDetail, ChangedBadge, KindBadge } from './assumption-detail.tsx'
import classes from './assumptions.module.css'
import { ASSUMPTION_FIELDS, type AssumptionFilters, filteredAssumptions, KINDS, ONLY } from './filters.ts'
import { ReliedOn } from './relied-on.tsx'
import { assumptions } from './text.en.ts'

addEnglish({ assumptions })

/** What matters to this world comes first. */
const GROUPS = ['changed', 'relied_on', 'others'] as const
const groupOf = ({ changed, relied_on }: AssumptionView): (typeof GROUPS)[number] =>
  changed ? 'changed' : relied_on > 0 ? 'relied_on' : 'others'

/** The values that it could have in place of the present one. */
const others = (t: TFunction, row: AssumptionView): string[] => {
  const none = t('assumptions.no_values')
  const present = readableText(row.value, none)
  return [row.default, ...row.alternatives].map(value => readableText(value, none)).filter(text => text !== present)
}

/** A long list without spaces breaks after its commas. */
const breaking = (text: string) =>
  text.split(/(?<=,)(?=\S)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const idOf = ({ id }: AssumptionView) => id

function useColumns(width: 'wide' | 'narrow'): ListColumn<AssumptionView>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const wide: ListColumn<AssumptionView>[] = [
      {
        id: 'kind',
        title: t('assumptions.kind'),
        width: '128px',
        render: row => <KindBadge kind={row.kind} own={row.own} look="plain" />,
      },
      {
        id: 'relied',
        title: t('assumptions.relied_on'),
        width: '22%',
        render: row => <ReliedOn {...row} />,
      },
    ]
    const value = (row: AssumptionView) => (
      <span className={classes.value}>
        <code title={valueText(row.value)}>{breaking(readableText(row.value, t('assumptions.no_values')))}</code>
        {row.changed && <ChangedBadge />}
        {others(t, row).length > 0 && (
          <span className={classes.others} title={others(t, row).join(' · ')} translate="no">
            {t('assumptions.or', { values: others(t, row).join(' · ') })}
          </span>
        )}
      </span>
    )
    const name: ListColumn<AssumptionView> = {
      id: 'id',
      title: t('assumptions.assumption'),
      ...(width === 'wide' && { width: '36%' }),
      render: row => (
        <div className={classes.name}>
          <IdLink noun="assumption" id={row.id} copy="hidden" />
          <span className={classes.about}>{row.title}</span>
          {width === 'narrow' && value(row)}
        </div>
      ),
    }
    return width === 'narrow' ? [name] : [name, { id: 'value', title: t('assumptions.value'), render: value }, ...wide]
  }, [t, width])
}

function Filters({
  state,
  onChange,
}: {
  state: AssumptionFilters
  onChange: (change: Partial<AssumptionFilters>) => void
}) {
  const { t } = useTranslation()
  return (
    <search className={toolbar.toolbar} aria-label={t('table.filters')}>
      <SearchInput label={t('assumptions.search')} value={state.q} onSearch={q => onChange({ q })} />
      <SegmentedControl
        size="xs"
        aria-label={t('assumptions.only')}
        value={state.only}
        onChange={only => onChange({ only: only as AssumptionFilters['only'] })}
        data={ONLY.map(value => ({ value, label: t(`assumptions.only_${value}`) }))}
      />
      <Select
        size="xs"
        w={140}
        allowDeselect={false}
        aria-label={t('assumptions.kind')}
        value={state.kind}
        onChange={kind => onChange({ kind: (kind ?? 'any') as AssumptionFilters['kind'] })}
        data={KINDS.map(value => ({ value, label: t(`assumptions.${value}`) }))}
      />
    </search>
  )
}

export function AssumptionsScreen() {
  const { t } = useTranslation()
  const { open, show, close } = useOpen('assumptions')
  const [state, setState] = useUrlState(ASSUMPTION_FIELDS)
  const { data, error, refetch } = useAssumptions()
  const rows = useMemo(
    () => (data?.data ?? []).map(row => ({ ...row, title: titleText(t, 'assumptions', row) })),
    [data, t],
  )
  const selected = rows.find(({ id }) => id === open)
  const room = useTableWidth({ isOpen: open !== undefined })
  const columns = useColumns(open !== undefined && room !== 'wide' ? 'narrow' : 'wide')
  const shown = useMemo(
    () =>
      filteredAssumptions(rows, state).toSorted(
        (one, other) => GROUPS.indexOf(groupOf(one)) - GROUPS.indexOf(groupOf(other)),
      ),
    [rows, state],
  )
  const changed = rows.filter(row => row.changed).length
  const showAll = () => setState({ q: '', only: 'all', kind: 'any' })
  return (
    <>
      <PageHeader
        title={t('screens.assumptions')}
        about={data && t('assumptions.summary', { total: rows.length, changed })}
      />
      <Filters state={state} onChange={change => setState(change)} />
      {error && <Failed error={error} again={() => void refetch()} />}
      {!data && !error && <Loading height={240} />}
      {data && (
        <Split
          detail={
            open === undefined
              ? undefined
              : {
                  label: `${t('nouns.assumption')} ${open}`,
                  key: open,
                  content: selected ? (
                    <>
                      {!shown.includes(selected) && (
                        <Outside text={t('assumptions.outside', { id: open })} onShowAll={showAll} />
                      )}
                      <AssumptionDetail key={open} assumption={selected} onClose={close} />
                    </>
                  ) : (
                    <Missing what="assumption" name={open} />
                  ),
                  onClose: close,
                }
          }
        >
          {shown.length === 0 ? (
            <NothingMatches onShowAll={showAll} />
          ) : (
            <OpenableTable
              label={t('screens.assumptions')}
              rows={shown}
              columns={columns}
              idOf={idOf}
              groupOf={row => t(`assumptions.group_${groupOf(row)}`)}
              selected={selected?.id}
              onOpen={({ id }, history) => show(id, history)}
            />
          )}
        </Split>
      )}
    </>
  )
}
