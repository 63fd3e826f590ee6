import type { TFunction } from 'i18next'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { tookText } from '../../components/answered-text.ts'
import { tenantColumn } from '../../components/common-columns.tsx'
import { FaultMark } from '../../components/forged-event.tsx'
import { ForkMark } from '../../components/fork-mark.tsx'
import { IdLink } from '../../components/id-link.tsx'
import type { RowKind } from '../../components/paged-list.tsx'
import { Method, OriginMark, PathText } from '../../components/request-text.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { columnsAt, type TableWidth } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'
import classes from './requests.module.css'

/** Beside what is open a status has its code below it: all begin at one place, and the path has the rest. */
const STATUS_WIDTHS = {
  narrow: undefined,
  beside: undefined,
  medium: '182px',
  wide: 'minmax(190px, 0.3fr)',
  widest: 'minmax(220px, 0.6fr)',
} as const satisfies Record<TableWidth, string | undefined>

/** In pixels, of a row: the width of a letter, of a kanji or kana, and of the sign before a word with the gap after it. */
const [LETTER, KANA, SIGN] = [6.95, 13, 18]
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? KANA : LETTER), SIGN)

/** As wide as the longest that may become of an answer, in short, which differs by language. */
function lossWidth(t: TFunction): string {
  const words = [
    t('broken_off.dropped'),
    t('broken_off.gone_short'),
    t('broken_off.unanswered'),
    `200 ${t('broken_off.truncated')}`,
  ]
  return `${Math.ceil(Math.max(...words.map(widthOf)))}px`
}

const TENANT_WIDTHS = {
  narrow: '48px',
  beside: '64px',
  medium: '52px',
  wide: '104px',
  widest: '104px',
} as const satisfies Record<TableWidth, string>

export const REQUEST_ROWS: RowKind<ExchangeView> = {
  idOf: ({ request_id }) => request_id,
  topics: ['exchange'],
  columnsOf: (t, width) => {
    const isLittle = width === 'narrow' || width === 'beside'
    return columnsAt<ExchangeView>(width, [
      {
        id: 'at',
        from: 'narrow',
        title: t('table.time_jst'),
        width: width === 'narrow' ? '66px' : width === 'beside' ? '88px' : '132px',
        render: ({ at }) => (
          // In a line where that has the room.
          <Time
            at={at}
            show={isLittle ? 'stacked' : 'row'}
            zoneName="hidden"
            precision={width === 'narrow' ? 'seconds' : 'milliseconds'}
          />
        ),
      },
      {
        id: 'seq',
        from: 'narrow',
        title: '#',
        width: width === 'narrow' ? '40px' : width === 'beside' ? '46px' : width === 'medium' ? '50px' : '56px',
        render: ({ seq }) => <span className="dim">#{seq}</span>,
      },
      {
        id: 'method',
        from: 'narrow',
        title: t('requests.method'),
        width: width === 'beside' || width === 'narrow' ? '46px' : width === 'medium' ? '50px' : '56px',
        render: row => <Method {...row} />,
      },
      {
        id: 'path',
        from: 'narrow',
        title: t('requests.path'),
        width: 'minmax(64px, 1fr)',
        render: row => (
          <>
            <OriginMark {...row} />{' '}
            {row.fault !== null && row.unanswered !== 'now' && (
              <span className={classes.fault}>
                <FaultMark fault={row.fault} />
              </span>
            )}{' '}
            <PathText {...row} /> <ForkMark request_id={row.request_id} />
          </>
        ),
      },
      {
        id: 'status',
        from: 'narrow',
        title: t('requests.status'),
        width: STATUS_WIDTHS[width] ?? lossWidth(t),
        render: row => <ExchangeStatus {...row} look="plain" isShort={isLittle} />,
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
        width: width === 'medium' ? '60px' : '88px',
        align: 'end',
        render: tookText,
      },
      {
        id: 'id',
        from: 'wide',
        title: t('requests.request_id'),
        width: width === 'widest' ? 'minmax(152px, 304px)' : '152px',
        render: ({ request_id }) => <IdLink noun="request" id={request_id} copy="hidden" />,
      },
    ])
  },
}
