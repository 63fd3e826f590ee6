import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Icon } from '../components/icons.tsx'
import { useWorlds } from '../data/queries.ts'
import { useWorldId } from '../data/world.tsx'
import { pathIn } from '../routing/paths.ts'
import { usePlace } from '../routing/use-place.ts'
import classes from './shell.module.css'

/** Which world is shown. Changing it stays on the same screen. */
export function WorldSwitch() {
  const { t } = useTranslation()
  const world = useWorldId()
  const { segments } = usePlace()
  const [, navigate] = useLocation()
  const { data: worlds = [] } = useWorlds()
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <Button
          fullWidth
          size="compact-md"
          variant="default"
          classNames={{ label: classes.world_label ?? '', inner: classes.world_inner ?? '' }}
          leftSection={<Icon name="world" />}
          rightSection={<Icon name="chevron_down" size={13} />}
          aria-label={t('shell.world_is', { world })}
        >
          {world}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.worlds')}</Menu.Label>
        <Menu.RadioGroup value={world} onChange={chosen => navigate(pathIn(chosen, ...segments.slice(0, 1)))}>
          {worlds.map(({ world_id, fixture, seed }) => (
            <Menu.RadioItem key={world_id} value={world_id} closeMenuOnClick>
              {world_id}
              <div className="dim">{t('shell.world_made_of', { fixture, seed })}</div>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
