import { ActionIcon } from '@mantine/core'
import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import frame from '../../components/columns.module.css'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { effectText } from '../../components/fault-text.ts'
import { GoTo } from '../../components/go-to.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { type ListColumn, OpenableTable } from '../../components/list-table.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Panel } from '../../components/panel.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { controlCurl } from '../../data/control-curl.ts'
import { useFaultPlace } from '../../data/fault-place.ts'
import { type FaultState, stateOf } from '../../data/fault-state.ts'
import { useAddFault, useFaults, useRemoveAllFaults, useRemoveFault } from '../../data/faults.ts'
import { useWorldObject } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useOpen } from '../../routing/use-open.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { bodyOf, subjectOf } from './draft.ts'
import { FaultForm } from './fault-form.tsx'
import classes from './faults.module.css'
import { OfDrill } from './of-drill.tsx'

const STATE_SIGNS = {
  live: { tone: 'warn', icon: 'faults' },
  spent: { tone: 'quiet', icon: 'check' },
  expired: { tone: 'quiet', icon: 'clock' },
} as const satisfies Record<FaultState, { tone: Tone; icon: IconName }>

const idOf = ({ id }: FaultView) => String(id)

function State({ fault }: { fault: FaultView }) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const state = stateOf(fault, now ?? 0)
  return (
    <span className={classes.state}>
      <Badge {...STATE_SIGNS[state]} look="plain">
        {t(`faults.${state}`)}
      </Badge>
      {state === 'live' && fault.expires_at !== null && (
        <span className="dim nowrap">
          {t('faults.ends_in')} <GoTo at={fault.expires_at} what={t('faults.ends')} look="row" />
        </span>
      )}
    </span>
  )
}

function Match({ match = {}, effect, drill }: Pick<FaultView, 'match' | 'effect' | 'drill'>) {
  const { t } = useTranslation()
  const { method, path, tenant, outcome, event, webhook_id } = match
  if (Object.keys(match).length === 0)
    return (
      <span className={classes.match}>
        <span>{t(subjectOf(effect) === 'deliveries' ? 'faults.every_delivery' : 'faults.every_request')}</span>
        {drill !== null && <OfDrill drill={drill} />}
      </span>
    )
  return (
    <span className={classes.match}>
      {(method !== undefined || path !== undefined) && <code>{[method, path ?? '/*'].filter(Boolean).join(' ')}</code>}
      {outcome !== undefined && <span>{t(`faults.outcome_${outcome}`)}</span>}
      {event !== undefined && <code>{event}</code>}
      {webhook_id !== undefined && <IdLink noun="webhook" id={webhook_id} copy="hidden" />}
      {tenant !== undefined && <IdLink noun="tenant" id={tenant} copy="hidden" />}
      {drill !== null && <OfDrill drill={drill} />}
    </span>
  )
}

function Fired({ id, fired, times, effect }: FaultView) {
  const { t } = useTranslation()
  const href = useHref()
  const count = times === undefined ? String(fired) : t('faults.fired_of', { fired, times })
  if (fired === 0) return count
  const subject = subjectOf(effect)
  const hit = subject === 'deliveries' ? ['webhooks', 'deliveries'] : ['requests']
  return (
    <Link className="link" href={`${href(...hit)}?fault=${id}`} title={t(`faults.see_${subject}`)}>
      {count}
    </Link>
  )
}

function Remove({ fault }: { fault: FaultView }) {
  const { t } = useTranslation()
  const remove = useRemoveFault()
  const add = useAddFault()
  const { id } = fault
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('faults.remove_one', { id })}
      onClick={event => {
        event.stopPropagation()
        remove.mutate(id, {
          onSuccess: () =>
            notifyUndo({ message: t('faults.was_removed', { id }), undo: () => add.mutate(bodyOf(fault)) }),
        })
      }}
    >
      <Icon name="trash" size={14} />
    </ActionIcon>
  )
}

/** In characters: what is longer may be broken. */
const LONGEST_WHOLE = 24

/** What it does, in lines that end between two parts of it. */
function Effect({ effect }: Pick<FaultView, 'effect'>) {
  const { t } = useTranslation()
  return effectText(t, effect)
    .split(' · ')
    .map((part, place) => (
      <Fragment key={part}>
        {place > 0 && ' · '}
        <span className={part.length > LONGEST_WHOLE ? undefined : 'nowrap'}>{part}</span>
      </Fragment>
    ))
}

function useColumns(): ListColumn<FaultView>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        id: 'id',
        title: t('faults.id'),
        width: '64px',
        render: ({ id }) => <IdLink noun="fault" id={id} copy="hidden" />,
      },
      { id: 'match', title: t('faults.for'), render: row => <Match {...row} /> },
      { id: 'effect', title: t('faults.effect'), render: row => <Effect {...row} /> },
      {
        id: 'probability',
        title: t('faults.probability'),
        align: 'end',
        width: '92px',
        render: ({ probability = 1 }) => `${Math.round(probability * 1_000) / 10} %`,
      },
      { id: 'fired', title: t('faults.fired'), align: 'end', width: '72px', render: row => <Fired {...row} /> },
      { id: 'state', title: t('faults.state'), render: row => <State fault={row} /> },
      {
        id: 'remove',
        title: '',
        width: '56px',
        align: 'end',
        render: row => (
          <Backstage>
            <Remove fault={row} />
          </Backstage>
        ),
      },
    ],
    [t],
  )
}

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

export function FaultsScreen() {
  const { t } = useTranslation()
  const { open, show, close } = useOpen('faults')
  const { data, error, refetch } = useFaults()
  const removeAll = useRemoveAllFaults()
  const presenting = usePresenting()
  const columns = useColumns()
  const rows = data?.data ?? []
  const opened = rows.find(row => idOf(row) === open)
  return (
    <>
      <PageHeader
        title={t('screens.faults')}
        about={t('faults.about')}
        actions={
          <ConfirmAction
            question={t('faults.remove_all_question')}
            action={t('faults.remove_all')}
            onConfirm={() => removeAll.mutate(undefined)}
          >
            {ask => (
              <Action disabled={rows.length === 0} icon="trash" onClick={ask}>
                {t('faults.remove_all')}
              </Action>
            )}
          </ConfirmAction>
        }
      />
      <ScrollRegion className={`${frame.main} ${frame.whole}`} label={t('screens.faults')}>
        <div className={presenting ? frame.columns : `${frame.columns} ${classes.beside}`}>
          {!presenting && (
            <div className={classes.form}>
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
            {data && open !== undefined && !rows.some(row => idOf(row) === open) && <MissingFault name={open} />}
            {data && rows.length === 0 && <NoFaults />}
            {rows.length > 0 && (
              <OpenableTable
                label={t('screens.faults')}
                fit="content"
                rows={rows}
                columns={columns}
                idOf={idOf}
                selected={open}
                onOpen={({ id }, history) => show(id, history)}
              />
            )}
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
