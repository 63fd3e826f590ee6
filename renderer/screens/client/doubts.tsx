import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { firstInDoubt } from '../../../server/contract/unmet-sentences.ts'
import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Section } from '../../components/detail.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { useAskedBefore, useEvidence } from '../../data/verdicts.ts'
import { callerId, fewOf } from './callers.ts'
import { EvidenceTable } from './evidence-table.tsx'
import classes from './finding.module.css'
import { type Asked, notJudged, type Reason } from './not-judged.ts'

type Doubt = VerdictView['doubts'][number]

interface Props {
  row: Pick<VerdictView, 'doubts'>
  /** All that are shown with it. */
  rows: readonly VerdictView[]
  /** Whether it stands above already how to find out. */
  isSettledAbove?: boolean
}

/** What came too early and may not have known of a refusal: the refusals, and what came after each. */
export function Doubts({ row: { doubts }, rows, isSettledAbove = false }: Props) {
  const { t } = useTranslation()
  const shown = fewOf(doubts)
  const exchanges = useEvidence({ evidence: shown.flatMap(({ evidence }) => evidence) })
  if (doubts.length === 0) return null
  const count = doubts.reduce((sum, { times }) => sum + times, 0)
  const listed = shown.reduce((sum, { evidence }) => sum + evidence.length - 1, 0)
  return (
    <Section title={t('client.in_doubt_title')}>
      <p className={classes.says}>{t('client.in_doubt', { count, ...firstInDoubt(doubts) })}</p>
      <EvidenceTable of={shown} exchanges={exchanges} look="cases" />
      {!isSettledAbove && <p className={classes.hint}>{t('client.settle_doubt')}</p>}
      {listed < count && <p className={classes.hint}>{t('client.doubts_shown', { shown: listed, all: count })}</p>}
      <NotJudged doubts={shown} rows={rows} exchanges={exchanges} />
    </Section>
  )
}

const REASONS: readonly Reason[] = ['elsewhere', 'own_turn', 'on_its_way']

/** Requests that a doubt names in between which others are missing: what was refused of these, and why they are not in doubt. */
function NotJudged({
  doubts,
  rows,
  exchanges,
}: Pick<Props, 'rows'> & { doubts: readonly Doubt[]; exchanges: ReadonlyMap<string, Asked> }) {
  const { t } = useTranslation()
  const gaps = doubts.filter(hasGap)
  const before = useAskedBefore(
    gaps.map(({ actor: { tenant, product }, evidence }) => ({ seq: evidence.at(-1)?.seq ?? 0, tenant, product })),
  )
  const found = gaps.flatMap((doubt, index) => {
    const refusal = exchanges.get(doubt.evidence[0]?.request_id ?? '')
    const last = doubt.evidence.at(-1)?.seq ?? 0
    if (refusal === undefined) return []
    const those = notJudged(before[index] ?? [], { refusal, last, named: namedIn(rows) })
    return REASONS.flatMap(reason =>
      those[reason].some(({ seq }) => isPerhapsFound(doubt, seq, rows))
        ? []
        : [{ reason, refused: refusal.seq, asked: those[reason] }],
    ).filter(({ asked }) => asked.length > 0)
  })
  return found.map(({ reason, refused, asked }) => (
    <p key={`${reason} ${refused}`} className={classes.hint}>
      {t('client.not_judged')}{' '}
      {asked.map(({ seq, request_id }, index) => (
        <Fragment key={seq}>
          {index > 0 && t('client.between')}
          <IdLink noun="request" id={request_id} text={`#${seq}`} copy="hidden" />
        </Fragment>
      ))}
      {t('client.full_stop')}
      {t('common.between_sentences')}
      {t(`client.not_judged_since.${reason}`, { count: asked.length, refused })}
    </p>
  ))
}

/** Of a run that the world does not have nothing is known but what is named. */
function hasGap({ evidence }: Doubt): boolean {
  const [first, last] = [evidence[0], evidence.at(-1)]
  if (first === undefined || last === undefined || evidence.some(({ of_run }) => of_run !== null)) return false
  return last.seq - first.seq >= evidence.length
}

const namedIn = (rows: readonly VerdictView[]): ReadonlySet<number> =>
  new Set(
    rows.flatMap(({ findings, doubts }) =>
      [...findings, ...doubts].flatMap(({ evidence }) => evidence.map(({ seq }) => seq)),
    ),
  )

/** A finding names its first requests, and may count it without a name. */
const isPerhapsFound = ({ actor }: Doubt, seq: number, rows: readonly VerdictView[]): boolean =>
  rows.some(({ findings }) =>
    findings.some(
      one =>
        one.actor !== null &&
        callerId(one.actor) === callerId(actor) &&
        one.evidence_total > one.evidence.length &&
        (one.evidence.at(-1)?.seq ?? seq) < seq,
    ),
  )
