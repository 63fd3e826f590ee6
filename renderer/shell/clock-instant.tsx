import { Button, Group, Popover, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { asError } from '../components/error-text.tsx'
import { noForkText } from '../components/no-fork-text.ts'
import { useFork } from '../components/use-fork.ts'
import { useNoAnswer } from '../components/use-no-answer.ts'
import { dayAfter } from '../data/calendar.ts'
import { useClockControl } from '../data/clock-control.tsx'
import { useNoForkBefore } from '../data/recording.ts'
import { durationText, wallClock, ZONE_NAMES } from '../data/time-text.ts'
import { useEmulatedNow, useWorldClock } from '../data/world.tsx'
import { refusalText } from '../i18n/refusal-text.ts'
import { usePresenting } from '../routing/use-present.ts'
import { advanceFromText, instantFromText, passedToday } from './clock-moves.ts'

/** `2026-03-11 00:30:00 JST` */
export function instantText(at: number, zone: 'tokyo' | 'utc'): string {
  const { date, time } = wallClock(at, zone)
  return `${date} ${time} ${ZONE_NAMES[zone]}`
}

/** The past is reached by a fork alone: a new world, as this one was then. */
function Past({ at, isMeant }: { at: number; isMeant: boolean }) {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const fork = useFork()
  const no = useNoForkBefore(undefined)
  if (presenting) return null
  // Who may have meant another time is not told why not.
  if (no !== undefined) return isMeant && <span className="dim">{noForkText(t, no)}</span>
  return (
    <Action icon="fork" loading={fork.isPending} onClick={() => fork.mutate(new Date(at).toISOString())}>
      {t('clock.fork_at')}
    </Action>
  )
}

/** Goes to an instant that is typed. It stays open with what was typed until the clock is there. */
export function InstantInput() {
  const { t } = useTranslation()
  const clock = useWorldClock()
  const { advanceTyped, busy } = useClockControl()
  const now = useEmulatedNow() ?? 0
  const noAnswer = useNoAnswer()
  const previewId = useId()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string>()
  const at = text.trim() === '' ? undefined : instantFromText(text, now)
  const isPast = at !== undefined && at < now
  const passed = passedToday(text, now)
  const past = isPast ? at : passed

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = advanceFromText(text, clock.now() ?? 0)
    if (isPast) return setRefused(t('clock.instant_past'))
    if (!body) return setRefused(t('clock.instant_refused', { tomorrow: dayAfter(wallClock(now, 'tokyo').date, 1) }))
    setRefused(undefined)
    advanceTyped(body, error => {
      if (error === undefined) setOpened(false)
      else {
        const { title, text: reason, detail } = refusalText(t, asError(error))
        setRefused(detail ?? reason ?? title)
      }
    })
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus width={340} position="bottom-start">
      <Popover.Target>
        <Action icon="edit" disabled={noAnswer !== undefined} title={noAnswer} onClick={() => setOpened(!opened)}>
          {t('clock.go_to')}
        </Action>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            size="xs"
            data-autofocus
            label={t('clock.instant')}
            description={t('clock.instant_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="23:59:50"
            value={text}
            error={refused ?? (isPast ? t('clock.instant_past') : undefined)}
            onChange={event => {
              setText(event.currentTarget.value)
              setRefused(undefined)
            }}
          />
          <div id={previewId} role="status" aria-label={t('clock.preview')}>
            {at !== undefined && (
              <>
                <div>
                  {instantText(at, 'tokyo')}{' '}
                  <strong>
                    {t(isPast ? 'clock.preview_ago' : 'clock.preview_in', { span: durationText(Math.abs(at - now)) })}
                  </strong>
                </div>
                <div className="dim">{instantText(at, 'utc')}</div>
                {passed !== undefined && <div>{t('clock.passed_today', { at: wallClock(passed, 'tokyo').time })}</div>}
              </>
            )}
          </div>
          <Group mt="xs" gap="xs">
            <Button type="submit" size="compact-sm" loading={busy} aria-describedby={previewId}>
              {t('clock.advance')}
            </Button>
            {past !== undefined && <Past at={past} isMeant={isPast} />}
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
