import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorText } from '../components/error-text.tsx'
import form from '../components/form.module.css'
import { useLabelWorld, useWorlds } from '../data/queries.ts'

const LONGEST = 80

/** The label of a world. Its id stays: keys, addresses and tests go by it. */
export function RenameWorld({ world, onClose }: { world: string; onClose: () => void }) {
  const { t } = useTranslation()
  const label = useWorlds().data?.data.find(({ world_id }) => world_id === world)?.label ?? ''
  const [typed, setTyped] = useState<string>()
  const save = useLabelWorld(world)
  const text = typed ?? label
  return (
    <Dialog title={t('shell.rename_world', { world })} onClose={onClose}>
      <form
        className={form.stack}
        onSubmit={event => {
          event.preventDefault()
          save.mutate(text.trim() || null, { onSuccess: onClose })
        }}
      >
        <TextInput
          size="xs"
          data-autofocus
          label={t('shell.world_label')}
          placeholder={world}
          maxLength={LONGEST}
          autoComplete="off"
          value={text}
          description={t('shell.world_label_hint', { world })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={save.error && <ErrorText error={save.error} />}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <div className={form.end}>
          <Action onClick={onClose}>{t('common.cancel')}</Action>
          <Action type="submit" variant="filled" loading={save.isPending}>
            {t('shell.rename')}
          </Action>
        </div>
      </form>
    </Dialog>
  )
}
