import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Dialog } from '../components/dialog.tsx'
import form from '../components/form.module.css'
import { useGoToOpened } from '../components/use-go-to-opened.ts'
import { useOpenFile } from '../data/open-file.ts'
import classes from './world-file.module.css'
import { WorldFileProblems } from './world-file-problems.tsx'

const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** A part of the screen that takes files of its own (`DropFile`). */
const isTaken = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('[data-takes-files]') !== null

/** Makes a world of a world file, a capsule or a snapshot that is dropped anywhere on the page, and goes there. */
export function WorldFileDrop() {
  const { t } = useTranslation()
  const goToOpened = useGoToOpened()
  const [isOver, setOver] = useState(false)
  const [file, setFile] = useState<File>()
  const { mutate, error, isPending } = useOpenFile()

  const dropped = useEffectEvent((event: DragEvent) => {
    setOver(false)
    const [first] = event.dataTransfer?.files ?? []
    if (first === undefined || isTaken(event)) return
    event.preventDefault()
    setFile(first)
    mutate(
      { file: first },
      {
        onSuccess: opened => {
          setFile(undefined)
          goToOpened(opened, first.name)
        },
      },
    )
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      setOver(holdsFile(event) && !isTaken(event))
      // Otherwise the browser would leave the page for the file.
      if (holdsFile(event)) event.preventDefault()
    }
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => dropped(event)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', left)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', left)
      window.removeEventListener('drop', drop)
    }
  }, [])

  const close = () => setFile(undefined)
  return (
    <>
      {isOver && <div className={classes.over}>{t('shell.drop_file')}</div>}
      {file !== undefined && isPending && (
        <div role="status" className={classes.over}>
          {t('shell.opening_file', { name: file.name })}
        </div>
      )}
      {file !== undefined && error && (
        <Dialog title={t('shell.new_world')} onClose={close}>
          <div className={form.stack}>
            <WorldFileProblems name={file.name} error={error} />
            <div className={form.end}>
              <Action onClick={close}>{t('common.close')}</Action>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
