import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { Action } from '../../components/action.tsx'
import frame from '../../components/columns.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { effectText } from '../../components/fault-text.ts'
import { FilterBar, NothingMatches } from '../../components/filter-bar.tsx'
import { OpenableTable } from '../../components/list-table.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Panel } from '../../components/panel.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { controlCurl } from '../../data/control-curl.ts'
import { useFaultPlace } from '../../data/fault-place.ts'
import { stateOf } from '../../data/fault-state.ts'
import { useFaults } from '../../data/faults.ts'
import { useWorldObject } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useOpen } from '../../routing/use-open.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { SUBJECTS, subjectOf, templatesOf } from './draft.ts'
import { DrillFaults } from './drill-faults.tsx'
import { useFaultColumns } from './fault-columns.tsx'
import { FaultForm } from './fault-form.tsx'
import classes from './faults.module.css'
import { byDrill, isFound } from './found.ts'
import { RemoveAll } from './remove-all.tsx'

/** `drill`: the drill whose faults somebody has opened or, with `-` before it, closed. */
const FIELDS = { q: textField(), state: textField(), of: textField(), drill: textField() }
const FILTERS = ['q', 'state', 'of'] as const
const STATES = ['live', 'spent', 'expired'] as const

const idOf = ({ id }: FaultView) => String(id)

function NoFaults() {
  const { t } = useTranslation()
  const world = useWorldObject().data
  const body = `{"match":{"path":"/customers"},"effect":{"status":503,"code":"service_unavailable"},"times":1}`
  return (
    <EmptyState
      icon="faults"
      title={t('faults.none')}
      hint={t('faults.none_hint')}
      command={controlCurl('POST', `${world?.control_url ?? ''}/faults`, body)}
    />
  )
}

/** What is there: one's own first, and those of each drill behind a line that opens. */
function FaultList({ faults, open, onOpen }: FaultListProps) {
  const { t } = useTranslation()
  const [state, setState, filters] = useFilters(FIELDS, FILTERS)
  const now = useEmulatedNow() ?? 0
  const columns = useFaultColumns()
  const found = faults.filter(fault => {
    const stateNow = stateOf(fault, now)
    // As the row says it, as the buttons of the form are called, and as the API has it.
    const presets = templatesOf(fault.effect).map(name => t(`faults.template_${name}`))
    const words = [effectText(t, fault.effect), t(`faults.${stateNow}`), ...presets, ...Object.keys(fault.effect)]
    return (
      isFound(fault, state.q, words) &&
      (state.state === '' || state.state === stateNow) &&
      (state.of === '' || state.of === subjectOf(fault.effect))
    )
  })
  const rows = found.filter(({ drill }) => drill === null)
  const headings = byDrill(faults).flatMap(group => {
    const { drill } = group.drill
    const left = group.faults.filter(fault => found.includes(fault))
    if (left.length === 0) return []
    const isOpen =
      state.drill === drill ||
      (state.drill !== `-${drill}` && (filters.isActive || left.some(fault => idOf(fault) === open)))
    const toggle = () => setState({ drill: `${isOpen ? '-' : ''}${drill}` })
    const heading = {
      id: `${drill} ${group.drill.is_on}`,
      before: rows.length,
      content: <DrillFaults group={group} found={left.length} isOpen={isOpen} onToggle={toggle} />,
    }
    if (isOpen) rows.push(...left)
    return [heading]
  })
  return (
    <>
      <FilterBar
        filters={filters}
        search={t('faults.search')}
        choices={[
          {
            field: 'of',
            label: t('faults.subject'),
            data: SUBJECTS.map(value => ({ value, label: t(`faults.subject_${value}`) })),
          },
          {
            field: 'state',
            label: t('faults.state'),
            data: STATES.map(value => ({ value, label: t(`faults.${value}`) })),
          },
        ]}
      />
      {found.length === 0 && <NothingMatches onShowAll={filters.clear} />}
      {found.length > 0 && (
        <OpenableTable
          label={t('screens.faults')}
          fit="content"
          rows={rows}
          headings={headings}
          columns={columns}
          idOf={idOf}
          selected={open}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

interface FaultListProps {
  faults: readonly FaultView[]
  open: string | undefined
  onOpen: (fault: FaultView, history: 'push' | 'replace') => void
}

/** Where the form is below the list, what is opened in it is brought into sight. */
function useFormInSight(id: number | undefined) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = form
    if (id === undefined || current === null) return
    if (current.getBoundingClientRect().top > innerHeight * MOST_OF_WINDOW) current.scrollIntoView({ block: 'start' })
  }, [id])
  return form
}
/** A form that begins below that shows nothing of what it is for. */
const MOST_OF_WINDOW = 0.6

export function FaultsScreen() {
  const { t } = useTranslation()
  const { open, show, close } = useOpen('faults')
  const { data, error, refetch } = useFaults()
  const presenting = usePresenting()
  const rows = data?.data ?? []
  const opened = rows.find(row => idOf(row) === open)
  const form = useFormInSight(opened?.id)
  return (
    <>
      <PageHeader title={t('screens.faults')} about={t('faults.about')} actions={<RemoveAll faults={rows} />} />
      <ScrollRegion className={`${frame.main} ${frame.whole}`} label={t('screens.faults')}>
        <div className={presenting ? frame.columns : `${frame.columns} ${classes.beside}`}>
          {!presenting && (
            <div className={classes.form} ref={form}>
              {data !== undefined && (
                <FaultForm
                  key={opened?.id ?? 'new'}
                  fault={opened}
                  onDone={id => (id === undefined ? close() : show(id))}
                />
              )}
            </div>
          )}
          <Panel title={t('faults.laid')} about={t('faults.order_hint')} pad="none">
            {error && <Failed error={error} again={() => void refetch()} />}
            {!data && !error && <Loading height={120} />}
            {data && open !== undefined && opened === undefined && <MissingFault name={open} />}
            {data && rows.length === 0 && <NoFaults />}
            {rows.length > 0 && <FaultList faults={rows} open={open} onOpen={({ id }, history) => show(id, history)} />}
          </Panel>
        </div>
      </ScrollRegion>
    </>
  )
}

/** One that a drill had staged went with it, and what it was for is seen there. */
function MissingFault({ name }: { name: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const place = useFaultPlace(/^\d+$/.test(name) ? Number(name) : null)
  if (place?.is !== 'of_drill') return <Missing what="fault" name={name} look="row" />
  return (
    <Missing
      what="fault"
      name={name}
      look="row"
      hint={t('faults.was_of_drill')}
      way={
        <Action component="a" href={href('client', 'drills', place.drill)} icon="arrow_right">
          {t('faults.to_its_drill')}
        </Action>
      }
    />
  )
}
