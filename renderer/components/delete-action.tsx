import { Action } from './action.tsx'
import { ConfirmAction } from './confirm-action.tsx'

interface Props {
  /** The word on the button, and on the one that confirms it. */
  label: string
  question: string
  isPending: boolean
  /** Whether it cannot be pressed now. */
  isBarred?: boolean
  onConfirm: () => void
}

/** A button that deletes something for good, once it was asked whether it should. */
export function DeleteAction({ label, question, isPending, isBarred = false, onConfirm }: Props) {
  return (
    <ConfirmAction question={question} action={label} onConfirm={onConfirm}>
      {open => (
        <Action icon="trash" loading={isPending} disabled={isBarred} onClick={open}>
          {label}
        </Action>
      )}
    </ConfirmAction>
  )
}
