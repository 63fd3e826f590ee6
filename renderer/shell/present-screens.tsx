import { Kbd, Menu, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icons.tsx'
import type { ScreenId } from '../routing/screens.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import { SCREENS, screenById } from '../screens/registry.ts'
import classes from './present.module.css'

/** Of these, hardly anything is left once what is behind the stage is gone. */
const BACKSTAGE: readonly ScreenId[] = ['tenants', 'snapshots']

/** From the screen that is shown to others to another one. */
export function PresentScreens() {
  const { t } = useTranslation()
  const href = useHref()
  const current = screenById(usePlace().segments[0])
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.screen}>
          {current && <span>{t(`screens.${current.id}`)}</span>}
          <span className={current && 'visually-hidden'}>{t('present.screens')}</span>
          <Icon name="chevron_down" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div>
          {SCREENS.filter(({ id }) => !BACKSTAGE.includes(id)).map(({ id, icon, key }) => (
            <Menu.Item
              key={id}
              component="a"
              href={href(id)}
              leftSection={<Icon name={icon} />}
              rightSection={<Kbd size="xs" aria-hidden>{`g ${key}`}</Kbd>}
              aria-current={id === current?.id ? 'page' : undefined}
            >
              {t(`screens.${id}`)}
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
