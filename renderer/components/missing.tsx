import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type CONTROL_THINGS, noSuch } from '../../server/contract/control-errors.ts'
import { useElsewhere } from '../data/elsewhere.ts'
import { type Noun, placeOfNoun } from '../routing/nouns.ts'
import { pathIn } from '../routing/paths.ts'
import { isScreenId } from '../routing/screens.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import { Action } from './action.tsx'
import { EmptyState } from './empty-state.tsx'

/** What has an id that no other world gives to a thing of its own: the list of the control API that holds it. */
const UNIQUE = { request: 'requests', call: 'calls', event: 'events', delivery: 'deliveries' } as const satisfies {
  [noun in Noun]?: string
}
const isUnique = (what: string): what is keyof typeof UNIQUE => Object.hasOwn(UNIQUE, what)

/** What comes with the program: no world gains or loses it. */
const BUILT_IN: readonly What[] = ['assumption', 'drill', 'endpoint', 'rule']

/** What a reset and a restore leave. */
const KEPT: readonly What[] = ['snapshot']

type What = keyof typeof CONTROL_THINGS | 'endpoint'

/** The lists by their address; what lies open on any other screen leads to the screen. */
const LISTS = {
  assumptions: 'assumptions',
  calls: 'calls',
  client: 'rules',
  'client/drills': 'drills',
  faults: 'faults',
  inbox: 'inboxes',
  reference: 'endpoints',
  requests: 'requests',
  snapshots: 'snapshots',
  tenants: 'tenants',
  'tenants/keys': 'tenants',
  'webhooks/deliveries': 'deliveries',
  'webhooks/events': 'events',
  'webhooks/subscriptions': 'webhooks',
} as const
const isList = (path: string): path is keyof typeof LISTS => Object.hasOwn(LISTS, path)

interface SaidProps {
  title: string
  /** Why it is not there; without it, what takes things of a world away. */
  hint?: ReactNode
  /** As of an empty state. */
  look?: 'page' | 'row' | undefined
  /** What else can be done about it. */
  children?: ReactNode
  /** The way to what is there; without it, the list that would hold what is not. */
  way?: ReactNode
}

/** What an address names and is not there, and the way to what is. The sentence that says so is a title here, without its full stop. */
export function MissingSaid({ title, hint, look, children, way = <ToList /> }: SaidProps) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        icon="search"
        titleAs="h2"
        title={title.replace(/[.。]$/, '')}
        hint={hint ?? t('not_there.why')}
        look={look}
      >
        <Group justify="center" gap="xs">
          {children}
          {way}
        </Group>
      </EmptyState>
    </div>
  )
}

/** The list that would hold what the last part of the address names. */
function ToList() {
  const { t } = useTranslation()
  const href = useHref()
  const { segments } = usePlace()
  const [screen] = segments
  if (!isScreenId(screen)) return null
  // What lies open on Live is named by its kind and its id.
  const list = screen === 'live' ? ['live'] : segments.slice(0, Math.max(1, segments.length - 1))
  const path = list.join('/')
  return (
    <Action component="a" href={path === 'tenants/keys' ? href('tenants') : href(...list)} icon="arrow_right">
      {isList(path) ? t(`not_there.all.${LISTS[path]}`) : t('not_there.to_screen', { screen: t(`screens.${screen}`) })}
    </Action>
  )
}

interface Props {
  what: What
  name: string
  hint?: ReactNode
  look?: SaidProps['look']
  way?: ReactNode
}

/** The same of a thing whose kind is known: it may be in another world, and the way to it is here. */
export function Missing({ what, name, hint, look, way }: Props) {
  const { t } = useTranslation()
  const thing = what === 'endpoint' ? t('nouns.endpoint') : t(`control_things.${what}`)
  const title = t(`control_errors.not_found.says.${noSuch(name)}`, { what: thing, name })
  if (isUnique(what)) return <MaybeElsewhere noun={what} id={name} title={title} />
  const why = BUILT_IN.includes(what) ? 'built_in' : KEPT.includes(what) ? 'kept' : 'why'
  return <MissingSaid title={title} look={look} hint={hint ?? t(`not_there.${why}`)} way={way} />
}

function MaybeElsewhere({ noun, id, title }: { noun: keyof typeof UNIQUE; id: string; title: string }) {
  const { t } = useTranslation()
  const elsewhere = useElsewhere(UNIQUE[noun], id)
  const isNowhere = elsewhere?.found.length === 0 && elsewhere.asked > 0
  const nowhere =
    isNowhere && t(elsewhere.isWhole ? 'not_there.nowhere' : 'not_there.nowhere_asked', { count: elsewhere.asked })
  return (
    <MissingSaid
      title={title}
      hint={
        <>
          {t(isNowhere && elsewhere.isWhole ? 'not_there.gone' : 'not_there.why')}
          {nowhere && `${t('common.between_sentences')}${nowhere}`}
        </>
      }
    >
      {elsewhere?.found.map(other => (
        <Action key={other} component="a" variant="filled" icon="world" href={pathIn(other, ...placeOfNoun(noun, id))}>
          {t('not_there.open_in', { world: other })}
        </Action>
      ))}
    </MissingSaid>
  )
}
