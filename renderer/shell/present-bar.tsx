import { Kbd, Tooltip } from '@mantine/core'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from 'wouter/use-browser-location'
import { Action } from '../components/action.tsx'
import { Badge } from '../components/badge.tsx'
import { notifyOffer, withdraw } from '../components/notify.tsx'
import { PaceBadge } from '../components/pace.tsx'
import { useStage } from '../components/stage-scale.ts'
import { UnderWay } from '../components/under-way.tsx'
import { useClockView, useEmulatedNow, useWorldId } from '../data/world.tsx'
import { runStroke, useShortcuts } from '../keyboard/use-shortcuts.ts'
import { present } from '../routing/use-present.ts'
import { instantText } from './clock-instant.tsx'
import classes from './present.module.css'
import { usePresentGuard } from './present-guard.ts'
import { PresentScreens } from './present-screens.tsx'
import { useWayBack } from './use-way-back.ts'

const leave = () => present(false)

const LEFT = 'present.left'

/** The key closes what is open as well, so it may have been pressed once too often. */
function leaveByKey(): void {
  leave()
  notifyOffer({
    message: i18next.t('present.left'),
    label: i18next.t('present.again'),
    run: () => present(true),
    about: LEFT,
  })
}

/** Worlds of one run share how they begin, and those of one kind how they end: where it has no room, a name loses its middle. */
const END = 6
/** With a longer name, a usual window has no room for the keys on the buttons. */
const LONG = 10

function World({ name }: { name: string }) {
  return (
    <span className={classes.world} title={name} data-long={name.length > LONG || undefined}>
      <span>{name.slice(0, -END)}</span>
      <span>{name.slice(-END)}</span>
    </span>
  )
}

/** What "secrets" are is not for the page alone to know: whoever shows it decides by that what to show. */
function WhatIsHidden() {
  const { t } = useTranslation()
  return (
    <Tooltip
      multiline
      w={400}
      events={{ hover: true, focus: true, touch: true }}
      label={
        <>
          <p className={classes.told}>{t('present.hidden_hint')}</p>
          <p className={classes.told}>{t('present.shown_hint')}</p>
        </>
      }
    >
      <button type="button" className={classes.hidden}>
        <Badge tone="quiet" icon="eye_off">
          {t('present.secrets_hidden')}
        </Badge>
      </button>
    </Tooltip>
  )
}

/** All that is left around a screen that is shown to others: what it is, the way to others, that nothing secret stands on it, and the way out. */
export function PresentBar() {
  const { t } = useTranslation()
  const world = useWorldId()
  const now = useEmulatedNow()
  const pace = useClockView()?.pace
  usePresentGuard()
  useStage()
  // That Present has ended is no longer so.
  useEffect(() => withdraw(LEFT), [])
  // What is open is closed first, by either key (`components/split.tsx`).
  const from = useWayBack()
  useShortcuts(
    {
      escape: { does: t('present.leave'), run: leaveByKey },
      ...(from !== undefined && { backspace: { does: t('present.back'), run: () => navigate(from) } }),
    },
    { when: 'unbound' },
  )
  return (
    <header className={classes.bar} data-came={from === undefined ? undefined : ''}>
      <img src="/icon.svg" alt="" />
      <strong>Ringback</strong>
      <PresentScreens />
      <World name={world} />
      {now !== undefined && <span className={classes.now}>{instantText(now, 'tokyo')}</span>}
      {pace !== undefined && <PaceBadge pace={pace} look="plain" />}
      <UnderWay />
      <div className={classes.end}>
        <WhatIsHidden />
        <Action className={classes.back ?? ''} icon="chevron_left" onClick={() => runStroke('backspace')}>
          {t('present.back')}
          <Kbd size="xs" className={classes.key}>
            Backspace
          </Kbd>
          <Kbd size="xs" className={`${classes.key} ${classes.closes}`}>
            Esc
          </Kbd>
        </Action>
        <Action onClick={leave}>
          {t('present.leave')}
          <Kbd size="xs" className={`${classes.key} ${classes.leaves}`}>
            Esc
          </Kbd>
        </Action>
      </div>
    </header>
  )
}
