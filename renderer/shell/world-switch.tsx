import { Button, Combobox, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { ListedWorld } from '../../server/control/protocol/worlds.ts'
import { Action } from '../components/action.tsx'
import { Badge } from '../components/badge.tsx'
import { Icon } from '../components/icons.tsx'
import { PaceBadge } from '../components/pace.tsx'
import { type ProblemView, useProblems } from '../data/health.ts'
import { useWorlds } from '../data/queries.ts'
import { durationText, wallClock } from '../data/time-text.ts'
import { useWorldId } from '../data/world.tsx'
import { DEFAULT_WORLD, pathIn } from '../routing/paths.ts'
import { usePlace } from '../routing/use-place.ts'
import { DeleteWorld, DeleteWorlds, NewWorld, RenameWorld } from './dialogs.tsx'
import { nameOfWorld } from './world-name.ts'
import { FEW_WORLDS, isWorldWith, type WorldRow } from './world-row.ts'
import classes from './world-switch.module.css'

/** In seconds: longer ago than anything. */
const NEVER = Number.MAX_SAFE_INTEGER

/** The default world first, then those that were used last, by the clock of the machine: the worlds' own clocks compare with nothing. */
const inOrder = (worlds: readonly ListedWorld[]): ListedWorld[] =>
  worlds.toSorted(
    (one, other) =>
      Number(other.world_id === DEFAULT_WORLD) - Number(one.world_id === DEFAULT_WORLD) ||
      (one.idle_seconds ?? NEVER) - (other.idle_seconds ?? NEVER),
  )

const clockText = (at: string) => {
  const { date, time } = wallClock(Date.parse(at), 'tokyo')
  return `${date.slice('yyyy-'.length)} ${time}`
}

function ProblemOf({ problem }: { problem: ProblemView | undefined }) {
  const { t } = useTranslation()
  if (problem === undefined) return null
  return (
    <Badge tone="bad" icon="alert" look="plain">
      {t(`problems.${problem.kind}`)}
    </Badge>
  )
}

function Cells({ row, problem }: { row: WorldRow; problem: ProblemView | undefined }) {
  const { t } = useTranslation()
  const {
    world_id,
    label,
    fixture = '',
    seed,
    pace,
    now,
    requests,
    last_answer_seconds: answered,
    errors = 0,
    forked_from: origin,
  } = row
  const madeOf = seed === undefined ? undefined : t('shell.world_made_of', { fixture, seed })
  const forked = origin && t('shell.world_forked', { world: origin.world_id, at: clockText(origin.at) })
  return (
    <>
      <span className={classes.name} title={forked ?? madeOf}>
        {label ?? world_id} {label !== undefined && <span className="dim">{world_id}</span>}{' '}
        {origin && <span className="dim">← {origin.world_id}</span>} <ProblemOf problem={problem} />
        {errors > 0 && (
          <Badge tone="bad" icon="cross" look="plain" title={t('badges.errors', { count: errors })}>
            <span aria-hidden>{errors.toLocaleString('en')}</span>
            <span className="visually-hidden">{t('badges.errors', { count: errors })}</span>
          </Badge>
        )}
      </span>
      <span>{pace !== undefined && <PaceBadge pace={pace} look="plain" />}</span>
      <span className="nowrap">{now !== undefined && clockText(now)}</span>
      <span className={classes.number}>{requests?.toLocaleString('en')}</span>
      <span className={classes.number}>
        {answered == null ? '–' : t('shell.world_ago', { time: durationText(Math.floor(answered) * 1_000) })}
      </span>
    </>
  )
}

/** Which world is shown, and a list of all of them to search, with how each fares. Changing it stays on the same screen. */
export function WorldSwitch() {
  const { t } = useTranslation()
  const world = useWorldId()
  const { segments } = usePlace()
  const [, navigate] = useLocation()
  const { data, refetch } = useWorlds()
  const problems = useProblems()
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<'new' | 'rename' | 'delete'>()
  /** The world that is to be deleted, once it was asked whether it is. */
  const [doomed, setDoomed] = useState<string>()
  const [isDeleting, setIsDeleting] = useState(false)
  /** What was searched for when it was asked to delete several. */
  const [searched, setSearched] = useState('')
  const list = useCombobox({
    onDropdownOpen: () => {
      // Tests make worlds and remove them without telling this page.
      void refetch()
      list.focusSearchInput()
    },
    onDropdownClose: () => {
      list.resetSelectedOption()
      list.focusTarget()
      setSearch('')
      setIsDeleting(false)
    },
  })
  // The options are on the page only while they are shown: with many worlds, they would be drawn anew for nothing.
  const { dropdownOpened, selectActiveOption, selectFirstOption } = list
  const wanted = search.trim().toLowerCase()
  useEffect(() => {
    if (!dropdownOpened) return
    // Enter goes to what was searched for.
    if (wanted === '') selectActiveOption()
    else selectFirstOption()
  }, [dropdownOpened, wanted, selectActiveOption, selectFirstOption])
  const worlds: WorldRow[] = [
    ...inOrder(data?.data ?? []),
    ...(data?.broken.map(({ world_id }) => ({ world_id })) ?? []),
  ]
  const found = worlds.filter(row => isWorldWith(wanted, row))
  // The default world cannot be deleted.
  const choice = isDeleting ? found.filter(({ world_id }) => world_id !== DEFAULT_WORLD) : found
  const opened = list.dropdownOpened ? choice : []
  const troubled = worlds.filter(({ world_id }) => world_id !== world && problems.has(world_id)).length
  const open = (next: 'new' | 'rename' | 'delete') => {
    setSearched(search)
    list.closeDropdown()
    setDialog(next)
  }
  const label = worlds.find(({ world_id }) => world_id === world)?.label
  const goTo = (chosen: string) => {
    setDialog(undefined)
    navigate(pathIn(chosen, ...segments.slice(0, 1)))
  }
  return (
    <>
      <Combobox
        store={list}
        position="bottom-start"
        width={620}
        onOptionSubmit={chosen => {
          list.closeDropdown()
          if (isDeleting) setDoomed(chosen)
          else goTo(chosen)
        }}
      >
        <Combobox.Target targetType="button">
          <Button
            fullWidth
            size="compact-md"
            variant="default"
            classNames={{ label: classes.label ?? '', inner: classes.inner ?? '' }}
            leftSection={
              troubled > 0 ? (
                <span className={classes.troubled}>
                  <Icon name="alert" />
                </span>
              ) : (
                <Icon name="world" />
              )
            }
            title={
              troubled > 0 ? t('shell.worlds_troubled', { count: troubled }) : nameOfWorld({ world_id: world, label })
            }
            rightSection={<Icon name="chevron_down" size={13} />}
            aria-label={t('shell.world_is', { world: nameOfWorld({ world_id: world, label }) })}
            onClick={() => list.toggleDropdown()}
          >
            <span className={classes.shown}>{label ?? world}</span>
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            value={search}
            aria-label={t('shell.find_world')}
            placeholder={isDeleting ? t('shell.choose_to_delete') : t('shell.find_world_of', { count: worlds.length })}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          <div className={classes.head} aria-hidden>
            <span>{t('shell.world')}</span>
            <span>{t('clock.pace')}</span>
            <span>{t('shell.world_clock')}</span>
            <span className={classes.number}>{t('screens.requests')}</span>
            <span className={classes.number}>{t('shell.world_last')}</span>
          </div>
          <Combobox.Options className={classes.worlds ?? ''} aria-label={t('shell.worlds')}>
            {opened.map(row => (
              <Combobox.Option
                key={row.world_id}
                value={row.world_id}
                className={classes.option ?? ''}
                active={row.world_id === world}
                selected={row.world_id === world}
              >
                <Cells row={row} problem={problems.get(row.world_id)} />
              </Combobox.Option>
            ))}
            {choice.length === 0 && <Combobox.Empty>{t('shell.no_such_world')}</Combobox.Empty>}
          </Combobox.Options>
          <Combobox.Footer className={classes.foot ?? ''}>
            <Action icon="plus" onClick={() => open('new')}>
              {t('shell.new_world')}…
            </Action>
            <Action icon="edit" onClick={() => open('rename')}>
              {t('shell.rename_this')}
            </Action>
            <Action
              icon="trash"
              variant={isDeleting ? 'light' : 'default'}
              aria-pressed={isDeleting}
              onClick={() => {
                setIsDeleting(before => !before)
                list.focusSearchInput()
              }}
            >
              {t('shell.delete_one')}
            </Action>
            {worlds.length > FEW_WORLDS && <Action onClick={() => open('delete')}>{t('shell.delete_several')}…</Action>}
            {/* How many there are stands in the field, until something is typed there. */}
            {choice.length < worlds.length && (
              <span className={classes.shown_of}>
                {t('shell.worlds_of', { count: worlds.length, shown: choice.length })}
              </span>
            )}
          </Combobox.Footer>
        </Combobox.Dropdown>
      </Combobox>
      {dialog === 'new' && <NewWorld onCreated={goTo} onClose={() => setDialog(undefined)} />}
      {dialog === 'rename' && <RenameWorld world={world} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteWorlds
          worlds={worlds.filter(({ world_id }) => world_id !== DEFAULT_WORLD)}
          current={world}
          search={searched}
          onDelete={gone => {
            setDialog(undefined)
            if (gone.includes(world)) goTo(DEFAULT_WORLD)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {doomed !== undefined && (
        <DeleteWorld
          world={doomed}
          onDeleted={() => {
            setDoomed(undefined)
            if (doomed === world) goTo(DEFAULT_WORLD)
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}
