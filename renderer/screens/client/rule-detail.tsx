import { Select } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { QUICK_MS } from '../../../server/contract/unmet-sentences.ts'
import type { FindingView, VerdictRuleView, VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { Caption } from '../../components/caption.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { DetailHead, Section } from '../../components/detail.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { ruleTitle } from '../../components/rule-title.ts'
import { SEVERITY_SIGNS } from '../../components/severity.ts'
import { useEvidence, useSetRule } from '../../data/verdicts.ts'
import { groundText, openText, ruleText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { stagedFor } from './as-test.ts'
import {
  belyingElsewhere,
  fewOf,
  fromGravest,
  gravest,
  inconclusiveTimes,
  isOfReceiver,
  markOf,
  tellers,
} from './callers.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { Doubts } from './doubts.tsx'
import { DuringTable } from './during-table.tsx'
import { EvidenceTable } from './evidence-table.tsx'
import classes from './finding.module.css'
import { Finding, isOfUnaware, keptOf } from './finding.tsx'
import { FindingSlide } from './finding-slide.tsx'
import { useFrom } from './finds-from.ts'
import { PassedCases } from './passed-cases.tsx'

const STATE_SIGNS = {
  expected: { tone: 'quiet', icon: 'minus' },
  in_part: { tone: 'quiet', icon: 'shadow' },
  in_doubt: { tone: 'warn', icon: 'shadow' },
  elsewhere: { tone: 'quiet', icon: 'arrow_right' },
  open: { tone: 'quiet', icon: 'clock' },
  passed: { tone: 'good', icon: 'check' },
  not_met: { tone: 'quiet', icon: 'dashed' },
} as const

/** Of the finding that is shown, and of the rule where it has none. */
function State({ row, rows, shown }: Pick<Props, 'row' | 'rows'> & { shown: FindingView | undefined }) {
  const { t } = useTranslation()
  const mark = shown?.expected ? 'expected' : markOf(row, rows)
  if (mark !== 'failed' && mark !== 'warned' && mark !== 'info')
    return <Badge {...STATE_SIGNS[mark]}>{t(`client.marks.${mark}`)}</Badge>
  const severity = shown?.severity ?? gravest(row)
  return <Badge {...SEVERITY_SIGNS[severity]}>{t(`client.severities.${severity}`)}</Badge>
}

interface Props {
  row: VerdictView
  /** All that are shown with it. */
  rows: readonly VerdictView[]
  rule: VerdictRuleView | undefined
  /** Number of the first request that is judged. */
  from: number
  /** Number of the finding that is shown. */
  finding: string
  onFinding: (finding: string) => void
  onClose: () => void
}

/** A rule: what was found, how to mend the client, the exchanges on both clocks, and what the rule rests on. */
export function RuleDetail({ row, rows, rule, from, finding, onFinding, onClose }: Props) {
  const { t } = useTranslation()
  const findings = fromGravest(row.findings)
  const at = Math.max(
    0,
    findings.findIndex(({ finding_id }) => String(finding_id) === finding),
  )
  const shown = findings[at]
  const isSlide = usePresenting() && shown !== undefined
  const least = useFrom(row)
  const isUnknown = row.doubts.length + row.told_by.length + row.inconclusive.length === 0
  const others = belyingElsewhere(row, rows).map(other => t('client.title', { title: ruleTitle(t, other) }))
  const show = (next: number) => onFinding(String(findings[next]?.finding_id ?? ''))
  if (isSlide)
    return (
      <>
        <FindingSlide key={shown.finding_id} row={row} finding={shown} />
        {findings.length > 1 && (
          <Caption
            title={t('client.lanes')}
            step={at + 1}
            of={findings.length}
            onBack={at === 0 ? undefined : () => show(at - 1)}
            onNext={at === findings.length - 1 ? undefined : () => show(at + 1)}
          />
        )}
      </>
    )
  return (
    <>
      <DetailHead
        title={
          <>
            <State row={row} rows={rows} shown={shown} />
            {ruleTitle(t, row)}
          </>
        }
        onClose={onClose}
      />
      {shown === undefined ? (
        <>
          <p className={classes.state_hint}>
            {others.length > 0 || (row.state === 'passed' && row.told_by.length + row.open > 0)
              ? t('client.in_part_hint', { count: row.met })
              : row.state === 'passed'
                ? t(isOfReceiver(row) ? 'client.passed_receiver' : 'client.passed_hint', { count: row.met })
                : isUnknown && row.open === 0 && <Unmet rule={row.rule} from={from} />}
            {least !== undefined && (
              <>
                {t('common.between_sentences')}
                {t('client.finds_from', { from: least })}
              </>
            )}
            {row.state === 'not_met' && isUnknown && ON_WAITS.includes(row.rule) && (
              <>
                {t('common.between_sentences')}
                {t('client.not_met_waits')}
              </>
            )}
            {row.state === 'not_met' && isUnknown && row.rule === 'works_before_answering' && (
              <>
                {t('common.between_sentences')}
                {t('client.not_met_answers', { long_ms: QUICK_MS })}
              </>
            )}
            {row.state === 'passed' && row.told_by.length > 0 && t('common.between_sentences')}
            <Elsewhere row={row} />
            {others.length > 0 && t('common.between_sentences')}
            {others.length > 0 && t('client.but_see', { titles: others.join(t('client.between')) })}
          </p>
          <Open row={row} />
          <Inconclusive row={row} />
          <PassedCases row={row} />
          <Doubts row={row} rows={rows} />
          {row.state === 'not_met' && <Staged rule={row.rule} />}
        </>
      ) : (
        <>
          {findings.length > 1 && (
            <nav className={classes.pager} aria-label={t('client.findings')}>
              <Action
                icon="chevron_left"
                aria-label={t('client.previous')}
                disabled={at === 0}
                onClick={() => show(at - 1)}
              />
              <span>{t('client.findings_of', { n: at + 1, all: row.failed + row.expected })}</span>
              <Action
                icon="chevron_right"
                aria-label={t('client.next')}
                disabled={at === findings.length - 1}
                onClick={() => show(at + 1)}
              />
            </nav>
          )}
          {row.failed + row.expected > findings.length && (
            <p className={classes.hint}>
              {t('client.findings_kept', keptOf(findings.length, row.failed + row.expected))}
            </p>
          )}
          <Finding key={shown.finding_id} row={row} finding={shown} />
          <Open row={row} />
          <Inconclusive row={row} />
          <Doubts row={row} rows={rows} isSettledAbove={isOfUnaware(shown)} />
        </>
      )}
      <AboutRule row={row} rule={rule} />
    </>
  )
}

/** What is not decided yet, and what decides it. */
function Open({ row: { rule, open, open_cases } }: Pick<Props, 'row'>) {
  const { t } = useTranslation()
  if (open === 0) return null
  const named = fewOf(open_cases).flatMap(({ evidence }) => evidence.slice(0, 1))
  const deliveries = [...new Set(fewOf(open_cases).flatMap(one => one.deliveries))]
  const deliveries_of_run = [...new Set(fewOf(open_cases).flatMap(one => one.deliveries_of_run))]
  const shown = fewOf(open_cases).length
  return (
    <>
      <p className={classes.state_hint}>
        {t('client.open_hint', { count: open })}
        {t('common.between_sentences')}
        {openText(t, rule)}
      </p>
      {named.length > 0 && (
        <p className={classes.state_hint}>
          {t('client.open_requests')}{' '}
          {named.map(({ seq, request_id, of_run }, index) => (
            <Fragment key={`${seq} ${request_id}`}>
              {index > 0 && t('client.between')}
              {of_run === null ? (
                <IdLink noun="request" id={request_id} text={`#${seq}`} copy="hidden" />
              ) : (
                <span className="nowrap">
                  #{seq} {t('client_run.of_run')}
                </span>
              )}
            </Fragment>
          ))}
          {shown < open && t('common.in_brackets', { text: t('client.cases_shown', { shown, all: open }) })}
        </p>
      )}
      {deliveries.length > 0 && (
        <Section title={t('client.open_deliveries')}>
          <DeliveriesTable of={{ deliveries, deliveries_of_run }} />
          {shown < open && <p className={classes.hint}>{t('client.cases_shown', { shown, all: open })}</p>}
        </Section>
      )}
    </>
  )
}

/** What ended before anything was shown: the waits that the client chose, as the drill judges them. */
function Inconclusive({ row }: Pick<Props, 'row'>) {
  const { inconclusive } = row
  const { t } = useTranslation()
  const shown = fewOf(inconclusive)
  const exchanges = useEvidence({ evidence: shown.flatMap(({ evidence }) => evidence) })
  if (shown.length === 0) return null
  const count = inconclusiveTimes(row)
  if (row.rule === 'works_before_answering') {
    const listed = shown.reduce((sum, { evidence }) => sum + evidence.length, 0)
    return (
      <Section title={t('client.inconclusive_title')}>
        <p className={classes.says}>{t('client.too_quick', { count, long_ms: QUICK_MS })}</p>
        <DuringTable of={shown} exchanges={exchanges} />
        {listed < count && <p className={classes.hint}>{t('client.cases_shown', { shown: listed, all: count })}</p>}
      </Section>
    )
  }
  return (
    <Section title={t('client.inconclusive_title')}>
      <p className={classes.says}>{t('client.inconclusive', { count: inconclusive.length })}</p>
      <EvidenceTable of={shown} exchanges={exchanges} look="cases" />
    </Section>
  )
}

/** That nothing is known, and from where on. */
function Unmet({ rule, from }: { rule: string; from: number }) {
  const { t } = useTranslation()
  if (from > 1) return t('client.not_met_since', { seq: from })
  return t(rule === 'no_backoff' ? 'client.not_met_backoff' : 'client.not_met_hint')
}

/** Where it is told what came up: that nothing is known would be wrong then. */
function Elsewhere({ row }: Pick<Props, 'row'>) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <>
      {tellers(row).map(rule => (
        <Fragment key={rule}>
          {t('client.told_under')}
          {t('common.between_sentences')}
          <a className="link" href={href('client', rule)}>
            {ruleTitle(t, { rule, state: 'failed' })}
          </a>{' '}
        </Fragment>
      ))}
    </>
  )
}

/** What the rule asks for and why, and how grave it is in this world: below what was found, which matters first. */
function AboutRule({ row, rule }: Pick<Props, 'row' | 'rule'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('client.about_rule')}>
      <p className={classes.says}>{ruleText(t, row.rule, 'says')}</p>
      <p className={classes.says}>
        <code>{row.rule}</code>
        <Ground row={row} />
      </p>
      {rule && <Settings rule={rule} />}
    </Section>
  )
}

function Ground({ row: { group, rests_on } }: Pick<Props, 'row'>) {
  const { t } = useTranslation()
  const assumption = /^assumption (\S+)$/.exec(rests_on)?.[1]
  if (assumption !== undefined)
    return (
      <span>
        {t('client.rests_on', { ground: t('client.the_assumption') })}{' '}
        <IdLink noun="assumption" id={assumption} copy="hidden" />
      </span>
    )
  const ground = group === 'expectations' ? t('client.expect_route') : groundText(t, rests_on)
  return <span>{t('client.rests_on', { ground })}</span>
}

/** Rules on what comes while a wait lasts. */
const ON_WAITS: readonly string[] = ['retry_before_retry_after', 'requests_after_quota', 'hammering']

/** How a test brings the client into the situation of a rule. */
function Staged({ rule }: { rule: string }) {
  const { t } = useTranslation()
  const text = stagedFor(rule)
  if (text === undefined) return null
  return (
    <div className={classes.staged}>
      <p className="dim">{t('client.staged')}</p>
      <div>
        <pre>{text}</pre>
        <CopyButton text={text} what={t('client.staged_code')} />
      </div>
    </div>
  )
}

/** How grave a rule is in this world. */
function Settings({ rule: { rule, severity, default_severity } }: { rule: VerdictRuleView }) {
  const { t } = useTranslation()
  const set = useSetRule()
  const choices = ['error', 'warning', 'information', 'off'] as const
  const nameOf = (value: (typeof choices)[number]) =>
    value === 'off' ? t('client.off_choice') : t(`client.severities.${value}`)
  return (
    <div className={classes.settings}>
      <Select
        size="xs"
        w={180}
        label={t('client.severity')}
        allowDeselect={false}
        value={severity}
        data={choices.map(value => ({
          value,
          label: value === default_severity ? t('client.as_default', { severity: nameOf(value) }) : nameOf(value),
        }))}
        onChange={chosen => {
          const wanted = choices.find(value => value === chosen)
          if (wanted === undefined || wanted === severity) return
          set.mutate(
            { rule, severity: wanted },
            {
              onSuccess: () =>
                notifyUndo({
                  message: t('client.severity_set', { rule, severity: nameOf(wanted) }),
                  undo: () => set.mutate({ rule, severity }),
                }),
            },
          )
        }}
      />
    </div>
  )
}
