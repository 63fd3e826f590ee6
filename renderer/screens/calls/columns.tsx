import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CallView } from '../../../server/control/protocol.ts'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { columnsAt, type TableWidth } from '../../components/table-columns.ts'
import type { Column } from '../../components/table-row.tsx'
import { Time } from '../../components/time.tsx'
import { durationText } from '../../data/time-text.ts'
import classes from './calls.module.css'

export function Direction({ call_type }: Pick<CallView, 'call_type'>) {
  const { t } = useTranslation()
  const text = t(`calls.${call_type}`)
  return (
    <span title={text} className={classes.direction} data-type={call_type}>
      <Icon name="redirect" size={13} label={text} />
    </span>
  )
}

/** A call that has been answered has the same status while both sides talk and afterwards. */
const isTalking = ({ status, ended_at }: CallView) => status === 'connected' && ended_at === null

/** `narrow` while a call is open beside the list. */
export function callColumns(t: TFunction, width: TableWidth): Column<CallView>[] {
  return columnsAt<CallView>(width, [
    {
      id: 'at',
      from: 'narrow',
      title: t('calls.time_jst'),
      width: width === 'narrow' ? '88px' : '152px',
      render: ({ initiated_at }) => (
        <Time at={initiated_at} show={width === 'narrow' ? 'row' : 'full'} zoneName="hidden" />
      ),
    },
    {
      id: 'number',
      from: 'narrow',
      title: t('calls.number'),
      width: 'minmax(108px, 1fr)',
      render: row => (
        <span className={classes.number}>
          <Direction {...row} /> {row.phone_number}
        </span>
      ),
    },
    {
      id: 'status',
      from: 'narrow',
      title: t('calls.status'),
      width: '104px',
      render: ({ status }) => <CallStatusBadge status={status} look="plain" />,
    },
    {
      id: 'duration',
      from: 'medium',
      title: t('calls.duration'),
      width: '88px',
      align: 'end',
      render: row =>
        isTalking(row)
          ? t('calls.talking')
          : row.duration_seconds === null || row.connected_at === null
            ? '–'
            : durationText(row.duration_seconds * 1_000),
    },
    {
      id: 'staff',
      from: 'medium',
      title: t('calls.staff'),
      width: 'minmax(84px, 0.7fr)',
      render: ({ staff_name, staff_id }) => <span title={`${staff_name} · ${staff_id}`}>{staff_name}</span>,
    },
    {
      id: 'tenant',
      from: 'wide',
      title: t('calls.tenant'),
      width: '84px',
      render: ({ tenant }) => <IdLink noun="tenant" id={tenant} copy="hidden" />,
    },
    {
      id: 'external_id',
      from: 'wide',
      title: t('calls.external_id'),
      width: 'minmax(80px, 0.7fr)',
      render: ({ external_id }) => external_id ?? '–',
    },
  ])
}
