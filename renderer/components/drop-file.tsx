import { FileButton } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'
import { Action } from './action.tsx'
import classes from './drop-file.module.css'

interface Props {
  /** What may be dropped here. */
  label: string
  button: string
  /** What such a file has to hold. */
  hint?: string
  /** Endings, with their dots. */
  accept: string
  busy: boolean
  onFile: (file: File) => void
  /** What stands there in place of the label, once there is a file. */
  children?: ReactNode
}

/** A place for one file: to be dropped, or chosen with the button. */
export function DropFile({ label, button, hint, accept, busy, onFile, children }: Props) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <section
      aria-label={label}
      className={classes.drop}
      data-takes-files
      data-over={isOver ? '' : undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        over(event)
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <FileButton accept={accept} inputProps={{ 'aria-label': label }} onChange={file => file !== null && onFile(file)}>
        {props => (
          <Action {...props} icon="upload" loading={busy}>
            {button}
          </Action>
        )}
      </FileButton>
      {children ?? (
        <span className="dim">
          {label}
          {hint !== undefined && <small className={classes.hint}>{hint}</small>}
        </span>
      )}
    </section>
  )
}
