import { ActionIcon } from '@mantine/core'
import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { Backstage } from '../../components/backstage.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { effectText } from '../../components/fault-text.ts'
import { GoTo } from '../../components/go-to.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import type { ListColumn } from '../../components/list-table.tsx'
import { notifyDone, notifyUndo } from '../../components/notify.tsx'
import { type FaultState, stateOf } from '../../data/fault-state.ts'
import { useAddFault, useRemoveFault } from '../../data/faults.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import { bodyOf, subjectOf } from './draft.ts'
import classes from './faults.module.css'

const STATE_SIGNS = {
  live: { tone: 'warn', icon: 'faults' },
  spent: { tone: 'quiet', icon: 'check' },
  expired: { tone: 'quiet', icon: 'clock' },
} as const satisfies Record<FaultState, { tone: Tone; icon: IconName }>

function State({ fault }: { fault: FaultView }) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const state = stateOf(fault, now ?? 0)
  return (
    <span className={classes.state}>
      <Badge {...STATE_SIGNS[state]} look="plain">
        {t(`faults.${state}`)}
      </Badge>
      {state === 'live' && fault.times !== undefined && (
        <span className="dim nowrap">{t('faults.times_left', { count: fault.times - fault.fired })}</span>
      )}
      {state === 'live' && fault.expires_at !== null && (
        <span className="dim nowrap">
          {t('faults.ends_in')} <GoTo at={fault.expires_at} what={t('faults.ends')} look="row" />
        </span>
      )}
    </span>
  )
}

function Match({ match = {}, effect, tenant }: Pick<FaultView, 'match' | 'effect' | 'tenant'>) {
  const { t } = useTranslation()
  const { method, path, outcome, event, webhook_id } = match
  if (Object.keys(match).length === 0)
    return (
      <span className={classes.match}>
        <span>{t(subjectOf(effect) === 'deliveries' ? 'faults.every_delivery' : 'faults.every_request')}</span>
      </span>
    )
  return (
    <span className={classes.match}>
      {(method !== undefined || path !== undefined) && <code>{[method, path ?? '/*'].filter(Boolean).join(' ')}</code>}
      {outcome !== undefined && <span>{t(`faults.outcome_${outcome}`)}</span>}
      {event !== undefined && <code>{event}</code>}
      {webhook_id !== undefined && <IdLink noun="webhook" id={webhook_id} copy="hidden" />}
      {tenant !== null && <IdLink noun="tenant" id={tenant} copy="hidden" />}
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
  const { id, drill } = fault
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('faults.remove_one', { id })}
      onClick={event => {
        event.stopPropagation()
        remove.mutate(id, {
          onSuccess: () => {
            const message = t('faults.was_removed', { id })
            // Laid down again, it would be no fault of the drill.
            if (drill?.is_on === true) notifyDone(message)
            else notifyUndo({ message, undo: () => add.mutate(bodyOf(fault)) })
          },
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

export function useFaultColumns(): ListColumn<FaultView>[] {
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
