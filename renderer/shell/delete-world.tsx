import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Dialog } from '../components/dialog.tsx'
import form from '../components/form.module.css'
import { notifyDone } from '../components/notify.tsx'
import { useRemoveWorld } from '../data/queries.ts'

interface Props {
  world: string
  onDeleted: () => void
  onClose: () => void
}

export function DeleteWorld({ world, onDeleted, onClose }: Props) {
  const { t } = useTranslation()
  const remove = useRemoveWorld()
  const confirm = () => {
    // The page leaves the world first: what it would go on asking for is about to end.
    onDeleted()
    remove.mutateAsync(world).then(
      () => notifyDone(t('shell.world_was_removed', { world })),
      () => {},
    )
  }
  return (
    <Dialog title={t('shell.delete_world', { world })} onClose={onClose}>
      <Text mb="sm">{t('shell.remove_world_question', { world })}</Text>
      <div className={form.end}>
        <Action onClick={onClose}>{t('common.cancel')}</Action>
        <Button size="compact-sm" color="red" data-autofocus onClick={confirm}>
          {t('shell.remove_world')}
        </Button>
      </div>
    </Dialog>
  )
}
