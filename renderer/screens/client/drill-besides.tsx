import { useTranslation } from 'react-i18next'
import type { DrillView } from '../../../server/control/protocol/drills.ts'
import type { FindingView, VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Badge } from '../../components/badge.tsx'
import { ruleTitle } from '../../components/rule-title.ts'
import { SEVERITY_SIGNS } from '../../components/severity.ts'
import { useVerdicts } from '../../data/verdicts.ts'
import { findingText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './drills.module.css'

interface Found {
  readonly row: VerdictView
  readonly finding: FindingView
}

/** What the rules have found of what came in a drill, beside what it is judged by. */
function useFoundBesides({ drill_id, conditions }: Pick<DrillView, 'drill_id' | 'conditions'>): readonly Found[] {
  const { data } = useVerdicts()
  const told = new Set(conditions.flatMap(({ reasons }) => reasons).map(({ finding_id }) => finding_id))
  const own = new Set(data?.in_drills.filter(one => one.drill_id === drill_id).map(one => one.finding_id))
  return (data?.data ?? []).flatMap(row =>
    row.findings
      .filter(
        one => one.severity !== 'information' && !one.expected && own.has(one.finding_id) && !told.has(one.finding_id),
      )
      .map(finding => ({ row, finding })),
  )
}

/** Whoever has passed a drill may have done something else that is wrong: each with a way there. */
export function Besides({ view }: { view: DrillView }) {
  const { t } = useTranslation()
  const href = useHref()
  return useFoundBesides(view).map(({ row, finding: { finding_id, severity, sentence } }) => (
    <p key={finding_id} className={classes.besides}>
      <Badge {...SEVERITY_SIGNS[severity]} look="plain">
        {t('drills.besides')}
        {t('common.colon')}
        <a className="link" href={`${href('client', row.rule)}?finding=${finding_id}`}>
          {ruleTitle(t, row)}
        </a>
      </Badge>
      <span>{findingText(t, sentence)}</span>
    </p>
  ))
}
