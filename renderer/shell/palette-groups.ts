import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { IconName } from '../components/icons.tsx'
import { useFork } from '../components/use-fork.ts'
import { useClockControl } from '../data/clock-control.tsx'
import { idText } from '../data/id-text.ts'
import { useMissingWorld, useTenants, useWorlds } from '../data/queries.ts'
import { useIsRecording } from '../data/recording.ts'
import { isoDurationText, wallClock } from '../data/time-text.ts'
import { useWorldClock, useWorldId } from '../data/world.tsx'
import { chooseLanguage, LANGUAGES } from '../i18n/i18n.ts'
import { boundKeys, runStroke } from '../keyboard/use-shortcuts.ts'
import { type Noun, placeOfNoun } from '../routing/nouns.ts'
import { DEFAULT_WORLD, pathIn } from '../routing/paths.ts'
import { WELCOME } from '../routing/screens.ts'
import { useGo, usePlace } from '../routing/use-place.ts'
import { present, usePresenting } from '../routing/use-present.ts'
import { SCREENS } from '../screens/registry.ts'
import { instantText } from './clock-instant.tsx'
import { advanceFromText, JUMPS, paceFromText, passedToday, pastInstant, STEPS } from './clock-moves.ts'
import { idOfCustomer, useFoundCustomers, wordsOfCustomer } from './palette-customers.ts'
import { lookedAtFirst, useDeeds } from './palette-deeds.ts'
import { type Found, useFound } from './palette-found.ts'
import { PHONE_NUMBER } from './palette-ids.ts'
import {
  type NamedPlace,
  useAssumptionPlaces,
  useCallerPlaces,
  useDrillPlaces,
  useNamedThings,
  usePartPlaces,
  usePastPlaces,
  useRulePlaces,
  useStaffPlaces,
} from './palette-places.ts'
import { type Group, isGoing, type Named, rankedBut, withoutGoing } from './palette-rank.ts'
import { actionOf, isPlace, recentIn, useThings } from './palette-recent.ts'
import { nameOfWorld } from './world-name.ts'
import { FEW_WORLDS } from './world-row.ts'

/** Of what was opened or done last. */
const MOST_RECENT = 5

const ICONS: Partial<Record<Noun, IconName>> = {
  request: 'requests',
  call: 'calls',
  event: 'webhooks',
  delivery: 'webhooks',
  key: 'tenants',
}

/** From row to row, to the search of a list, to another screen, and what the palette has anyway. */
const isOfTheListOrElsewhere = (stroke: string) => /^(g .+|mod\+k|[?jk/]|enter)$/.test(stroke)

const HALF_A_YEAR_MS = 182 * 86_400_000

/** Of what was typed, how far or where to the clock shall be moved. */
const withoutMoving = (typed: string) =>
  withoutGoing(typed).replace(/^(?:advance|forward|skip|wait|move(?: the clock)?)(?:\s+(?:by|to|for))?\s+(?=\S)/i, '')

/** A row of the palette: somewhere to go, or something to do. */
export interface PaletteAction extends Named {
  /** The same at every opening, so that it is known again. */
  id: string
  icon: IconName
  /** The keys that do the same without the palette. */
  stroke?: string
  run: () => void
}

/** The tenant that the page is about. */
function tenantIn([screen, second]: readonly string[]): string | undefined {
  const isOfTenant = screen === 'limits' || screen === 'data' || screen === 'tenants'
  return isOfTenant && second !== undefined && !second.startsWith('~') ? second : undefined
}

interface Offered {
  /** In their order; of what was typed, only what has it. */
  groups: readonly Group<PaletteAction>[]
  /** Nothing more will come for what was typed. */
  isSettled: boolean
  /** What Enter takes before a key has moved to another one: nothing that nobody has named is done. */
  first: string | undefined
}

/** What the palette does by what else is on the page. */
export interface Opens {
  onHelp: () => void
  onNewWorld: (aim?: 'name' | 'capsule') => void
  onWorld: (what: 'rename' | 'delete' | 'delete_several') => void
}

/** Everything that has a name or an id, every move of the clock, and what can be done to the world. To be used while the palette is open. */
export function usePaletteGroups(given: string, { onHelp, onNewWorld, onWorld }: Opens): Offered {
  const { t } = useTranslation()
  // Who is used to another palette begins a command with this sign.
  const query = given.replace(/^\s*[>＞]\s*/, '')
  const go = useGo()
  const world = useWorldId()
  const { segments } = usePlace()
  const [, navigate] = useLocation()
  const presenting = usePresenting()
  const { advance, setPace } = useClockControl()
  const now = useWorldClock().now() ?? 0
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const worlds = useWorlds().data?.data ?? []
  const lookedAt = tenantIn(segments)
  const tenants = lookedAtFirst(useTenants() ?? [], lookedAt)
  const missing = useMissingWorld()
  const deeds = useDeeds(missing === undefined, lookedAt)
  const { things, mentions, status, isSettled: areThingsSettled } = useFound(query)
  const typed = missing === undefined ? query.trim() : ''
  const {
    customers,
    more,
    isSettled: areCustomersSettled,
  } = useFoundCustomers(
    typed,
    tenants.map(({ tenant }) => tenant),
  )
  const isSettled = areThingsSettled && areCustomersSettled
  const partPlaces = usePartPlaces(typed)
  const staffPlaces = useStaffPlaces(typed)
  const past = pastInstant(withoutGoing(typed), now)
  const isRecording = useIsRecording() === true
  const fork = useFork()
  const dayPlaces = usePastPlaces(withoutGoing(typed), now)
  const namedThings = useNamedThings(typed)
  const callerPlaces = useCallerPlaces(typed)
  const drillPlaces = useDrillPlaces(typed !== '')
  const rulePlaces = useRulePlaces(typed !== '')
  const assumptionPlaces = useAssumptionPlaces(typed !== '')
  const isEmpty = query.trim() === ''
  const where = actionOf(segments)
  const recentIds = isEmpty ? recentIn(world).filter(id => id !== where) : []
  const recentThings = useThings(recentIds, missing === undefined)

  const action = (id: string, icon: IconName, label: string, run: () => void, words = ''): PaletteAction => ({
    id,
    icon,
    label,
    keywords: words,
    run,
  })
  const here = {
    group: t('help.here'),
    actions: boundKeys()
      .filter(({ stroke }) => !isOfTheListOrElsewhere(stroke))
      // Several keys may do one thing.
      .filter(({ does }, index, all) => all.findIndex(other => other.does === does) === index)
      // What is done to the open thing comes before what pauses the list or closes.
      .sort((one, other) => Number(one.words === undefined) - Number(other.words === undefined))
      .map(({ stroke, does, words = '' }) => ({
        ...action(`key ${stroke}`, 'keyboard', does, () => runStroke(stroke)),
        keywords: words,
        stroke,
      })),
  }
  const screens = {
    group: t('palette.go'),
    actions: [
      ...SCREENS.map(({ id, icon, key }) => ({
        ...action(`go ${id}`, icon, t(`screens.${id}`), () => go([id]), t(`palette.words.screens.${id}`)),
        stroke: `g ${key}`,
        ...(isGoing(typed) && { keywords: [typed] }),
      })),
      action(`go ${WELCOME}`, 'info', t('welcome.name'), () => go([WELCOME]), t('palette.words.first_steps')),
    ],
  }
  const toPlace = ({ icon, label, words, place, search = '' }: NamedPlace) =>
    action(`place ${label}`, icon, label, () => go(place, { search }), words)
  const named = { group: t('palette.things'), actions: namedThings.map(toPlace) }
  const staff = { group: t('palette.staff'), actions: staffPlaces.map(toPlace) }
  const days = {
    group: t('palette.of_day'),
    actions: [
      ...dayPlaces.map(toPlace),
      // The clock goes forward only.
      ...(past === undefined || presenting || !isRecording
        ? []
        : [
            action('fork at', 'fork', t('palette.fork_at', { at: instantText(past, 'tokyo') }), () =>
              fork.mutate(new Date(past).toISOString()),
            ),
          ]),
    ].map(place => ({ ...place, keywords: [typed] })),
  }
  const callers = { group: t('client.callers'), actions: callerPlaces.map(toPlace) }
  const parts = { group: t('palette.parts'), actions: partPlaces.map(toPlace) }
  const drills = { group: `${t('screens.client')} › ${t('client.drills')}`, actions: drillPlaces.map(toPlace) }
  const rules = { group: `${t('screens.client')} › ${t('client.rules')}`, actions: rulePlaces.map(toPlace) }
  const assumptions = { group: t('screens.assumptions'), actions: assumptionPlaces.map(toPlace) }
  const toThing = ({ noun, id, text, place }: Found): PaletteAction => ({
    ...action(`${noun} ${id}`, ICONS[noun] ?? 'link', text || `${t(`nouns.${noun}`)} ${id}`, () => go(place)),
    description: text === '' ? undefined : `${t(`nouns.${noun}`)} ${id}`,
  })
  // What the server has found for the text stays, however it is spelt there.
  const toFound = (thing: Found) => ({ ...toThing(thing), keywords: [query.trim()] })
  const found = {
    group: t('palette.found'),
    actions: [
      ...things.map(toFound),
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
  const mentioned = { group: t('palette.mentioned'), actions: mentions.map(toFound) }
  const typedCustomer = idOfCustomer(typed, t('data.customer'))
  const ofCustomers = {
    group:
      more === undefined
        ? t('data.customers')
        : t('palette.customers_of', {
            shown: customers.length.toLocaleString('en'),
            all: more.total.toLocaleString('en'),
          }),
    actions: [
      ...customers.map(customer => {
        const { customer_id, tenant, name, external_id } = customer
        return {
          ...action(`customer ${customer_id}`, 'data', name ?? String(customer_id), () =>
            go(['data', tenant, 'customers', customer_id]),
          ),
          description: [`${t('data.customer')} ${customer_id}`, tenant, external_id && idText(external_id)]
            .filter(Boolean)
            .join(' · '),
          // Its id is as good as its name, however it was typed.
          keywords: [
            ...wordsOfCustomer(customer),
            // So is its number.
            ...(String(customer_id) === typedCustomer || PHONE_NUMBER.test(typed) ? [typed] : []),
          ],
        }
      }),
      // Where the others are, after those that are shown: what was typed is no more than in their words.
      ...(more === undefined
        ? []
        : [
            ...more.tenants.map(({ tenant, count }) =>
              action(`customers ${tenant}`, 'data', t('palette.all_customers_of', { tenant, count }), () =>
                go(['data', tenant], { search: `?${new URLSearchParams({ q: more.q })}` }),
              ),
            ),
            action('calls of customers', 'calls', t('palette.search_calls'), () =>
              go(['calls'], { search: `?${new URLSearchParams({ q: more.q })}` }),
            ),
          ].map(row => ({ ...row, keywords: `“${typed}”` }))),
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
  const meant = withoutMoving(typed.normalize('NFKC'))
  const { by, to } = advanceFromText(meant, now) ?? {}
  const factor = paceFromText(meant)
  const passed = passedToday(meant, now)
  // What was typed is as good as its name.
  const typedMoves = [
    ...(to === undefined || Date.parse(to) < now
      ? []
      : [
          {
            ...action(
              'by',
              'arrow_right',
              t('palette.go_to_instant', { at: instantText(Date.parse(to), 'tokyo') }),
              () => advance({ to }),
            ),
            ...(passed !== undefined && {
              description: t('palette.passed_today', { at: wallClock(passed, 'tokyo').time }),
            }),
          },
        ]),
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
          // Typed, it is there already.
          ...(factor === 60 ? [] : [action('fast', 'fast', t('palette.run_fast'), () => setPace(60))]),
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
      ...(presenting
        ? []
        : [
            action('new world', 'plus', `${t('shell.new_world')}…`, () => onNewWorld()),
            action(
              'open capsule',
              'upload',
              t('palette.open_capsule'),
              () => onNewWorld('capsule'),
              t('palette.words.open_capsule'),
            ),
            ...(missing
              ? []
              : [
                  action(
                    'rename world',
                    'edit',
                    t('shell.rename_this'),
                    () => onWorld('rename'),
                    t('palette.words.rename_world'),
                  ),
                ]),
            ...(worlds.length <= FEW_WORLDS
              ? []
              : [
                  action(
                    'delete worlds',
                    'trash',
                    `${t('shell.delete_several_title')}…`,
                    () => onWorld('delete_several'),
                    t('palette.words.delete_world'),
                  ),
                ]),
            ...(missing || world === DEFAULT_WORLD
              ? []
              : [
                  action(
                    'delete world',
                    'trash',
                    `${t('shell.delete_world', { world })}…`,
                    () => onWorld('delete'),
                    t('palette.words.delete_world'),
                  ),
                ]),
          ]),
      ...worlds
        .filter(({ world_id }) => world_id !== world)
        .map(({ world_id, label }) =>
          action(`world ${world_id}`, 'world', t('shell.world_is', { world: nameOfWorld({ world_id, label }) }), () =>
            navigate(pathIn(world_id, ...segments.slice(0, 1))),
          ),
        ),
    ],
  }
  const page = {
    group: t('palette.page'),
    actions: [
      { ...action('help', 'keyboard', t('help.title'), onHelp, `${t('palette.words.help')}, ?, ？`), stroke: '?' },
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
  const isThere = ({ actions }: Group<PaletteAction>) => actions.length > 0
  if (isEmpty) {
    const usual = [here, screens, toDo, clock, tenantPlaces, worldPlaces, page]
    const known = [...usual.flatMap(({ actions }) => actions), ...(recentThings ?? []).map(toThing)]
    const recent = recentIds.flatMap(recentId => known.find(({ id }) => id === recentId) ?? []).slice(0, MOST_RECENT)
    const isOther = ({ id }: PaletteAction) => recent.every(shown => shown.id !== id)
    const others = usual.map(({ group, actions }) => ({ group, actions: actions.filter(isOther) }))
    const last = recentThings === undefined ? undefined : recent[0]?.id
    return {
      groups: [{ group: t('palette.recent'), actions: recent }, ...others].filter(isThere),
      isSettled,
      first: last !== undefined && isPlace(last) ? last : undefined,
    }
  }
  // Of a date without a year, the nearer one is meant.
  const isOfPast = dayPlaces[0] !== undefined && (to === undefined || Date.parse(to) - now > HALF_A_YEAR_MS)
  // Of what is as near to the typed words, what only looks at the world comes before what changes it.
  const all = [
    ...(isOfPast ? [days, ...meantMoves] : [...meantMoves, days]),
    found,
    screens,
    parts,
    named,
    callers,
    ofCustomers,
    staff,
    mentioned,
    tenantPlaces,
    worldPlaces,
    here,
    toDo,
    ...otherMoves,
    drills,
    rules,
    assumptions,
    page,
  ]
  const groups = rankedBut(rules.group, assumptions.group)(query, all)
  return { groups, isSettled, first: groups[0]?.actions[0]?.id }
}
