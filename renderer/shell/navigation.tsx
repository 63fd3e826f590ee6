import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icons.tsx'
import { hasToken, signOut } from '../data/access.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import { SCREENS } from '../screens/registry.ts'
import { ConnectionBadge } from './connection-state.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'
import { WorldSwitch } from './world-switch.tsx'

export function Navigation() {
  const { t } = useTranslation()
  const href = useHref()
  const { segments } = usePlace()
  return (
    <nav className={classes.navigation} aria-label={t('shell.navigation')}>
      <div className={classes.brand}>
        <img src="/icon.svg" alt="" />
        Ringback
      </div>
      <div className={classes.world}>
        <WorldSwitch />
      </div>
      <ul className={classes.list}>
        {SCREENS.map(({ id, icon, key }) => (
          <li key={id}>
            <a href={href(id)} className={classes.link} aria-current={segments[0] === id ? 'page' : undefined}>
              <Icon name={icon} />
              {t(`screens.${id}`)}
              <kbd aria-hidden>g {key}</kbd>
            </a>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <ConnectionBadge />
        <span className="push" />
        {hasToken() && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('access.sign_out')} onClick={signOut}>
            <Icon name="external" />
          </ActionIcon>
        )}
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </nav>
  )
}
