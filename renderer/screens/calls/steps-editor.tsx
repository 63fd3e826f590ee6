import { ActionIcon, Button, NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CallStatus, CallStep } from '../../../server/contract/calls.ts'
import detail from '../../components/detail.module.css'
import { Icon } from '../../components/icons.tsx'
import { useContract } from '../../data/contract.ts'
import { unitText } from '../../data/time-text.ts'
import classes from './calls.module.css'

/** A step while it is edited: seconds instead of an ISO duration. */
export interface EditedStep {
  seconds: number
  to: CallStep
}

export const FIRST_STEPS: readonly EditedStep[] = [
  { seconds: 2, to: 'ringing' },
  { seconds: 8, to: 'connected' },
  { seconds: 45, to: 'ended' },
]

export const scriptOf = (steps: readonly EditedStep[]) =>
  steps.map(({ seconds, to }) => ({ after: `PT${seconds}S`, to }))

/** What can come after the steps so far: nothing once the call is over. */
function possibleAfter(
  steps: readonly EditedStep[],
  next: Record<CallStatus, readonly CallStep[]>,
): readonly CallStep[] {
  const last = steps.at(-1)?.to
  if (last === 'ended') return []
  return next[last ?? 'initiating']
}

interface Props {
  steps: readonly EditedStep[]
  onChange: (steps: readonly EditedStep[]) => void
}

/** A script, step by step; each step offers only what is possible there. */
export function StepsEditor({ steps, onChange }: Props) {
  const { t } = useTranslation()
  const next = useContract()?.next_steps
  if (!next) return null
  const following = possibleAfter(steps, next)
  const nameOf = (step: CallStep) => (step === 'ended' ? t('calls.ended') : t(`call_status.${step}`))
  const last = steps.at(-1)?.to
  const replace = (index: number, change: Partial<EditedStep>) => {
    const changed = steps.map((step, at) => (at === index ? { ...step, ...change } : step))
    // What came after another step may be impossible now.
    onChange(change.to === undefined ? changed : changed.slice(0, index + 1))
  }
  return (
    <fieldset className={classes.steps}>
      <legend>{t('calls.steps_about')}</legend>
      {steps.map(({ seconds, to }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
        <div key={index} className={classes.step}>
          <NumberInput
            size="xs"
            w={92}
            min={0}
            max={86_400}
            prefix="+"
            suffix={unitText('s')}
            aria-label={t('calls.step_after', { n: index + 1 })}
            value={seconds}
            onChange={value => replace(index, { seconds: Number(value) || 0 })}
          />
          <Select
            size="xs"
            flex={1}
            allowDeselect={false}
            aria-label={t('calls.step_to', { n: index + 1 })}
            data={possibleAfter(steps.slice(0, index), next).map(step => ({
              value: step,
              label: nameOf(step),
            }))}
            value={to}
            onChange={value => value && replace(index, { to: value as CallStep })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('calls.step_remove', { n: index + 1 })}
            onClick={() => onChange(steps.slice(0, index))}
          >
            <Icon name="cross" size={13} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.add_step}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={following.length === 0}
          leftSection={<Icon name="plus" size={12} />}
          onClick={() => following[0] && onChange([...steps, { seconds: 10, to: following[0] }])}
        >
          {t('calls.step_add')}
        </Button>
        {last !== undefined && following.length === 0 && (
          <span className={detail.note}>{t('calls.step_last', { step: nameOf(last) })}</span>
        )}
      </div>
    </fieldset>
  )
}
