import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { CaseView, EvidenceView, FindingView } from '../../../server/control/protocol/verdicts.ts'
import { Badge } from '../../components/badge.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Method } from '../../components/request-text.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { readableAddress } from '../../data/readable-address.ts'
import { saidDurationText, wholeDurationText } from '../../data/time-text.ts'
import { callerText } from './callers.ts'
import classes from './finding.module.css'
import { type LaneMark, lanesOf } from './lanes.ts'
import { sentId } from './sent-id.ts'

interface Props {
  /** One finding, or the cases that were handled well. */
  of: readonly (Pick<FindingView, 'evidence' | 'figures'> & Partial<Pick<CaseView, 'actor'>>)[]
  exchanges: ReadonlyMap<string, ExchangeDetailView>
  look?: 'finding' | 'cases'
  /** The rule that they are about: some go by what was sent. */
  rule?: string
}

/** Anywhere: only the figures are shown. */
const NO_ROOM = { from: 0, to: 0, gap: 0 }

/** The exchanges of a finding or of cases, each a link: when it began after the first one on either clock, and how long it waited for its turn. */
export function EvidenceTable({ of, exchanges, look = 'finding', rule }: Props) {
  const { t } = useTranslation()
  const callers = of.map(({ actor }) => actor && callerText(actor))
  const isOfOne = new Set(callers).size === 1
  // Of exchanges that stand alone there is nothing to say but what they were.
  const isTimed = of.some(({ evidence }) => evidence.length > 1)
  return (
    <table className={classes.evidence} data-timed={isTimed ? '' : undefined} aria-label={t('client.exchanges')}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t('client.request')}</th>
          <th scope="col">{t('client.answer')}</th>
          {isTimed &&
            (['emulated_gap', 'real_gap', 'waited', 'role'] as const).map(name => (
              <th key={name} scope="col" data-align="end">
                {t(`client.${name}`)}
              </th>
            ))}
        </tr>
      </thead>
      {of.map(({ evidence, figures }, place) => {
        const { marks, wait } = lanesOf({ evidence, figures }, NO_ROOM) ?? { marks: [], wait: undefined }
        const unasked = look === 'cases' ? '' : t('client.roles.first')
        const firstRole =
          wait === undefined ? unasked : t('client.told_to_wait', { time: saidDurationText(wait.seconds) })
        return (
          <tbody key={evidence.map(({ seq }) => seq).join()}>
            {!isOfOne && callers[place] !== callers[place - 1] && (
              <tr>
                <th scope="rowgroup" colSpan={isTimed ? 7 : 3} translate="no">
                  {callers[place] ?? t('client.other_callers')}
                </th>
              </tr>
            )}
            {marks.map((mark, index) => (
              <Row
                key={mark.seq}
                mark={mark}
                isFirst={index === 0}
                firstRole={firstRole}
                wait={wait?.seconds ?? null}
                isTimed={isTimed}
                rule={rule}
                exchange={exchanges.get(mark.request_id)}
              />
            ))}
          </tbody>
        )
      })}
    </table>
  )
}

/** The number of a request, which leads to it; not of one that another run has kept and this world does not have. */
export function SeqLink({ seq, request_id, of_run }: Pick<EvidenceView, 'seq' | 'request_id' | 'of_run'>) {
  const { t } = useTranslation()
  if (of_run === null) return <IdLink noun="request" id={request_id} text={`#${seq}`} copy="hidden" />
  return (
    <span className="nowrap" title={t('client_run.not_here', { seq })}>
      #{seq} <span className="dim">{t('client_run.of_run')}</span>
    </span>
  )
}

/** A method and its path are on one line, however little room there is; what is cut off them is in their title. */
export function RequestLine({ method, path, query }: Record<'method' | 'path' | 'query', string>) {
  return (
    <span title={query === '' ? `${method} ${path}` : `${method} ${path}?${query}`}>
      <span className={classes.request}>
        <Method method={method} /> {path}
      </span>
      {query !== '' && <span className={`${classes.query} dim`}>?{readableAddress(query)}</span>}
    </span>
  )
}

/** Beside its parts it is told as exactly as they are, so that they make it up. */
const waitedText = ({ waited_on }: LaneMark, waited: number): string =>
  waited_on?.emulated === undefined ? saidDurationText(waited) : wholeDurationText(waited)

interface RowProps {
  mark: LaneMark
  isFirst: boolean
  firstRole: string
  /** Seconds that the first one was told to wait. */
  wait: number | null
  isTimed: boolean
  rule: string | undefined
  exchange: ExchangeDetailView | undefined
}

function Row({ mark, isFirst, firstRole, wait, isTimed, rule, exchange }: RowProps) {
  const { t } = useTranslation()
  const { answered, broken_off, role, early, emulated, real, waited, waited_on, of_run } = mark
  const status = of_run?.status
  const id = exchange && sentId(rule, exchange)
  return (
    <tr>
      <td>
        <SeqLink {...mark} />
      </td>
      <td className={classes.path}>
        {exchange && <RequestLine {...exchange} />}
        {id !== undefined && (
          <span className={classes.sentId}>
            {id === null ? t('client.no_external_id') : <span translate="no">external_id {id}</span>}
          </span>
        )}
        {of_run !== null && of_run.method !== null && (
          <RequestLine method={of_run.method} path={of_run.path ?? '…'} query={of_run.query ?? '…'} />
        )}
      </td>
      <td className={classes.answer}>
        {answered === 'whole' || exchange?.broken_off === 'truncated' ? (
          exchange ? (
            <ExchangeStatus {...exchange} look="plain" />
          ) : (
            status != null && (
              <ExchangeStatus status={status} broken_off={broken_off} answered={answered} look="plain" />
            )
          )
        ) : (
          // In the word of the sentence above it.
          <Badge tone="bad" icon="plug" look="plain">
            {t(`client.answered.${broken_off === 'truncated' ? broken_off : answered}`)}
          </Badge>
        )}
      </td>
      {isTimed && (
        <>
          <td data-align="end">{isFirst ? '' : saidDurationText(emulated)}</td>
          <td data-align="end">{isFirst ? '' : saidDurationText(real)}</td>
          <td data-align="end">
            {waited === undefined ? (isFirst ? '' : t('client.at_once')) : waitedText(mark, waited)}
            {waited_on !== undefined && (
              <span className={`${classes.parts} dim`}>
                {waited_on.emulated === undefined
                  ? t('client.waited_on_real')
                  : t('client.waited_on', {
                      emulated: wholeDurationText(waited_on.emulated),
                      real: wholeDurationText(waited_on.real),
                    })}
              </span>
            )}
          </td>
          <td data-align="end" data-role={role} data-says={role !== 'first' && early !== undefined ? 'time' : 'role'}>
            {role === 'first'
              ? firstRole
              : early === undefined
                ? t(`client.roles.${role}`)
                : t(role === 'unaware' ? 'client.unaware' : 'client.early', {
                    time: saidDurationText(early, wait),
                  })}
          </td>
        </>
      )}
    </tr>
  )
}
