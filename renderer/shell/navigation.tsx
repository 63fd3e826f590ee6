import { ActionIcon, Kbd, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icons.tsx'
import { hasToken, signOut } from '../data/access.ts'
import { useMissingWorld } from '../data/queries.ts'
import { usePauseOfLive } from '../data/use-still.ts'
import { MODIFIER } from '../keyboard/modifier.ts'
import { runStroke } from '../keyboard/use-shortcuts.ts'
import { SCREEN_GROUPS, type ScreenGroup, WELCOME } from '../routing/screens.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import { SCREENS } from '../screens/registry.ts'
import { ConnectionBadge } from './connection-state.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { NavBadge } from './nav-badge.tsx'
import classes from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'
import { WorldSwitch } from './world-switch.tsx'

function Group({ group }: { group: ScreenGroup }) {
  const { t } = useTranslation()
  const href = useHref()
  const { segments } = usePlace()
  // A world that is not there has nothing to count.
  const missing = useMissingWorld()
  // Whoever has paused it finds it paused.
  const paused = usePauseOfLive(segments[0])()
  const hrefOf = (id: string) => (id === 'live' && paused !== '' ? `${href(id)}?${paused}` : href(id))
  return (
    <li>
      <h2 id={`screens-${group}`} className={classes.group}>
        {t(`shell.groups.${group}`)}
      </h2>
      <ul aria-labelledby={`screens-${group}`}>
        {SCREENS.filter(screen => screen.group === group).map(({ id, icon, key }) => (
          <li key={id}>
            <a href={hrefOf(id)} className={classes.link} aria-current={segments[0] === id ? 'page' : undefined}>
              <Icon name={icon} />
              {t(`screens.${id}`)} <kbd aria-hidden>g {key}</kbd>
              {missing === undefined && <NavBadge screen={id} />}
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The screens in their groups, above them the world and the way to everything by name. */
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
      <button type="button" className={classes.search} onClick={() => runStroke('mod+k')}>
        <Icon name="search" size={14} />
        {t('shell.search')}
        <Kbd aria-hidden>{MODIFIER === '⌘' ? '⌘K' : 'ctrl K'}</Kbd>
      </button>
      <ul className={classes.list}>
        {SCREEN_GROUPS.map(group => (
          <Group key={group} group={group} />
        ))}
        <li className={classes.apart}>
          <a href={href(WELCOME)} className={classes.link} aria-current={segments[0] === WELCOME ? 'page' : undefined}>
            <Icon name="info" />
            {t('welcome.name')}
          </a>
        </li>
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
        <Tooltip label={`${t('help.title')} (?)`}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('help.title')} onClick={() => runStroke('?')}>
            <Kbd size="xs" aria-hidden>
              ?
            </Kbd>
          </ActionIcon>
        </Tooltip>
      </div>
    </nav>
  )
}
