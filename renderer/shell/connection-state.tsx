import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Badge, type Tone } from '../components/badge.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon, type IconName } from '../components/icons.tsx'
import { desktop } from '../data/desktop.ts'
import { useHealth } from '../data/health.ts'
import { reloadIfCodeIsMissing } from '../data/missed-code.ts'
import { type MissingWorld, useMissingWorld } from '../data/queries.ts'
import type { Connection } from '../data/stream.ts'
import { useClockView, useConnection } from '../data/world.tsx'
import classes from './shell.module.css'

const SIGNS = {
  connecting: { tone: 'quiet', icon: 'more' },
  open: { tone: 'good', icon: 'plug' },
  lost: { tone: 'bad', icon: 'plug' },
} as const satisfies Record<Connection['state'], { tone: Tone; icon: IconName }>

const MISSING_SIGNS = {
  no: { tone: 'warn', icon: 'world' },
  broken: { tone: 'bad', icon: 'alert' },
} as const satisfies Record<MissingWorld, { tone: Tone; icon: IconName }>

export function ConnectionBadge() {
  const { t } = useTranslation()
  const connection = useConnection().state
  const isKnown = useClockView() !== undefined
  const missing = useMissingWorld()
  // Beside a clock that shows no time yet, nothing is connected.
  const state = connection === 'open' && !isKnown ? 'connecting' : connection
  if (missing !== undefined)
    return (
      <Badge {...MISSING_SIGNS[missing]} look="plain">
        {t(`connection.${missing}_world`)}
      </Badge>
    )
  return (
    <Badge {...SIGNS[state]} look="plain">
      {t(`connection.${state}`)}
    </Badge>
  )
}

/** How to bring the emulator back: the desktop window runs it itself, a browser can only say what to type. */
function Restart() {
  const { t } = useTranslation()
  const command = useHealth().data?.started?.restart
  if (desktop !== undefined)
    return <Action onClick={() => void desktop?.run('restart_emulator')}>{t('connection.restart')}</Action>
  if (command === undefined) return null
  return (
    <span className={classes.command}>
      <code>{command}</code>
      <CopyButton text={command} what={t('common.command')} />
    </span>
  )
}

/** Below the screen, where it moves nothing, while the server does not answer: that what is shown is the last that was known, where something is, and how to bring it back. */
export function ConnectionLost() {
  const { t } = useTranslation()
  const { state } = useConnection()
  const missing = useMissingWorld()
  const isKnown = useClockView() !== undefined
  // What it said of itself while it was there.
  const isToldHow = useHealth().data?.started != null || desktop !== undefined
  useEffect(() => {
    if (state === 'open') reloadIfCodeIsMissing()
  }, [state])
  return (
    <div className={classes.notice} data-tone="bad" role="alert">
      {state === 'lost' && missing === undefined && (
        <>
          <Icon name="plug" />
          <strong>{t('connection.lost_title')}</strong>
          <span>
            {/* A page that was never told anything shows no state, and one that was may have panes that were not. */}
            {isKnown && `${t('connection.lost_state')}${t('common.between_sentences')}`}
            {t(isToldHow ? 'connection.lost_hint' : 'connection.lost_hint_unknown')}
          </span>
          <Restart />
        </>
      )}
    </div>
  )
}
