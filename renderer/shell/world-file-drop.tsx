import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Action } from '../components/action.tsx'
import { Dialog } from '../components/dialog.tsx'
import form from '../components/form.module.css'
import { useCreateWorldFromFile } from '../data/queries.ts'
import { pathIn } from '../routing/paths.ts'
import classes from './world-file.module.css'
import { WorldFileProblems } from './world-file-problems.tsx'

const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** A part of the screen that takes files of its own (`DropFile`). */
const isTaken = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('[data-takes-files]') !== null

/** Makes a world of a world file that is dropped anywhere on the page, and goes there. */
export function WorldFileDrop() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [isOver, setOver] = useState(false)
  const [file, setFile] = useState<File>()
  const { mutate, error } = useCreateWorldFromFile()

  useEffect(() => {
    const over = (event: DragEvent) => {
      setOver(holdsFile(event) && !isTaken(event))
      // Otherwise the browser would leave the page for the file.
      if (holdsFile(event)) event.preventDefault()
    }
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const dropped = (event: DragEvent) => {
      setOver(false)
      const [first] = event.dataTransfer?.files ?? []
      if (first === undefined || isTaken(event)) return
      event.preventDefault()
      setFile(first)
      mutate(first, {
        onSuccess: ({ world_id }) => {
          setFile(undefined)
          navigate(pathIn(world_id))
        },
      })
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', left)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', left)
      window.removeEventListener('drop', dropped)
    }
  }, [mutate, navigate])

  const close = () => setFile(undefined)
  return (
    <>
      {isOver && <div className={classes.over}>{t('shell.drop_world_file')}</div>}
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
