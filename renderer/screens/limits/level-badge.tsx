import { useTranslation } from 'react-i18next'
import type { LimitView } from '../../../server/control/protocol/limits.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import type { IconName } from '../../components/icons.tsx'
import { type Level, levelOf } from '../../components/meter.tsx'

const LEVELS = {
  calm: { tone: 'good', icon: 'check' },
  near: { tone: 'warn', icon: 'alert' },
  full: { tone: 'fast', icon: 'limits' },
} as const satisfies Record<Level, { tone: Tone; icon: IconName }>

/** How many are left, or that none are. */
export function LevelBadge({ view: { limit, used, remaining } }: { view: LimitView }) {
  const { t } = useTranslation()
  if (limit === null)
    return (
      <Badge tone="quiet" icon="minus">
        {t('limits.unlimited')}
      </Badge>
    )
  if (limit === 0)
    return (
      <Badge tone="quiet" icon="blocked">
        {t('limits.unavailable')}
      </Badge>
    )
  const level = levelOf(used, limit)
  return (
    <Badge {...LEVELS[level]}>
      {level === 'full' ? t('limits.level_full') : t('limits.left', { left: (remaining ?? 0).toLocaleString('en') })}
    </Badge>
  )
}
