import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { refusalText } from '../i18n/refusal-text.ts'
import { asError } from './error-text.tsx'
import { Icon } from './icons.tsx'

const LONG_MS = 9_000

/** Says that something is done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', icon: <Icon name="check" />, withBorder: true })
}

/** Says what went wrong; stays longer, since the message ends with the way out. */
export function notifyFailed(error: unknown): void {
  const { title, text, detail } = refusalText(i18next.t, asError(error))
  notifications.show({
    title,
    message: detail === undefined ? text : <span lang="en">{detail}</span>,
    color: 'red',
    icon: <Icon name="alert" />,
    autoClose: LONG_MS,
    withBorder: true,
  })
}

/** Says why something is not so, where nothing has gone wrong. */
export function notifyNote(message: string): void {
  notifications.show({ message, color: 'iris', icon: <Icon name="info" />, autoClose: LONG_MS, withBorder: true })
}

/** Says something, and offers what can be done about it. */
export function notifyOffer({ message, label, run }: { message: string; label: string; run: () => void }): void {
  const id = notifications.show({
    color: 'iris',
    autoClose: LONG_MS,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            run()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  })
}

/** Says that something is done and offers to take it back. */
export const notifyUndo = ({ message, undo }: { message: string; undo: () => void }): void =>
  notifyOffer({ message, label: i18next.t('common.undo'), run: undo })
