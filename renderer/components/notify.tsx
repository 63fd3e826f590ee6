import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { refusalText } from '../i18n/refusal-text.ts'
import { asError } from './error-text.tsx'
import { Icon } from './icons.tsx'

const LONG_MS = 9_000

/** What is still said of each subject. */
const saidOf = new Map<string, string>()

/** What is said anew of a subject takes the place of what was said before: several at once would cover what they are about. */
function replace(about: string | undefined, id: string): void {
  if (about === undefined) return
  withdraw(about)
  saidOf.set(about, id)
}

/** Takes back what is said of a subject: it is no longer so. */
export function withdraw(about: string): void {
  const before = saidOf.get(about)
  if (before !== undefined) notifications.hide(before)
  saidOf.delete(about)
}

/** Says that something is done; it stays longer where there is more to read. */
export function notifyDone(message: string, { about, stays = false }: { about?: string; stays?: boolean } = {}): void {
  const done = { message, color: 'teal', icon: <Icon name="check" />, withBorder: true }
  replace(about, notifications.show(stays ? { ...done, autoClose: LONG_MS } : done))
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

interface Offer {
  message: string
  /** The subject of which this is the newest. */
  about?: string
  /** Whether what is said went well or not, where it did either. */
  tone?: keyof typeof COLORS | undefined
}
const COLORS = { good: 'teal', warn: 'yellow', bad: 'red' } as const

/** Says something, and offers what can be done about it. */
export function notifyOffer({ message, label, run, about, tone }: Offer & { label: string; run: () => void }): string {
  const id = notifications.show({
    color: tone === undefined ? 'iris' : COLORS[tone],
    autoClose: LONG_MS,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          // A long message breaks, and not the word of its button.
          flex="none"
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
  replace(about, id)
  return id
}

/** Says what something came to, which went well or not. */
export function notifyOutcome(message: string, tone: keyof typeof COLORS | undefined): void {
  const icon = <Icon name={tone === 'good' ? 'check' : tone === undefined ? 'info' : 'alert'} />
  const color = tone === undefined ? 'iris' : COLORS[tone]
  notifications.show({ message, color, icon, autoClose: LONG_MS, withBorder: true })
}

/** What can still be taken back. */
const undos = new Set<string>()

/** Says that something is done and offers to take it back. */
export function notifyUndo({ undo, ...offer }: Offer & { undo: () => void }): void {
  undos.add(notifyOffer({ ...offer, label: i18next.t('common.undo'), run: undo }))
}

/** In another world nothing is offered to be taken back: it would be taken back in the one before. */
export function withdrawUndos(): void {
  for (const id of undos) notifications.hide(id)
  undos.clear()
}
