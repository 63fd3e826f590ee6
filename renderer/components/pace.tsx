import { useTranslation } from 'react-i18next'
import type { Pace } from '../../server/control/protocol/common.ts'
import { Badge, type Tone } from './badge.tsx'
import type { IconName } from './icons.tsx'

export type Mode = 'frozen' | 'live' | 'eager' | 'fast'
export const modeOf = (pace: Pace): Mode => (typeof pace === 'number' ? 'fast' : pace)
const MODES = {
  frozen: { tone: 'frozen', icon: 'freeze' },
  live: { tone: 'good', icon: 'play' },
  eager: { tone: 'good', icon: 'skip' },
  fast: { tone: 'fast', icon: 'fast' },
} as const satisfies Record<Mode, { tone: Tone; icon: IconName }>

/** How a clock runs. */
export function PaceBadge({ pace, look }: { pace: Pace; look?: 'soft' | 'plain' | undefined }) {
  const { t } = useTranslation()
  const mode = modeOf(pace)
  return (
    <Badge {...MODES[mode]} look={look}>
      {mode === 'fast' ? `×${pace}` : t(`clock.${mode}`)}
    </Badge>
  )
}
