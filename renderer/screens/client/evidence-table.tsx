import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { FindingView } from '../../../server/control/protocol/verdicts.ts'
import { Badge } from '../../components/badge.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Method, PathText } from '../../components/request-text.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { durationText } from '../../data/time-text.ts'
import classes from './finding.module.css'
import { realText } from './lane-diagram.tsx'
import { type LaneMark, lanesOf } from './lanes.ts'

interface Props {
  finding: Pick<FindingView, 'evidence' | 'figures'>
  exchanges: ReadonlyMap<string, ExchangeDetailView>
}

/** Anywhere: only the figures are shown. */
const NO_ROOM = { from: 0, to: 0, gap: 0 }

/** The exchanges of a finding, each a link: when it began after the first one on either clock, and how long it waited for its turn. */
export function EvidenceTable({ finding, exchanges }: Props) {
  const { t } = useTranslation()
  const marks = lanesOf(finding, NO_ROOM)?.marks ?? []
  return (
    <table className={classes.evidence} aria-label={t('client.exchanges')}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t('client.request')}</th>
          <th scope="col">{t('client.answer')}</th>
          <th scope="col" data-align="end">
            {t('client.emulated_gap')}
          </th>
          <th scope="col" data-align="end">
            {t('client.real_gap')}
          </th>
          <th scope="col" data-align="end">
            {t('client.waited')}
          </th>
          <th scope="col" data-align="end">
            {t('client.role')}
          </th>
        </tr>
      </thead>
      <tbody>
        {marks.map((mark, index) => (
          <Row key={mark.seq} mark={mark} isFirst={index === 0} exchange={exchanges.get(mark.request_id)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  mark,
  isFirst,
  exchange,
}: {
  mark: LaneMark
  isFirst: boolean
  exchange: ExchangeDetailView | undefined
}) {
  const { t } = useTranslation()
  const { seq, request_id, answered, role, early, emulated, real, waited } = mark
  return (
    <tr>
      <td>
        <IdLink noun="request" id={request_id} text={`#${seq}`} copy="hidden" />
      </td>
      <td className={classes.path}>
        {exchange && (
          <>
            <Method method={exchange.method} /> <PathText path={exchange.path} query={exchange.query} />
          </>
        )}
      </td>
      <td>
        {answered === 'whole' || exchange?.broken_off === 'truncated' ? (
          exchange && <ExchangeStatus {...exchange} look="plain" />
        ) : (
          // In the word of the sentence above it.
          <Badge tone="bad" icon="plug" look="plain">
            {t(`client.answered.${answered}`)}
          </Badge>
        )}
      </td>
      <td data-align="end">{isFirst ? '' : durationText(emulated * 1_000)}</td>
      <td data-align="end">{isFirst ? '' : realText(real)}</td>
      <td data-align="end">
        {waited === undefined ? (isFirst ? '' : t('client.at_once')) : durationText(waited * 1_000)}
      </td>
      <td data-align="end" data-role={role}>
        {early === undefined ? t(`client.roles.${role}`) : t('client.early', { time: durationText(early * 1_000) })}
      </td>
    </tr>
  )
}
