import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Badge } from '../components/badge.tsx'
import { UnderWay } from '../components/under-way.tsx'
import { useEmulatedNow, useWorldId } from '../data/world.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { usePlace } from '../routing/use-place.ts'
import { present } from '../routing/use-present.ts'
import { screenById } from '../screens/registry.ts'
import { instantText } from './clock-instant.tsx'
import classes from './present.module.css'
import { usePresentGuard } from './present-guard.ts'

const leave = () => present(false)

/** All that is left around a screen that is shown to others: what it is, that nothing secret stands on it, and the way out. */
export function PresentBar() {
  const { t } = useTranslation()
  const world = useWorldId()
  const now = useEmulatedNow()
  const screen = screenById(usePlace().segments[0])
  usePresentGuard()
  // What is open on the screen was there before, and is closed before.
  useShortcuts({ escape: { does: t('present.leave'), run: leave } }, { when: 'unbound' })
  return (
    <header className={classes.bar}>
      <img src="/icon.svg" alt="" />
      <strong>Ringback</strong>
      {screen && <span className={classes.screen}>{t(`screens.${screen.id}`)}</span>}
      <span className="dim">{world}</span>
      {now !== undefined && <span className={classes.now}>{instantText(now, 'tokyo')}</span>}
      <UnderWay />
      <div className={classes.end}>
        <Badge tone="quiet" icon="eye_off" title={t('present.hidden_hint')}>
          {t('present.secrets_hidden')}
        </Badge>
        <Action
          onClick={leave}
          rightSection={
            <Kbd size="xs" className={classes.key}>
              Esc
            </Kbd>
          }
        >
          {t('present.leave')}
        </Action>
      </div>
    </header>
  )
}
