import { Group, Popover, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pace } from '../../server/control/protocol/common.ts'
import type { HostClockView } from '../../server/control/protocol/process.ts'
import { Action } from '../components/action.tsx'
import { Badge } from '../components/badge.tsx'
import { useClockControl } from '../data/clock-control.tsx'
import { durationText } from '../data/time-text.ts'
import { useClockView } from '../data/world.tsx'
import { useHref } from '../routing/use-place.ts'

type Reason = NonNullable<HostClockView['reason']>

function Mark({ offset_seconds, reason }: { offset_seconds: number; reason: Reason }) {
  const { t } = useTranslation()
  const href = useHref()
  const { advance } = useClockControl()
  const by = durationText(Math.abs(offset_seconds) * 1_000)
  const stands = offset_seconds === 0 ? 'followed' : offset_seconds > 0 ? 'ahead' : 'behind'
  const catchUp = () => advance({ by: `PT${Math.abs(offset_seconds) + 1}S` })
  return (
    <Popover width={340} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton>
          <Badge tone={stands === 'followed' ? 'quiet' : 'warn'} icon={stands === 'followed' ? 'info' : 'alert'}>
            {t(`host_clock.${stands}`, { by })}
          </Badge>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t(`host_clock.reasons.${reason}`)}</Text>
        <Text size="sm" mt="xs">
          {t(`host_clock.${stands}_hint`, { by })}
        </Text>
        <Group gap="xs" mt="sm" justify="flex-end">
          {stands === 'behind' && <Action onClick={catchUp}>{t('host_clock.catch_up', { by })}</Action>}
          <Action component="a" href={href('snapshots')}>
            {t('host_clock.to_reset')}
          </Action>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

/** At these paces a clock follows the machine's. */
const LIVE: readonly Pace[] = ['live', 'eager']

/** Beside the pace of a live clock, while it does not show what the machine shows, or has just jumped because the machine's did. */
export function HostClockMark() {
  const view = useClockView()
  if (view === undefined || !LIVE.includes(view.pace) || view.host.reason === null) return null
  return <Mark offset_seconds={view.host.offset_seconds} reason={view.host.reason} />
}
