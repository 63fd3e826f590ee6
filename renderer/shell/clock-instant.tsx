import { Button, Popover, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { useClockControl } from '../data/clock-control.tsx'
import { useWorldClock } from '../data/world.tsx'
import { advanceFromText } from './clock-moves.ts'

/** Goes to an instant that is typed. */
export function InstantInput() {
  const { t } = useTranslation()
  const clock = useWorldClock()
  const { advance } = useClockControl()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = advanceFromText(text, clock.now() ?? 0)
    setRefused(body === undefined)
    if (!body) return
    advance(body)
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus width={320} position="bottom-start">
      <Popover.Target>
        <Action icon="edit" onClick={() => setOpened(!opened)}>
          {t('clock.go_to')}
        </Action>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            data-autofocus
            label={t('clock.instant')}
            description={t('clock.instant_hint')}
            placeholder="23:59:50"
            value={text}
            error={refused ? t('clock.instant_refused') : undefined}
            onChange={event => {
              setText(event.currentTarget.value)
              setRefused(false)
            }}
          />
          <Button type="submit" size="compact-sm" mt="xs">
            {t('clock.advance')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
