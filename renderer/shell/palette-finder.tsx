import { Highlight, Input, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icons.tsx'
import { useWorldId } from '../data/world.tsx'
import { isOfInputMethod } from '../keyboard/of-input-method.ts'
import { useShown } from '../routing/use-present.ts'
import { Keys } from './keys.tsx'
import classes from './palette.module.css'
import { type Opens, type PaletteAction, usePaletteGroups } from './palette-groups.ts'
import type { Group } from './palette-rank.ts'
import { noteRecent } from './palette-recent.ts'

const MOST_SHOWN = 40

/** The first rows of some groups, without the groups of which none is left. */
function cut(groups: readonly Group<PaletteAction>[], most: number): readonly Group<PaletteAction>[] {
  let left = most
  return groups.flatMap(({ group, actions }) => {
    const first = actions.slice(0, left)
    left -= first.length
    return first.length === 0 ? [] : [{ group, actions: first }]
  })
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface RowProps {
  id: string
  action: PaletteAction
  query: string
  isSelected: boolean
  onTake: () => void
}

function Row({ id, action: { icon, label, description, stroke }, query, isSelected, onTake }: RowProps) {
  // What is cut up is looked through before: in pieces, a phone number is none.
  const shown = useShown()
  return (
    <UnstyledButton
      component="div"
      role="option"
      id={id}
      aria-selected={isSelected}
      tabIndex={-1}
      className={classes.row}
      // The focus stays where the letters go.
      onMouseDown={event => event.preventDefault()}
      onClick={onTake}
    >
      <Icon name={icon} />
      <span className={classes.name}>
        <Highlight component="span" highlight={shown(query)}>
          {shown(label)}
        </Highlight>
        {description !== undefined && <span className={classes.description}> {description}</span>}
      </span>
      {stroke !== undefined && (
        // The keys that do the same without the palette.
        <span aria-hidden>
          <Keys stroke={stroke} />
        </span>
      )}
    </UnstyledButton>
  )
}

export interface FinderProps extends Opens {
  query: string
  onQuery: (query: string) => void
  onClose: () => void
}

/** What is typed, and the list of what has it: a combobox whose focus stays in the field. */
export function Finder({ query, onQuery, onClose, ...opens }: FinderProps) {
  const { t } = useTranslation()
  const world = useWorldId()
  const id = useId()
  /** Where the arrow keys have gone in what this finds; it stays selected when the server has found something that comes before it. */
  const [reached, setReached] = useState<{ in: string; id: string | undefined }>()
  const { groups, isSettled, first } = usePaletteGroups(query, opens)
  const shown = cut(groups, MOST_SHOWN)
  const rows = shown.flatMap(({ actions }) => actions)
  const count = groups.reduce((sum, { actions }) => sum + actions.length, 0)
  const selected =
    rows.find(row => reached?.in === query && row.id === reached.id) ?? rows.find(row => row.id === first)
  // Spaces would part it in two.
  const idOf = (row: PaletteAction) => `${id}-${encodeURIComponent(row.id)}`
  const selectedId = selected && idOf(selected)
  const typed = query.trim()

  useLayoutEffect(() => {
    if (selectedId !== undefined) document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])

  const field = useRef<HTMLInputElement>(null)
  // Somebody may have typed already in the field that stood here before.
  useLayoutEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const take = (row: PaletteAction) => {
    noteRecent(world, row.id)
    // What it opens then knows what had the focus before the palette.
    flushSync(onClose)
    row.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const from = selected === undefined ? Math.min(-step, 0) : rows.indexOf(selected)
      setReached({ in: query, id: rows.at((from + step) % rows.length)?.id })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (selected !== undefined) take(selected)
    }
  }
  const resultsText =
    count > rows.length
      ? t('palette.first_results', { first: rows.length, count })
      : t('palette.results', { count: rows.length })
  return (
    <>
      <Input
        ref={field}
        size="lg"
        className={classes.field ?? ''}
        leftSection={<Icon name="search" />}
        data-autofocus
        role="combobox"
        aria-label={t('palette.placeholder')}
        aria-autocomplete="list"
        aria-expanded={rows.length > 0}
        aria-controls={rows.length > 0 ? id : undefined}
        aria-activedescendant={selectedId}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('palette.placeholder')}
        value={query}
        onChange={event => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {rows.length > 0 && (
        <div id={id} className={classes.list} role="listbox" tabIndex={-1} aria-label={t('palette.list')}>
          {shown.map(({ group, actions }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
            <div key={group} role="group" aria-label={group}>
              <div className={classes.group} aria-hidden>
                {group}
              </div>
              {actions.map(row => (
                <Row
                  key={row.id}
                  id={idOf(row)}
                  action={row}
                  query={typed}
                  isSelected={row === selected}
                  onTake={() => take(row)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <div role="status" className={rows.length > 0 ? 'visually-hidden' : classes.none}>
        {typed !== '' && isSettled && (rows.length > 0 ? resultsText : t('palette.nothing', { query: typed }))}
      </div>
    </>
  )
}
