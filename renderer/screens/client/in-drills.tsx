import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { FindingView, InDrillView } from '../../../server/control/protocol/verdicts.ts'
import { useDrillsOfFinding } from '../../data/verdicts.ts'
import { inJapanese } from '../../i18n/drill-texts.ts'
import { useHref } from '../../routing/use-place.ts'

type Of = Pick<FindingView, 'finding_id'> | undefined

/** What a drill is called in the language of the page. */
function useTitle(): (of: Pick<InDrillView, 'drill' | 'title'>) => string {
  const { i18n } = useTranslation()
  return ({ drill, title }) => inJapanese(drill, i18n.language)?.title ?? title
}

/** In which drills a finding was made, each a way there; nothing where it was in none. */
export function InDrills({ finding }: { finding: Of }) {
  const { t } = useTranslation()
  const href = useHref()
  const titleOf = useTitle()
  return useDrillsOfFinding(finding).map(one => (
    <span key={one.drill_id}>
      {t(one.whole ? 'client.in_drill' : 'client.in_drill_in_part')}
      {t('common.colon')}
      <Link className="link" href={href('client', 'drills', one.drill)}>
        {titleOf(one)}
      </Link>
    </span>
  ))
}

/** The same where a whole row is one link. */
export function InDrillsNote({ finding, className }: { finding: Of; className: string | undefined }) {
  const { t } = useTranslation()
  const titleOf = useTitle()
  return useDrillsOfFinding(finding).map(one => (
    <span key={one.drill_id} className={className}>
      {t(one.whole ? 'client.in_drill' : 'client.in_drill_in_part')}
      {t('common.colon')}
      {titleOf(one)}
    </span>
  ))
}
