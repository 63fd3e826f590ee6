import { useTranslation } from 'react-i18next'
import type { Tone } from '../components/badge.tsx'
import { useChangedAssumptions, useFailingDeliveries, useLiveFaults, useUsedUpLimits } from '../data/badges.ts'
import { useStandingFindings } from '../data/verdicts.ts'
import type { ScreenId } from '../routing/screens.ts'
import classes from './shell.module.css'

function Count({ count, tone, says }: { count: number; tone: Tone; says: string }) {
  if (count === 0) return null
  return (
    <span className={classes.count} data-tone={tone} title={says}>
      <span aria-hidden>{count > 999 ? '999+' : count}</span>
      <span className="visually-hidden">{says}</span>
    </span>
  )
}

function UsedUp() {
  const { t } = useTranslation()
  const count = useUsedUpLimits()
  return <Count count={count} tone="bad" says={t('badges.limits', { count })} />
}

function Failing() {
  const { t } = useTranslation()
  const { retrying, failed } = useFailingDeliveries()
  const says = [
    ...(retrying > 0 ? [t('badges.retrying', { count: retrying })] : []),
    ...(failed > 0 ? [t('badges.failed', { count: failed })] : []),
  ]
  return <Count count={retrying + failed} tone={failed > 0 ? 'bad' : 'warn'} says={says.join(', ')} />
}

function Faults() {
  const { t } = useTranslation()
  const { own, drills } = useLiveFaults()
  const says = [
    ...(own > 0 ? [t('badges.faults', { count: own })] : []),
    ...(drills > 0 ? [t('badges.fault_drills', { count: drills })] : []),
  ]
  return <Count count={own + drills} tone="warn" says={says.join(', ')} />
}

function Changed() {
  const { t } = useTranslation()
  const count = useChangedAssumptions()
  return <Count count={count} tone="warn" says={t('badges.assumptions', { count })} />
}

function Findings() {
  const { t } = useTranslation()
  const findings = useStandingFindings()
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  if (errors === 0) return <Count count={warnings} tone="warn" says={t('badges.warnings', { count: warnings })} />
  return <Count count={errors} tone="bad" says={t('badges.errors', { count: errors })} />
}

/** What of a screen is worth a look although another one is open. Each is a component of its own, since each hears of something else. */
const BADGES: Partial<Record<ScreenId, () => React.ReactNode>> = {
  limits: UsedUp,
  webhooks: Failing,
  client: Findings,
  faults: Faults,
  assumptions: Changed,
}

export function NavBadge({ screen }: { screen: ScreenId }) {
  const Badge = BADGES[screen]
  return Badge === undefined ? null : <Badge />
}
