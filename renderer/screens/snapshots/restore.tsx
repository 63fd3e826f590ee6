import { useTranslation } from 'react-i18next'
import { keptBeforeRestore, MOST_KEPT_SNAPSHOTS } from '../../../server/contract/kept-snapshots.ts'
import type { SnapshotView } from '../../../server/control/protocol/snapshots.ts'
import { Action } from '../../components/action.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { useRestoreSnapshot, useSnapshots } from '../../data/snapshots.ts'
import { wallClock } from '../../data/time-text.ts'
import classes from './snapshots.module.css'

type Restored = Pick<SnapshotView, 'name' | 'now' | 'sending' | 'brings_verdicts'>

/** What a restore does, to be read before it is pressed. */
function RestoreQuestion({ name, now, sending, brings_verdicts: run }: Restored) {
  const { t } = useTranslation()
  const { data, broken } = useSnapshots().data ?? { data: [], broken: [] }
  const { date, time } = wallClock(Date.parse(now), 'tokyo')
  const kept = keptBeforeRestore([...data, ...broken.map(file => ({ ...file, automatic: false }))], name)
  return (
    <>
      {t('snapshots.restore_question', { name })}
      {[
        t('snapshots.restore_clock', { now: `${date} ${time}` }),
        ...(sending === 'inbox_only' ? [t('snapshots.restore_inbox_only')] : []),
        t(run ? 'snapshots.restore_run' : 'snapshots.restore_client'),
        t('snapshots.restore_forks'),
        t('snapshots.restore_kept', { kept: kept.name }),
        ...(kept.leaving.length === 0
          ? []
          : [t('snapshots.restore_drops', { names: kept.leaving.join(', '), most: MOST_KEPT_SNAPSHOTS })]),
      ].map(effect => (
        <span key={effect} className={classes.effect}>
          {effect}
        </span>
      ))}
    </>
  )
}

/** Says that something took the place of the world, and offers what was kept of it: also when the pane that it was pressed in has closed. */
export function useTakeBack() {
  const { t } = useTranslation()
  const restore = useRestoreSnapshot()
  const told = (kept: string, message: string) => notifyUndo({ message, undo: () => void takeBack(kept) })
  const takeBack = (from: string) =>
    restore.mutateAsync({ name: from, undo: true }).then(
      ({ kept }) => told(kept, t('snapshots.was_undone', { name: from, kept })),
      () => {},
    )
  return { restore, told }
}

/** Puts a snapshot in the place of everything, and can take that back. */
export function Restore(snapshot: Restored) {
  const { name } = snapshot
  const { t } = useTranslation()
  const { restore, told } = useTakeBack()
  const run = () =>
    restore.mutateAsync({ name }).then(
      ({ kept, dropped }) =>
        told(
          kept,
          [
            t('snapshots.was_restored', { name, kept }),
            ...(dropped.length === 0 ? [] : [t('snapshots.was_dropped', { names: dropped.join(', ') })]),
          ].join(t('snapshots.and_then')),
        ),
      () => {},
    )
  return (
    <ConfirmAction
      question={<RestoreQuestion {...snapshot} />}
      action={t('snapshots.restore')}
      onConfirm={() => void run()}
    >
      {open => (
        <Action
          loading={restore.isPending}
          aria-label={t('snapshots.restore_one', { name })}
          icon="replay"
          onClick={open}
        >
          {t('snapshots.restore')}
        </Action>
      )}
    </ConfirmAction>
  )
}
