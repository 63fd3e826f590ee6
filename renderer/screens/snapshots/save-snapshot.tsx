import { Button, FileButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotView } from '../../../server/control/protocol/snapshots.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { Panel } from '../../components/panel.tsx'
import { useGoToOpened } from '../../components/use-go-to-opened.ts'
import { useOpenFile } from '../../data/open-file.ts'
import { useSaveSnapshot, useUploadSnapshot } from '../../data/snapshots.ts'
import { bytesText } from '../../data/time-text.ts'
import { useWorldId } from '../../data/world.tsx'
import { isCapsule, NAME_PATTERN, nameOfFile, nextName } from './names.ts'
import classes from './snapshots.module.css'

/** Keeps the world as it is now under a name, or a file that was downloaded before. */
export function SaveSnapshot({ taken }: { taken: readonly string[] }) {
  const { t } = useTranslation()
  const world = useWorldId()
  const [typed, setTyped] = useState<string>()
  const save = useSaveSnapshot()
  const upload = useUploadSnapshot()
  const openFile = useOpenFile()
  const goToOpened = useGoToOpened()
  const name = typed ?? nextName(taken)
  const isValid = new RegExp(`^${NAME_PATTERN}$`).test(name)

  const kept = ({ name: done, bytes }: SnapshotView) => {
    setTyped(undefined)
    notifyDone(t('snapshots.was_saved', { name: done, size: bytesText(bytes) }))
  }
  const run = () => {
    upload.reset()
    openFile.reset()
    save.mutate(name, { onSuccess: kept })
  }
  const error = save.error ?? upload.error ?? openFile.error
  return (
    <Panel title={t('snapshots.save_title')} about={t('snapshots.save_hint')}>
      <form className={classes.save} onSubmit={event => event.preventDefault()}>
        <TextInput
          size="xs"
          label={t('snapshots.name')}
          value={name}
          error={isValid ? undefined : t('snapshots.name_refused')}
          maxLength={64}
          autoComplete="off"
          onFocus={event => event.currentTarget.select()}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <ConfirmAction
          question={t('snapshots.replace_question', { name })}
          action={t('snapshots.replace')}
          onConfirm={run}
        >
          {ask => (
            <Button
              type="submit"
              size="xs"
              loading={save.isPending}
              disabled={!isValid}
              leftSection={<Icon name="snapshots" size={14} />}
              onClick={() => (taken.includes(name) ? ask() : run())}
            >
              {t('snapshots.save')}
            </Button>
          )}
        </ConfirmAction>
        <FileButton
          accept=".db,.sqlite,.sqlite3,.ringback-capsule,application/octet-stream"
          inputProps={{ 'aria-label': t('snapshots.file') }}
          onChange={file => {
            if (file === null) return
            save.reset()
            upload.reset()
            openFile.reset()
            if (isCapsule(file.name)) {
              openFile.mutate({ file }, { onSuccess: opened => goToOpened(opened, file.name) })
              return
            }
            const wanted = nameOfFile(file.name, world)
            upload.mutate({ name: taken.includes(wanted) ? nextName(taken) : wanted, file }, { onSuccess: kept })
          }}
        >
          {props => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={upload.isPending || openFile.isPending}
              title={t('snapshots.upload_about')}
              leftSection={<Icon name="upload" size={14} />}
            >
              {t('snapshots.upload')}
            </Button>
          )}
        </FileButton>
      </form>
      {error && (
        <p role="alert" className={classes.refused}>
          <ErrorText error={error} />
        </p>
      )}
    </Panel>
  )
}
