import { UnstyledButton } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Badge } from '../../components/badge.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { ruleTitle } from '../../components/rule-title.ts'
import { SEVERITY_SIGNS } from '../../components/severity.ts'
import { WholeNames } from '../../components/whole-names.tsx'
import { findingText, openText, ruleText } from '../../i18n/said.ts'
import {
  belyingElsewhere,
  brokenOf,
  countsOf,
  doubtful,
  doubtsIn,
  expectedIn,
  findingsBySeverity,
  foundIn,
  fromGravest,
  groupsOf,
  inconclusiveTimes,
  MARKS,
  type Mark,
  markOf,
  openIn,
  tellers,
} from './callers.ts'
import { useFrom } from './finds-from.ts'
import { InDrillsNote } from './in-drills.tsx'
import { NobodyThere } from './nobody-there.tsx'
import classes from './rule-list.module.css'

export const MARK_ICONS = {
  failed: 'cross',
  warned: 'alert',
  info: 'info',
  expected: 'minus',
  in_part: 'shadow',
  in_doubt: 'shadow',
  elsewhere: 'arrow_right',
  open: 'clock',
  passed: 'check',
  not_met: 'dashed',
} as const satisfies Record<Mark, IconName>

/** From the gravest. */
const SEVERITIES = ['error', 'warning', 'information'] as const

interface Props {
  rows: readonly VerdictView[]
  open: string | undefined
  hrefOf: (rule: string) => string
  /** Whether a run is judged beside the world. */
  ofRun: boolean
}

interface RowProps {
  row: VerdictView
  /** All that are shown with it. */
  rows: readonly VerdictView[]
  open: boolean
  href: string
  ofRun: boolean
}

/** So many cases or findings, and how many of them are of the world and not of the run. */
function usePlaced(ofRun: boolean): (what: string, all: number, here: number) => string {
  const { t } = useTranslation()
  return (what, all, here) => {
    if (!ofRun) return what
    if (here === 0) return t('client_run.all_of_run', { what })
    return here === all ? t('client_run.all_here', { what }) : t('client_run.some_here', { what, here })
  }
}

function Rule({ row, rows, open, href, ofRun }: RowProps) {
  const { t } = useTranslation()
  const placed = usePlaced(ofRun)
  const from = useFrom(row)
  const mark = markOf(row, rows)
  const others = belyingElsewhere(row, rows).map(other => t('client.title', { title: ruleTitle(t, other) }))
  const told = tellers(row).map(rule => ruleTitle(t, { rule, state: 'failed' }))
  const notes = [
    ...(row.state === 'expected'
      ? [t('client.expected_count', { count: row.expected })]
      : row.met > 0
        ? [placed(t('client.times', { count: row.met }), row.met, row.met - row.of_run)]
        : []),
    ...(row.doubts.length > 0 ? [t('client.requests_in_doubt', { count: doubtful(row) })] : []),
    ...(row.open > 0 ? [t('client.open', { count: row.open })] : []),
  ]
  return (
    <li>
      <a href={href} className={classes.rule} data-mark={mark} aria-current={open ? 'true' : undefined}>
        <Icon name={MARK_ICONS[mark]} size={14} label={t(`client.marks.${mark}`)} />
        <span className={classes.rule_title}>{ruleTitle(t, row)}</span>
        <span className={classes.rule_note}>{notes.join(t('client.between'))}</span>
        {told.length > 0 && (
          <span className={classes.rule_message}>
            {t('client.told_under')}
            {t('common.between_sentences')}
            {told.join(t('client.between'))}
          </span>
        )}
        {row.inconclusive.length > 0 && (
          <span className={classes.rule_message}>
            {t(row.rule === 'works_before_answering' ? 'client.too_quick_of' : 'client.inconclusive_of', {
              count: inconclusiveTimes(row),
              first: row.inconclusive[0]?.evidence[0]?.seq ?? 0,
            })}
          </span>
        )}
        {row.open > 0 && <span className={classes.rule_message}>{openText(t, row.rule)}</span>}
        {from !== undefined && <span className={classes.rule_message}>{t('client.finds_from', { from })}</span>}
        {others.length > 0 && (
          <span className={classes.rule_message}>
            {t('client.but_see', { titles: others.join(t('client.between')) })}
          </span>
        )}
      </a>
    </li>
  )
}

/** Errors, warnings and infos that nobody expected, each with its sign. */
export function FoundCounts({ rows }: { rows: readonly VerdictView[] }) {
  const { t } = useTranslation()
  const found = findingsBySeverity(rows)
  return SEVERITIES.filter(severity => found[severity] > 0).map(severity => (
    <Badge key={severity} {...SEVERITY_SIGNS[severity]} look="plain">
      {t(`client.found.${severity}`, { count: found[severity] })}
    </Badge>
  ))
}

/** What a rule found: the first of it in full, how to mend that, and who did it. */
function Broken({ row, rows, open, href, named, ofRun }: RowProps & { named: boolean }) {
  const { t } = useTranslation()
  const placed = usePlaced(ofRun)
  const mark = markOf(row, rows)
  const found = fromGravest(row.findings.filter(({ expected }) => !expected))
  const counts = findingsBySeverity([row])
  const products = [...new Set(found.flatMap(({ actor }) => actor?.product ?? []))]
  return (
    <li>
      <a href={href} className={classes.rule} data-mark={mark} aria-current={open ? 'true' : undefined}>
        <Icon name={MARK_ICONS[mark]} size={14} label={t(`client.marks.${mark}`)} />
        <span className={classes.rule_title}>{ruleTitle(t, row)}</span>
        <span className={classes.rule_note} data-found="">
          {placed(
            row.failed > found.length
              ? t('client.found.any', { count: row.failed })
              : SEVERITIES.filter(severity => counts[severity] > 0)
                  .map(severity => t(`client.found.${severity}`, { count: counts[severity] }))
                  .join(t('client.between')),
            found.length,
            foundIn([row], 'here')
              .flatMap(one => one.findings)
              .filter(({ expected }) => !expected).length,
          )}
        </span>
        {found[0] && (
          <span className={classes.rule_message}>
            <WholeNames>{findingText(t, found[0].sentence)}</WholeNames>
          </span>
        )}
        <InDrillsNote finding={found[0]} className={classes.rule_message} />
        <span className={classes.rule_fix}>
          <Icon name="mend" size={14} label={t('client.how')} />
          <span>{ruleText(t, row.rule, 'fix')}</span>
          {named && products.length > 0 && (
            <span className={classes.rule_who} translate="no">
              {products.slice(0, 2).join(', ')}
              {products.length > 2 && ` +${products.length - 2}`}
            </span>
          )}
        </span>
      </a>
    </li>
  )
}

/** What was found, the gravest first; or that nothing was. And what is in doubt or open, so that this is no all-clear. */
function Findings({ rows, open, hrefOf, named, ofRun }: Props & { named: boolean }) {
  const { t } = useTranslation()
  const broken = brokenOf(rows)
  const { passed } = countsOf(rows)
  const expected = expectedIn(rows)
  const doubts = doubtsIn(rows)
  const undecided = openIn(rows)
  const isClear = doubts === undefined && undecided.length === 0
  if (broken.length === 0 && passed + expected === 0 && isClear) return null
  return (
    <section className={classes.group} data-findings="" aria-label={t('client.findings')}>
      <header>
        <h2>{t('client.findings')}</h2>
        <span className={classes.found}>
          <FoundCounts rows={broken} />
        </span>
      </header>
      {broken.length === 0 && expected === 0 && (
        <p className={isClear ? classes.clear : classes.on_purpose}>
          {isClear && <Icon name="check" size={16} />}
          {t(isClear ? 'client.all_kept' : 'client.kept_so_far', { count: passed })}
        </p>
      )}
      <ul>
        {broken.map(row => (
          <Broken
            key={row.rule}
            row={row}
            rows={rows}
            open={row.rule === open}
            href={hrefOf(row.rule)}
            named={named}
            ofRun={ofRun}
          />
        ))}
      </ul>
      {expected > 0 && (
        <p className={classes.besides}>
          <Icon name="minus" size={16} />
          <span>
            {t('client.expected_of', { count: expected })}
            {t('common.between_sentences')}
            {rows
              .filter(row => row.expected > 0)
              .map((row, index) => (
                <Fragment key={row.rule}>
                  {index > 0 && t('client.between')}
                  <a href={hrefOf(row.rule)}>
                    <WholeNames>{ruleTitle(t, row)}</WholeNames>
                  </a>
                </Fragment>
              ))}
          </span>
        </p>
      )}
      {doubts && (
        <p className={classes.besides}>
          <Icon name="shadow" size={16} />
          <span>
            {t('client.in_doubt_of', { count: doubts.count, early: doubts.early, refused: doubts.refused })}
            {t('common.between_sentences')}
            {doubts.of.map((row, index) => (
              <Fragment key={row.rule}>
                {index > 0 && t('client.between')}
                <a href={hrefOf(row.rule)}>
                  <WholeNames>{ruleTitle(t, row)}</WholeNames>
                </a>
                {doubts.of.length > 1 && t('common.in_brackets', { text: doubtful(row) })}
              </Fragment>
            ))}
          </span>
        </p>
      )}
      {undecided.length > 0 && (
        <p className={classes.besides}>
          <Icon name="clock" size={16} />
          <span>
            {t('client.open_of', { count: undecided.length })}
            {t('common.between_sentences')}
            {undecided.map((row, index) => (
              <Fragment key={row.rule}>
                {index > 0 && t('client.between')}
                {/* What it found is said above; here it is what there is to decide. */}
                <a href={hrefOf(row.rule)}>
                  <WholeNames>{ruleTitle(t, { rule: row.rule, state: 'not_met' })}</WholeNames>
                </a>
              </Fragment>
            ))}
          </span>
        </p>
      )}
    </section>
  )
}

/** The rules that never came up, in one line until somebody wants to see them. */
function NotMet({ rows, children }: { rows: readonly VerdictView[]; children: (row: VerdictView) => React.ReactNode }) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (rows.length === 1) return children(rows[0]!)
  const shown = rows
    .slice(0, 2)
    .map(row => ruleTitle(t, row))
    .map((title, index) =>
      index > 0 && i18n.language === 'en' ? title.charAt(0).toLowerCase() + title.slice(1) : title,
    )
    .join(t('client.between'))
  return (
    <>
      {isOpen && rows.map(children)}
      <li>
        <UnstyledButton className={classes.fold ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron_down' : 'dashed'} size={14} />
          <span className={classes.rule_title}>{isOpen ? t('client.hide_rules') : shown}</span>
          {!isOpen && rows.length > 2 && (
            <span className={classes.rule_note}>{t('client.more', { n: rows.length - 2 })}</span>
          )}
        </UnstyledButton>
      </li>
    </>
  )
}

function Counts({ rows, among }: { rows: readonly VerdictView[]; among: readonly VerdictView[] }) {
  const { t } = useTranslation()
  const counts = countsOf(rows, among)
  return (
    <span className={classes.counts}>
      {MARKS.filter(mark => counts[mark] > 0).map(mark => (
        <span key={mark} data-mark={mark}>
          {t(`client.count.${mark}`, { count: counts[mark] })}
        </span>
      ))}
    </span>
  )
}

/** What was found, then all other rules by group: those that were kept, and those that never came up in one line. */
export function RuleList({ rows, open, hrefOf, named, ofRun, inside }: Props & { named: boolean; inside: number }) {
  const { t } = useTranslation()
  return (
    <>
      <Findings rows={rows} open={open} hrefOf={hrefOf} named={named} ofRun={ofRun} />
      {groupsOf(rows).map(({ group, rows: own }) => {
        const unmet = own.filter(row => markOf(row, rows) === 'not_met')
        const met = own.filter(row => !unmet.includes(row) || row.rule === open)
        const folded = unmet.filter(row => row.rule !== open)
        const rule = (row: VerdictView) => (
          <Rule key={row.rule} row={row} rows={rows} open={row.rule === open} href={hrefOf(row.rule)} ofRun={ofRun} />
        )
        return (
          <section key={group} className={classes.group} aria-label={t(`client.groups.${group}`)}>
            <header>
              <h2>{t(`client.groups.${group}`)}</h2>
              <Counts rows={own} among={rows} />
            </header>
            {group === 'receiver' && inside > 0 && (
              <p className={classes.besides}>
                <Icon name="inbox" size={16} />
                <span>{t('client.inside_ringback', { count: inside })}</span>
              </p>
            )}
            {group === 'receiver' && <NobodyThere />}
            <ul>
              {met.map(rule)}
              {folded.length > 0 && <NotMet rows={folded}>{rule}</NotMet>}
            </ul>
          </section>
        )
      })}
    </>
  )
}
