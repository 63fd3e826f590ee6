import { Button, FocusTrap } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type NoFork, useRecord } from '../../data/recording.ts'
import { Action } from '../action.tsx'
import { noForkText } from '../no-fork-text.ts'
import { notifyDone } from '../notify.tsx'
import { useFork } from '../use-fork.ts'
import classes from './axis.module.css'
import type { Geometry } from './geometry.ts'
import { besideLine, lineTop } from './ghost.tsx'
import type { Stop } from './stops.ts'

interface Props {
  stop: Stop
  x: number
  /** Where the present stands. */
  now: number
  told: readonly string[]
  geometry: Geometry
  /** Why it cannot be forked there. */
  no: NoFork | undefined
  onClose: () => void
}

/** What a request calls itself, or the instant: where the fork begins. */
const placeOf = (stop: Stop) =>
  stop.kind === 'past' && stop.before !== undefined ? stop.before.value.request_id : new Date(stop.at).toISOString()

/** A new world as this one was. This one is not touched, so it is asked for and not undone. */
export function ForkOffer({ stop, x, now, told, geometry, no, onClose }: Props) {
  const { t } = useTranslation()
  const { mutate, isPending } = useFork()
  const { mutate: record, isPending: isRecording } = useRecord()
  const { line, text } = besideLine(x, { width: geometry.width, now })
  const [title = '', ...rest] = told
  return (
    <div className={classes.ghost} style={{ height: geometry.height }}>
      <div className={classes.ghost_line} style={{ ...line, top: lineTop(geometry) }} />
      <FocusTrap>
        <div
          role="dialog"
          aria-label={title}
          className={classes.ghost_text}
          data-offer=""
          style={text}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            onClose()
          }}
        >
          <div>{rest.join(' ')}</div>
          <div className="dim">{no === undefined ? t('axis.fork_about') : noForkText(t, no)}</div>
          <div className={classes.offer}>
            {no === undefined && (
              <Button
                size="compact-sm"
                data-autofocus
                loading={isPending}
                onClick={() => mutate(placeOf(stop), { onError: onClose })}
              >
                {title}
              </Button>
            )}
            {no?.why === 'off' && (
              <Button
                size="compact-sm"
                loading={isRecording}
                onClick={() =>
                  record(undefined, { onSuccess: () => notifyDone(t('axis.recorded')), onSettled: onClose })
                }
              >
                {t('axis.record')}
              </Button>
            )}
            <Action data-autofocus={no === undefined ? undefined : ''} onClick={onClose}>
              {t(no === undefined ? 'common.cancel' : 'common.close')}
            </Action>
          </div>
        </div>
      </FocusTrap>
    </div>
  )
}
