import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import { aboutColumn, externalIdColumn, tenantColumn, timeColumn } from '../../components/common-columns.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Named } from '../../components/named.tsx'
import type { RowKind } from '../../components/paged-list.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { columnsAt, type FittingColumn, type TableWidth } from '../../components/table-columns.ts'
import { isTalking, talkTimeText } from '../../data/talk-time.ts'
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

/** The pad takes room as an open call does, so that but in the larger windows the list is as it is beside that: an external id has a line to itself. */
const BESIDE_PAD: Partial<Record<TableWidth, TableWidth>> = { medium: 'narrow' }
const BESIDE_PAD_IN_A_SMALL_WINDOW: typeof BESIDE_PAD = { ...BESIDE_PAD, wide: 'beside' }

const rowsIn = (room: Partial<Record<TableWidth, TableWidth>>): RowKind<CallView> => ({
  idOf: ({ call_id }) => call_id,
  topics: ['call'],
  findsShownNumbers: true,
  columnsOf: (t, width) => columnsIn(t, room[width] ?? width),
})

/** Calls in a list that has all the room, or what the pad leaves of a larger window or of a smaller one. */
export const CALL_ROWS = {
  alone: rowsIn({}),
  beside_pad: rowsIn(BESIDE_PAD),
  beside_pad_small: rowsIn(BESIDE_PAD_IN_A_SMALL_WINDOW),
} as const

const Staff = ({ staff_name, staff_id }: CallView) => <Named title={`${staff_name} · ${staff_id}`}>{staff_name}</Named>

/** Who, and whether and how long both sides talk, where that has no column of its own. */
function StaffAndTalk(call: CallView) {
  const { t } = useTranslation()
  const talk = isTalking(call) ? t('calls.talking') : talkTimeText(call)
  return (
    <>
      <Staff {...call} />
      {talk !== undefined && ` · ${talk}`}
    </>
  )
}

/** What beside an open row goes to the second line. What tells calls apart comes before who has made them. */
const farColumns = (t: TFunction, width: Exclude<TableWidth, 'narrow' | 'beside'>): FittingColumn<CallView>[] => [
  {
    id: 'staff',
    from: 'medium',
    title: t('calls.staff'),
    width: 'minmax(84px, 0.5fr)',
    render: Staff,
  },
  tenantColumn(t, { from: 'medium', width: width === 'medium' ? '72px' : '84px' }),
  externalIdColumn(t, { from: 'medium', width: 'minmax(80px, 1fr)' }),
]

const columnsIn = (t: TFunction, width: TableWidth) =>
  columnsAt<CallView>(width, [
    timeColumn(t, { width, at: ({ initiated_at }) => initiated_at }),
    {
      id: 'number',
      from: 'narrow',
      title: t('calls.number'),
      width: width === 'narrow' || width === 'beside' ? 'minmax(108px, 1fr)' : '132px',
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
      id: 'talked',
      from: 'beside',
      title: t('calls.talked'),
      width: '88px',
      align: 'end',
      render: row => (isTalking(row) ? t('calls.talking') : (talkTimeText(row) ?? '–')),
    },
    ...(width === 'narrow' || width === 'beside'
      ? // The number stands above it.
        [aboutColumn<CallView>(t, width === 'narrow' ? StaffAndTalk : Staff, ({ external_id }) => external_id)]
      : farColumns(t, width)),
    {
      id: 'call',
      from: 'widest',
      title: t('calls.call_id'),
      width: 'minmax(220px, 0.8fr)',
      render: ({ call_id }) => <IdLink noun="call" id={call_id} copy="hidden" />,
    },
    {
      id: 'request',
      from: 'widest',
      title: t('calls.request'),
      width: 'minmax(290px, 1fr)',
      render: ({ request_id, origin }) =>
        request_id === null ? (
          <span className="dim">{t(`calls.origins.${origin as 'api'}`)}</span>
        ) : (
          <IdLink noun="request" id={request_id} copy="hidden" />
        ),
    },
  ])
