import type { TFunction } from 'i18next'
import type { ExchangeView } from '../../../server/control/protocol.ts'
import { IdLink } from '../../components/id-link.tsx'
import { Method, OriginMark, PathText } from '../../components/request-text.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import type { Column } from '../../components/table-row.tsx'
import { Time } from '../../components/time.tsx'
import { durationText } from '../../data/time-text.ts'

/** `narrow` while a request is open beside the list. */
export function requestColumns(t: TFunction, width: 'wide' | 'narrow'): Column<ExchangeView>[] {
  const columns: (Column<ExchangeView> & { in: 'wide' | 'both' })[] = [
    {
      id: 'at',
      in: 'both',
      title: t('requests.time_jst'),
      width: width === 'wide' ? '106px' : '88px',
      render: ({ at }) => (
        <Time at={at} show="row" zoneName="hidden" precision={width === 'wide' ? 'milliseconds' : 'seconds'} />
      ),
    },
    { id: 'method', in: 'both', title: t('requests.method'), width: '56px', render: row => <Method {...row} /> },
    {
      id: 'path',
      in: 'both',
      title: t('requests.path'),
      width: 'minmax(64px, 1fr)',
      render: row => (
        <>
          <OriginMark {...row} /> <PathText {...row} />
        </>
      ),
    },
    {
      id: 'status',
      in: 'both',
      title: t('requests.status'),
      width: width === 'wide' ? 'minmax(190px, 0.8fr)' : '84px',
      render: row => <ExchangeStatus {...row} code={width === 'wide' ? row.code : null} look="plain" />,
    },
    {
      id: 'tenant',
      in: 'wide',
      title: t('requests.tenant'),
      width: '104px',
      render: ({ tenant }) => (tenant === null ? '–' : <IdLink noun="tenant" id={tenant} copy="hidden" />),
    },
    {
      id: 'duration',
      in: 'wide',
      title: t('requests.duration'),
      width: '72px',
      align: 'end',
      render: ({ duration_ms }) => durationText(duration_ms),
    },
    {
      id: 'id',
      in: 'wide',
      title: t('requests.request_id'),
      width: 'minmax(140px, 0.6fr)',
      render: ({ request_id }) => <IdLink noun="request" id={request_id} copy="hidden" />,
    },
  ]
  return columns.filter(column => width === 'wide' || column.in === 'both')
}
