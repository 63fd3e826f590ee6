import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { tookText } from '../../components/answered-text.ts'
import { tenantColumn } from '../../components/common-columns.tsx'
import { ForkMark } from '../../components/fork-mark.tsx'
import { IdLink } from '../../components/id-link.tsx'
import type { RowKind } from '../../components/paged-list.tsx'
import { Method, OriginMark, PathText } from '../../components/request-text.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { columnsAt, type TableWidth } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'

/** Beside what is open a row gives its answer as much as that needs, and its path the rest. */
const STATUS_WIDTHS = {
  narrow: 'minmax(64px, max-content)',
  beside: 'minmax(64px, max-content)',
  medium: 'minmax(190px, 0.5fr)',
  wide: 'minmax(190px, 0.8fr)',
  widest: 'minmax(220px, 0.6fr)',
} as const satisfies Record<TableWidth, string>

const TENANT_WIDTHS = {
  narrow: '48px',
  beside: '64px',
  medium: '84px',
  wide: '104px',
  widest: '104px',
} as const satisfies Record<TableWidth, string>

export const REQUEST_ROWS: RowKind<ExchangeView> = {
  idOf: ({ request_id }) => request_id,
  topics: ['exchange'],
  columnsOf: (t, width) =>
    columnsAt<ExchangeView>(width, [
      {
        id: 'at',
        from: 'narrow',
        title: t('table.time_jst'),
        width: width === 'narrow' ? '66px' : '88px',
        render: ({ at }) => (
          <Time at={at} show="stacked" zoneName="hidden" precision={width === 'narrow' ? 'seconds' : 'milliseconds'} />
        ),
      },
      {
        id: 'seq',
        from: 'narrow',
        title: '#',
        width: width === 'narrow' ? '40px' : width === 'beside' ? '46px' : '56px',
        render: ({ seq }) => <span className="dim">#{seq}</span>,
      },
      {
        id: 'method',
        from: 'narrow',
        title: t('requests.method'),
        width: width === 'beside' || width === 'narrow' ? '46px' : '56px',
        render: row => <Method {...row} />,
      },
      {
        id: 'path',
        from: 'narrow',
        title: t('requests.path'),
        width: 'minmax(64px, 1fr)',
        render: row => (
          <>
            <OriginMark {...row} /> <PathText {...row} /> <ForkMark request_id={row.request_id} />
          </>
        ),
      },
      {
        id: 'status',
        from: 'narrow',
        title: t('requests.status'),
        width: STATUS_WIDTHS[width],
        render: row => (
          <ExchangeStatus
            {...row}
            code={width === 'narrow' ? null : row.code}
            look="plain"
            isShort={width === 'narrow'}
          />
        ),
      },
      {
        id: 'endpoint',
        from: 'widest',
        title: t('requests.endpoint'),
        width: 'minmax(160px, 0.4fr)',
        render: ({ endpoint }) => (endpoint === null ? '–' : <IdLink noun="endpoint" id={endpoint} copy="hidden" />),
      },
      tenantColumn(t, { from: 'beside', width: TENANT_WIDTHS[width] }),
      {
        id: 'key',
        from: 'widest',
        title: t('requests.key'),
        width: 'minmax(180px, 0.4fr)',
        render: ({ key_id }) => (key_id === null ? '–' : <IdLink noun="key" id={key_id} copy="hidden" />),
      },
      {
        id: 'duration',
        from: 'medium',
        title: t('requests.duration'),
        width: '88px',
        align: 'end',
        render: tookText,
      },
      {
        id: 'id',
        from: 'wide',
        title: t('requests.request_id'),
        width: 'minmax(140px, 292px)',
        render: ({ request_id }) => <IdLink noun="request" id={request_id} copy="hidden" />,
      },
    ]),
}
