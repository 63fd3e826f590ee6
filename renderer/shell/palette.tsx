import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Icon, type IconName } from '../components/icons.tsx'
import { useClockControl } from '../data/clock-control.tsx'
import { useMissingWorld, useTenants, useWorlds } from '../data/queries.ts'
import { isoDurationText } from '../data/time-text.ts'
import { useWorldId } from '../data/world.tsx'
import { chooseLanguage, LANGUAGES } from '../i18n/i18n.ts'
import { boundKeys, runStroke, useShortcuts } from '../keyboard/use-shortcuts.ts'
import { type Noun, placeOfNoun } from '../routing/nouns.ts'
import { pathIn } from '../routing/paths.ts'
import { useGo, usePlace } from '../routing/use-place.ts'
import { present, usePresenting } from '../routing/use-present.ts'
import { SCREENS } from '../screens/registry.ts'
import { advanceFromText, JUMPS, paceFromText, STEPS } from './clock-moves.ts'
import { Keys } from './help.tsx'
import classes from './palette.module.css'
import { useDeeds } from './palette-deeds.ts'
import { useFound } from './palette-found.ts'
import { type NamedPlace, useDrillPlaces, usePartPlaces, useRulePlaces } from './palette-places.ts'
import { rankedBut } from './palette-rank.ts'
import { paletteStore, spotlight } from './palette-store.ts'

const SHOWN_ACTIONS = 40

const ICONS: Partial<Record<Noun, IconName>> = {
  request: 'requests',
  call: 'calls',
  event: 'webhooks',
  delivery: 'webhooks',
  key: 'tenants',
}

/** From row to row, to the search of a list, to another screen, and what the palette has anyway. */
const isOfTheListOrElsewhere = (stroke: string) => /^(g .+|mod\+k|[?jk/]|enter)$/.test(stroke)

/** The keys that do the same without the palette. */
const hint = (stroke: string) => (
  <span aria-hidden>
    <Keys stroke={stroke} />
  </span>
)

/** `mod+k`: everything that has a name or an id, every move of the clock, and what can be done to the world. */
export function Palette({ onHelp, onNewWorld }: { onHelp: () => void; onNewWorld: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const world = useWorldId()
  const { segments } = usePlace()
  const [, navigate] = useLocation()
  const presenting = usePresenting()
  const { advance, setPace } = useClockControl()
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const worlds = useWorlds().data?.data ?? []
  const tenants = useTenants() ?? []
  const missing = useMissingWorld()
  const [query, setQuery] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const deeds = useDeeds(isOpen && missing === undefined)
  const { things, status } = useFound(query)
  const typed = isOpen && missing === undefined ? query.trim() : ''
  const partPlaces = usePartPlaces(typed)
  const drillPlaces = useDrillPlaces(typed !== '')
  const rulePlaces = useRulePlaces(typed !== '')
  const hasMoved = useRef(false)
  const late = [...things.map(({ id }) => id), status, drillPlaces.length, rulePlaces.length].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for what came since the text was typed
  useEffect(() => {
    if (typed === '') return
    // The mark of the selected row is on its element, which moves down when the server has found something that comes before it.
    const rows = [...document.querySelectorAll('[data-action]')]
    const selected = hasMoved.current ? rows.findIndex(row => row.hasAttribute('data-selected')) : -1
    paletteStore.updateState(state => ({ ...state, selected }))
    if (selected === -1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }))
  }, [late])
  useShortcuts({ 'mod+k': { does: t('help.keys.palette'), run: spotlight.toggle } })

  const action = (id: string, icon: IconName, label: string, run: () => void, words = ''): SpotlightActionData => ({
    id,
    label,
    keywords: words,
    leftSection: <Icon name={icon} />,
    onClick: run,
  })
  const here = {
    group: t('help.here'),
    actions: (isOpen ? boundKeys() : [])
      .filter(({ stroke }) => !isOfTheListOrElsewhere(stroke))
      // What is done to the open thing comes before what pauses the list or closes.
      .sort((one, other) => Number(one.words === undefined) - Number(other.words === undefined))
      .map(({ stroke, does, words = '' }) => ({
        ...action(`key ${stroke}`, 'keyboard', does, () => runStroke(stroke)),
        keywords: words,
        rightSection: hint(stroke),
      })),
  }
  const screens = {
    group: t('palette.go'),
    actions: SCREENS.map(({ id, icon, key }) => ({
      ...action(`go ${id}`, icon, t(`screens.${id}`), () => go([id]), t(`palette.words.screens.${id}`)),
      rightSection: hint(`g ${key}`),
    })),
  }
  const toPlace = ({ icon, label, words, place, search = '' }: NamedPlace) =>
    action(`place ${label}`, icon, label, () => go(place, { search }), words)
  const parts = { group: t('palette.parts'), actions: partPlaces.map(toPlace) }
  const drills = { group: `${t('screens.client')} › ${t('client.drills')}`, actions: drillPlaces.map(toPlace) }
  const rules = { group: `${t('screens.client')} › ${t('client.rules')}`, actions: rulePlaces.map(toPlace) }
  const found = {
    group: t('palette.found'),
    actions: [
      ...things.map(({ noun, id, text, place }) => ({
        ...action(`${noun} ${id}`, ICONS[noun] ?? 'link', text || `${t(`nouns.${noun}`)} ${id}`, () => go(place)),
        description: text && `${t(`nouns.${noun}`)} ${id}`,
        // What the server has found for the text stays, however it is spelt there.
        keywords: [query.trim()],
      })),
      ...(status === undefined
        ? []
        : [
            action(
              'status',
              'requests',
              t('palette.answered', { status }),
              () => go(['requests'], { search: `?status=${status}` }),
              status,
            ),
          ]),
    ],
  }
  const tenantPlaces = {
    group: t('screens.tenants'),
    actions: tenants.flatMap(({ tenant, name }) => [
      action(`tenant ${tenant}`, 'tenants', `${tenant} · ${name}`, () => go(placeOfNoun('tenant', tenant))),
      action(`limits ${tenant}`, 'limits', t('palette.limits_of', { tenant }), () => go(['limits', tenant])),
      action(`requests ${tenant}`, 'requests', t('palette.requests_of', { tenant }), () =>
        go(['requests'], { search: `?${new URLSearchParams({ tenant })}` }),
      ),
      action(`data ${tenant}`, 'data', t('palette.data_of', { tenant }), () => go(['data', tenant])),
    ]),
  }
  const toDo = {
    group: t('palette.do'),
    actions:
      missing || presenting
        ? []
        : deeds.map(({ id, icon, label, words = '', run }) => ({ ...action(id, icon, label, run), keywords: words })),
  }
  const meant = typed.normalize('NFKC')
  const by = advanceFromText(meant, 0)?.by
  const factor = paceFromText(meant)
  // What was typed is as good as its name.
  const typedMoves = [
    ...(by === undefined
      ? []
      : [action('by', 'arrow_right', t('palette.move_on', { by: isoDurationText(by) }), () => advance({ by }))]),
    ...(factor === undefined ? [] : [action('pace', 'fast', t('palette.run_at', { factor }), () => setPace(factor))]),
  ].map(move => ({ ...move, keywords: [typed] }))
  const clock = {
    group: t('clock.title'),
    actions: missing
      ? []
      : [
          ...typedMoves,
          action('freeze', 'freeze', t('palette.freeze'), () => setPace('frozen'), t('palette.words.freeze')),
          action('live', 'play', t('palette.run_live'), () => setPace('live')),
          action('fast', 'fast', t('palette.run_fast'), () => setPace(60)),
          action('eager', 'skip', t('clock.run_eager'), () => setPace('eager'), 'eager'),
          ...STEPS.map(({ key, by }) =>
            action(key, 'arrow_right', t(`clock.${key}`), () => advance({ by }), t(`palette.words.${key}`)),
          ),
          ...JUMPS.map(({ key, to, icon }) =>
            action(key, icon, t(`clock.${key}_hint`), () => advance({ to }), t('palette.words.advance')),
          ),
        ].map(move => ({
          ...move,
          keywords: [
            ...[move.keywords ?? []].flat(),
            t('clock.title'),
            move.id === 'next_midnight' ? t('palette.words.midnight') : '',
          ],
        })),
  }
  const worldPlaces = {
    group: t('shell.worlds'),
    actions: [
      ...(presenting ? [] : [action('new world', 'plus', `${t('shell.new_world')}…`, onNewWorld)]),
      ...worlds
        .filter(({ world_id }) => world_id !== world)
        .map(({ world_id }) =>
          action(`world ${world_id}`, 'world', t('shell.world_is', { world: world_id }), () =>
            navigate(pathIn(world_id, ...segments.slice(0, 1))),
          ),
        ),
    ],
  }
  const page = {
    group: t('palette.page'),
    actions: [
      { ...action('help', 'keyboard', t('help.title'), onHelp, t('palette.words.help')), rightSection: hint('?') },
      ...(presenting
        ? []
        : [action('present', 'present', t('present.start'), () => present(true), t('palette.words.present'))]),
      action('dark', 'moon', t('shell.to_dark'), () => setColorScheme('dark'), t('palette.words.dark')),
      action('light', 'sun', t('shell.to_light'), () => setColorScheme('light'), t('palette.words.light')),
      ...LANGUAGES.map(({ id, name }) =>
        action(`language ${id}`, 'language', name, () => void chooseLanguage(id), t(`palette.words.${id}`)),
      ),
    ],
  }
  // Who types a length of time means it, and not an id that has it somewhere.
  const [meantMoves, otherMoves] = typedMoves.length > 0 ? [[clock], []] : [[], [clock]]
  // Of what is as near to the typed words, what only looks at the world comes before what changes it.
  const groups: SpotlightActionGroupData[] =
    query.trim() === ''
      ? [here, screens, toDo, clock, tenantPlaces, worldPlaces, page]
      : [
          ...meantMoves,
          found,
          screens,
          parts,
          tenantPlaces,
          worldPlaces,
          here,
          toDo,
          ...otherMoves,
          drills,
          rules,
          page,
        ]
  return (
    <Spotlight
      store={paletteStore}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      // Bound with the other keys, so that the help tells of it.
      shortcut={null}
      limit={SHOWN_ACTIONS}
      scrollable
      scrollAreaProps={{ type: 'auto' }}
      maxHeight={420}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      classNames={{ content: classes.content ?? '' }}
      // It stays where it has opened while what it finds grows.
      centered={false}
      yOffset="12vh"
      onSpotlightOpen={() => {
        hasMoved.current = false
        setIsOpen(true)
      }}
      onSpotlightClose={() => setIsOpen(false)}
      query={query}
      onQueryChange={text => {
        hasMoved.current = false
        setQuery(text)
      }}
      clearQueryOnClose
      attributes={{ content: { 'aria-label': t('help.keys.palette') } }}
      highlightQuery
      filter={rankedBut(rules.group)}
      nothingFound={t('palette.nothing', { query: query.trim() })}
      searchProps={{
        leftSection: <Icon name="search" />,
        onKeyDown: ({ code, isTrusted }) => {
          if (isTrusted && /^Arrow(Up|Down)$/.test(code)) hasMoved.current = true
        },
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  )
}
