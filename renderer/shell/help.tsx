import { TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icons.tsx'
import { KeyValue } from '../components/key-value.tsx'
import { useIsRecording } from '../data/recording.ts'
import { WELCOME } from '../routing/screens.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import classes from './help.module.css'
import { Keys } from './keys.tsx'

interface Key {
  stroke: string
  does: string
}

/** What more there is once a row of the list is open; which steps a call can take is only known then. */
const ONCE_OPEN = {
  requests: [
    ['r', 'help.keys.resend'],
    ['e', 'help.keys.edit'],
    ['c', 'help.keys.curl'],
    ['f', 'requests.fork_hint'],
    ['t', 'help.keys.trace'],
  ],
  'webhooks/deliveries': [
    ['r', 'webhooks.redeliver'],
    ['s', 'webhooks.lab'],
    ['c', 'help.keys.curl'],
  ],
} as const
const isList = (place: string): place is keyof typeof ONCE_OPEN => Object.hasOwn(ONCE_OPEN, place)

/** What the axis takes while it has the focus: its arrow keys are no shortcuts of the page. */
const ON_AXIS = [
  ['← → ↑ ↓', 'help.keys.axis_mark'],
  ['home end', 'help.keys.axis_ends'],
  ['[ ]', 'help.keys.axis_story'],
  ['+ -', 'help.keys.axis_zoom'],
  ['0', 'help.keys.axis_now'],
  ['enter', 'help.keys.axis_open'],
] as const

/** What the mouse does there. */
const MOUSE_ON_AXIS = ['wheel', 'wheel_sideways', 'drag', 'stretch', 'playhead', 'playhead_back', 'click'] as const
type MouseMove = (typeof MOUSE_ON_AXIS)[number]

const EVERYWHERE: ReadonlySet<string> = new Set(['mod+k', '?'])
const isOfScreens = ({ stroke }: Key) => stroke.startsWith('g ')
const isEverywhere = ({ stroke }: Key) => EVERYWHERE.has(stroke)

/** Each thing that is done, with every stroke that does it. */
function byDeed(keys: readonly Key[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { stroke, does } of keys) found.set(does, [...(found.get(does) ?? []), stroke])
  return found
}

function Strokes({ strokes }: { strokes: readonly string[] }) {
  return strokes.map((stroke, index) => (
    <Fragment key={stroke}>
      {index > 0 && ' '}
      <Keys stroke={stroke} />
    </Fragment>
  ))
}

function KeyList({ title, keys, none }: { title: string; keys: readonly Key[]; none?: string }) {
  if (keys.length === 0 && none === undefined) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {keys.length === 0 && <p>{none}</p>}
      <KeyValue pairs={[...byDeed(keys)].map(([does, strokes]) => [<Strokes key={does} strokes={strokes} />, does])} />
    </section>
  )
}

function MouseList({ names, isWanted }: { names: readonly MouseMove[]; isWanted: (...texts: string[]) => boolean }) {
  const { t } = useTranslation()
  const title = t('help.mouse_on_axis')
  const pairs = names.map(name => [t(`help.mouse.${name}`), t(`help.mouse_does.${name}`)] as const)
  const shown = pairs.filter(pair => isWanted(...pair))
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <KeyValue pairs={shown} />
    </section>
  )
}

/** What each key does where the help was asked for: the very bindings, so nothing is listed that does not work. */
export function Help({ keys, onClose }: { keys: readonly Key[]; onClose: () => void }) {
  const { t } = useTranslation()
  const href = useHref()
  const { segments } = usePlace()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const isWanted = (...texts: string[]) => texts.some(text => text.toLowerCase().includes(wanted))
  const found = (listed: readonly Key[]) => listed.filter(({ stroke, does }) => isWanted(stroke, does))
  const here = keys.filter(key => !isOfScreens(key) && !isEverywhere(key))
  const place = segments.join('/')
  const isRecording = useIsRecording()
  const doing = (pairs: readonly (typeof ONCE_OPEN)[keyof typeof ONCE_OPEN][number][]) =>
    pairs.flatMap(([stroke, does]): { stroke: string; does: string }[] => {
      if (does !== 'requests.fork_hint') return [{ stroke, does: t(does) }]
      return isRecording === undefined ? [] : [{ stroke, does: t(isRecording ? does : 'requests.no_fork_hint') }]
    })
  const onceOpen = isList(place) ? doing(ONCE_OPEN[place]) : []
  // What has its keys under Requests is often looked for on other screens.
  const onRequest = segments[0] === 'requests' ? [] : doing(ONCE_OPEN.requests)
  const onAxis = ON_AXIS.map(([stroke, does]) => ({ stroke, does: t(does) }))
  const all = [...keys, ...onceOpen, ...onRequest, ...onAxis]
  // A world that records nothing has no way back.
  const moves = MOUSE_ON_AXIS.filter(name => isRecording || name !== 'playhead_back')
  const mouse = moves.flatMap(name => [t(`help.mouse.${name}`), t(`help.mouse_does.${name}`)])
  return (
    <Dialog title={t('help.title')} size="xl" onClose={onClose}>
      <TextInput
        className={classes.find ?? ''}
        size="xs"
        type="search"
        data-autofocus
        aria-label={t('help.find')}
        placeholder={t('help.find')}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      {found(all).length === 0 && !isWanted(...mouse) && <p className="dim">{t('help.none_found')}</p>}
      <div className={classes.columns}>
        <div>
          {wanted === '' ? (
            <KeyList title={t('help.here')} keys={here} none={t('help.none_here')} />
          ) : (
            <KeyList title={t('help.here')} keys={found(here)} />
          )}
          <KeyList title={t('help.once_open')} keys={found(onceOpen)} />
          <KeyList title={t('help.on_request')} keys={found(onRequest)} />
          <KeyList title={t('help.everywhere')} keys={found(keys.filter(isEverywhere))} />
          <MouseList names={moves} isWanted={isWanted} />
        </div>
        <div>
          <KeyList title={t('help.screens')} keys={found(keys.filter(isOfScreens))} />
          <KeyList title={t('help.on_axis')} keys={found(onAxis)} />
        </div>
      </div>
      <p className={classes.first}>
        <a className="link" href={href(WELCOME)} onClick={onClose}>
          <Icon name="info" size={13} /> {t('help.first_steps')}
        </a>
      </p>
    </Dialog>
  )
}
