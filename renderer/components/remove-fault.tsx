import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import { useAddFault, useFaults, useRemoveFault } from '../data/faults.ts'
import { Action } from './action.tsx'
import { notifyUndo } from './notify.tsx'

/** Whether it hits no request any more. */
const isSpent = ({ times, fired }: FaultView) => times !== undefined && fired >= times

/** Removes the fault that holds an answer, beside that answer: it stays held for its time, and no later one is. */
export function RemoveFault({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data } = useFaults()
  const remove = useRemoveFault()
  const add = useAddFault()
  if (data === undefined) return null
  const fault = data.data.find(one => one.id === id)
  if (fault === undefined || isSpent(fault)) return <span className="dim">{t('held_now.spent', { id })}</span>
  const { match, effect, times, probability, ttl } = fault
  const undo = () => add.mutate({ match, effect, times, probability, ttl })
  return (
    <Action
      icon="trash"
      loading={remove.isPending}
      title={t('held_now.removal')}
      onClick={() =>
        remove.mutate(id, { onSuccess: () => notifyUndo({ message: t('faults.was_removed', { id }), undo }) })
      }
    >
      {t('faults.remove_one', { id })}
    </Action>
  )
}
