import { Button, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keptBeforeReset, MOST_KEPT_SNAPSHOTS } from '../../../server/contract/kept-snapshots.ts'
import type { ResetBody } from '../../../server/control/protocol/worlds.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { DateField } from '../../components/date-field.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import form from '../../components/form.module.css'
import { Icon } from '../../components/icons.tsx'
import { Panel } from '../../components/panel.tsx'
import { useContract } from '../../data/contract.ts'
import { useWorldObject } from '../../data/queries.ts'
import { useResetWorld, useSnapshots } from '../../data/snapshots.ts'
import { instantOfTokyo, tokyoInput } from '../../data/tokyo-input.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useTakeBack } from './restore.tsx'
import classes from './snapshots.module.css'

const CLOCKS = ['same', 'live', 'instant'] as const
type ClockChoice = (typeof CLOCKS)[number]

/** Back to a fresh start, with the same seed, fixture and clock or others. */
export function ResetWorld() {
  const { t } = useTranslation()
  const world = useWorldObject().data
  const fixtures = useContract()?.fixtures ?? []
  const now = useEmulatedNow(60_000)
  const reset = useResetWorld()
  const saved = useSnapshots().data
  const { restore, told } = useTakeBack()
  const [seed, setSeed] = useState<string | number>()
  const [fixture, setFixture] = useState<ResetBody['fixture']>()
  const [clock, setClock] = useState<ClockChoice>('same')
  const [typed, setTyped] = useState<string>()
  if (!world || now === undefined || saved === undefined) return null
  const { name: kept, leaving } = keptBeforeReset([
    ...saved.data,
    ...saved.broken.map(file => ({ ...file, automatic: false })),
  ])
  const instant = typed ?? tokyoInput(now)
  const chosenSeed = Number(seed ?? world.seed)
  const chosenInstant = clock === 'instant' ? instantOfTokyo(instant) : undefined
  const chosenClock = clock === 'live' ? clock : chosenInstant
  const body: ResetBody = {
    seed: seed === undefined || seed === '' ? undefined : chosenSeed,
    fixture,
    clock: chosenClock,
  }
  return (
    <Panel title={t('snapshots.reset_title')} about={t('snapshots.reset_hint')}>
      <div className={form.stack}>
        <div className={form.fields}>
          <Select
            size="xs"
            label={t('snapshots.fixture')}
            allowDeselect={false}
            data={fixtures}
            value={fixture ?? world.fixture}
            onChange={value => setFixture((value ?? undefined) as ResetBody['fixture'])}
          />
          <NumberInput
            size="xs"
            label={t('snapshots.seed')}
            allowDecimal={false}
            value={seed ?? world.seed}
            onChange={setSeed}
          />
          <Select
            size="xs"
            label={t('snapshots.clock')}
            allowDeselect={false}
            data={CLOCKS.map(value => ({ value, label: t(`snapshots.clock_${value}`) }))}
            value={clock}
            onChange={value => setClock((value ?? 'same') as ClockChoice)}
          />
          {clock === 'instant' && (
            <DateField
              type="datetime-local"
              label={t('snapshots.instant')}
              error={t('snapshots.instant_refused')}
              value={instant}
              onChange={setTyped}
            />
          )}
        </div>
        {reset.error && (
          <p role="alert" className={classes.refused}>
            <ErrorText error={reset.error} />
          </p>
        )}
        <div className={form.end}>
          <ConfirmAction
            question={
              <>
                {t('snapshots.reset_question', { world: world.label ?? world.world_id })}
                {[
                  t('snapshots.reset_rest'),
                  t('snapshots.restore_kept', { kept }),
                  ...(leaving.length === 0
                    ? []
                    : [t('snapshots.reset_drops', { names: leaving.join(', '), most: MOST_KEPT_SNAPSHOTS })]),
                ].map(effect => (
                  <span key={effect} className={classes.effect}>
                    {effect}
                  </span>
                ))}
              </>
            }
            action={t('snapshots.reset')}
            onConfirm={() =>
              reset.mutate(
                { body, kept, leaving },
                {
                  onSuccess: () =>
                    told(
                      kept,
                      [
                        t('snapshots.was_reset', { world: world.label ?? world.world_id, kept }),
                        ...(leaving.length === 0 ? [] : [t('snapshots.was_dropped', { names: leaving.join(', ') })]),
                      ].join(t('snapshots.and_then')),
                    ),
                },
              )
            }
          >
            {open => (
              <Button
                size="xs"
                variant="default"
                loading={reset.isPending || restore.isPending}
                leftSection={<Icon name="replay" size={14} />}
                onClick={open}
              >
                {t('snapshots.reset')}
              </Button>
            )}
          </ConfirmAction>
        </div>
      </div>
    </Panel>
  )
}
