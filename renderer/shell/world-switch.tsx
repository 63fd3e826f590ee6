import { Button, Combobox, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Badge } from '../components/badge.tsx'
import { Icon } from '../components/icons.tsx'
import { type ProblemView, useProblems } from '../data/health.ts'
import { useWorlds } from '../data/queries.ts'
import { useWorldId } from '../data/world.tsx'
import { pathIn } from '../routing/paths.ts'
import { usePlace } from '../routing/use-place.ts'
import classes from './shell.module.css'

/** Of a broken world nothing is known but its name. */
interface WorldRow {
  world_id: string
  fixture: string
  seed: number | undefined
}

function ProblemOf({ problem }: { problem: ProblemView | undefined }) {
  const { t } = useTranslation()
  if (problem === undefined) return null
  return (
    <div>
      <Badge tone="bad" icon="alert" look="plain">
        {t(`problems.${problem.kind}`)}
      </Badge>
    </div>
  )
}

/** Which world is shown, and a list of all of them to search. Changing it stays on the same screen. */
export function WorldSwitch() {
  const { t } = useTranslation()
  const world = useWorldId()
  const { segments } = usePlace()
  const [, navigate] = useLocation()
  const { data, refetch } = useWorlds()
  const problems = useProblems()
  const [search, setSearch] = useState('')
  const list = useCombobox({
    onDropdownOpen: () => {
      // Tests make worlds and remove them without telling this page.
      void refetch()
      list.focusSearchInput()
      list.selectActiveOption()
    },
    onDropdownClose: () => {
      list.resetSelectedOption()
      list.focusTarget()
      setSearch('')
    },
  })
  const wanted = search.trim().toLowerCase()
  const worlds: WorldRow[] = [
    ...(data?.data ?? []),
    ...(data?.broken.map(({ world_id }) => ({ world_id, fixture: '', seed: undefined })) ?? []),
  ]
  const found = worlds.filter(({ world_id, fixture }) => `${world_id} ${fixture}`.toLowerCase().includes(wanted))
  const troubled = worlds.filter(({ world_id }) => world_id !== world && problems.has(world_id)).length
  return (
    <Combobox
      store={list}
      position="bottom-start"
      width={260}
      onOptionSubmit={chosen => {
        list.closeDropdown()
        navigate(pathIn(chosen, ...segments.slice(0, 1)))
      }}
    >
      <Combobox.Target targetType="button">
        <Button
          fullWidth
          size="compact-md"
          variant="default"
          classNames={{ label: classes.world_label ?? '', inner: classes.world_inner ?? '' }}
          leftSection={
            troubled > 0 ? (
              <span className={classes.troubled}>
                <Icon name="alert" />
              </span>
            ) : (
              <Icon name="world" />
            )
          }
          title={troubled > 0 ? t('shell.worlds_troubled', { count: troubled }) : undefined}
          rightSection={<Icon name="chevron_down" size={13} />}
          aria-label={t('shell.world_is', { world })}
          onClick={() => list.toggleDropdown()}
        >
          {world}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          aria-label={t('shell.find_world')}
          placeholder={t('shell.find_world')}
          onChange={event => {
            setSearch(event.currentTarget.value)
            list.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options className={classes.worlds ?? ''} aria-label={t('shell.worlds')}>
          {found.map(({ world_id, fixture, seed }) => (
            <Combobox.Option
              key={world_id}
              value={world_id}
              className={classes.world_option ?? ''}
              active={world_id === world}
              selected={world_id === world}
            >
              {world_id}
              {seed !== undefined && <div className="dim">{t('shell.world_made_of', { fixture, seed })}</div>}
              <ProblemOf problem={problems.get(world_id)} />
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('shell.no_such_world')}</Combobox.Empty>}
        </Combobox.Options>
        <Combobox.Footer>{t('shell.worlds_count', { count: found.length, all: worlds.length })}</Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  )
}
