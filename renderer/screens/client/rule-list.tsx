import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Icon, type IconName } from '../../components/icons.tsx'
import { ruleTitle } from '../../components/rule-title.ts'
import { findingText } from '../../i18n/said.ts'
import { countsOf, groupsOf, MARKS, type Mark, markOf } from './callers.ts'
import classes from './rule-list.module.css'

export const MARK_ICONS = {
  failed: 'cross',
  warned: 'alert',
  info: 'info',
  passed: 'check',
  not_met: 'dashed',
} as const satisfies Record<Mark, IconName>

interface Props {
  rows: readonly VerdictView[]
  open: string | undefined
  hrefOf: (rule: string) => string
}

function Rule({ row, open, href }: { row: VerdictView; open: boolean; href: string }) {
  const { t } = useTranslation()
  const mark = markOf(row)
  const [finding] = row.findings.filter(({ expected }) => !expected)
  return (
    <li>
      <a href={href} className={classes.rule} data-mark={mark} aria-current={open ? 'true' : undefined}>
        <Icon name={MARK_ICONS[mark]} size={14} label={t(`client.marks.${mark}`)} />
        <span className={classes.rule_title}>{ruleTitle(t, row)}</span>
        <span className={classes.rule_note}>
          {row.state === 'failed'
            ? t('client.times', { count: row.failed })
            : row.met > 0
              ? t('client.times', { count: row.met })
              : row.open > 0 && t('client.open', { count: row.open })}
        </span>
        {row.state === 'failed' && finding && (
          <span className={classes.rule_message}>{findingText(t, finding.sentence)}</span>
        )}
      </a>
    </li>
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
          <span className={classes.rule_title}>
            {isOpen
              ? t('client.hide_rules')
              : rows.length > 2
                ? t('client.more', { names: shown, n: rows.length - 2 })
                : shown}
          </span>
        </UnstyledButton>
      </li>
    </>
  )
}

function Counts({ rows }: { rows: readonly VerdictView[] }) {
  const { t } = useTranslation()
  const counts = countsOf(rows)
  return (
    <span className={classes.counts}>
      {MARKS.filter(mark => counts[mark] > 0).map(mark => (
        <span key={mark} data-mark={mark}>
          {t(`client.count.${mark}`, { n: counts[mark] })}
        </span>
      ))}
    </span>
  )
}

/** All rules by group: what failed first, then what was kept, and what never came up in one line. */
export function RuleList({ rows, open, hrefOf }: Props) {
  const { t } = useTranslation()
  return groupsOf(rows).map(({ group, rows: own }) => {
    const unmet = own.filter(row => row.state === 'not_met')
    const met = own.filter(row => row.state !== 'not_met' || row.rule === open)
    const folded = unmet.filter(row => row.rule !== open)
    const rule = (row: VerdictView) => (
      <Rule key={row.rule} row={row} open={row.rule === open} href={hrefOf(row.rule)} />
    )
    return (
      <section key={group} className={classes.group} aria-label={t(`client.groups.${group}`)}>
        <header>
          <h2>{t(`client.groups.${group}`)}</h2>
          <Counts rows={own} />
        </header>
        <ul>
          {met.map(rule)}
          {folded.length > 0 && <NotMet rows={folded}>{rule}</NotMet>}
        </ul>
      </section>
    )
  })
}
