import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { Action } from '../../components/action.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { notifyDone, notifyUndo } from '../../components/notify.tsx'
import { useAddFault, useRemoveAllFaults, useRemoveFault } from '../../data/faults.ts'
import { bodyOf } from './draft.ts'

/** Removes all faults, or, while a drill runs, first those that are not of it: without its own it may have nothing to judge. */
export function RemoveAll({ faults }: { faults: readonly FaultView[] }) {
  const { t } = useTranslation()
  const removeAll = useRemoveAllFaults()
  const remove = useRemoveFault()
  const add = useAddFault()
  const ofDrill = faults.filter(({ drill }) => drill?.is_on === true)
  const mine = faults.filter(fault => !ofDrill.includes(fault))
  const [{ drill } = { drill: null }] = ofDrill
  // Oldest first, so that the newest again comes before the others.
  const layAgain = async () => {
    for (const fault of mine.toReversed()) await add.mutateAsync(bodyOf(fault))
  }
  const done = (count: number) => {
    const message = t('faults.were_removed', { count })
    if (mine.length === 0) notifyDone(message)
    else notifyUndo({ message, undo: () => void layAgain().catch(() => undefined) })
  }
  const removeMine = () => {
    void Promise.all(mine.map(({ id }) => remove.mutateAsync(id))).then(
      () => done(mine.length),
      () => undefined,
    )
  }
  const isOfBoth = drill !== null && mine.length > 0
  return (
    <ConfirmAction
      question={
        drill === null
          ? t('faults.remove_all_question', { count: faults.length })
          : t('faults.remove_of_drill', { count: ofDrill.length, drill: drill.drill })
      }
      action={isOfBoth ? t('faults.remove_every', { count: faults.length }) : t('faults.remove_all')}
      onConfirm={() => removeAll.mutate(undefined, { onSuccess: () => done(faults.length) })}
      instead={
        isOfBoth ? { action: t('faults.remove_mine', { count: mine.length }), onConfirm: removeMine } : undefined
      }
    >
      {ask => (
        <Action disabled={faults.length === 0} icon="trash" onClick={ask}>
          {t('faults.remove_all')}
        </Action>
      )}
    </ConfirmAction>
  )
}
