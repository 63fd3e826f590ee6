import { useTranslation } from 'react-i18next'
import { useHref } from '../routing/use-place.ts'
import { type ScreenId, screenById } from '../screens/registry.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './id-link.module.css'

export type Noun =
  | 'request'
  | 'call'
  | 'event'
  | 'delivery'
  | 'webhook'
  | 'tenant'
  | 'key'
  | 'assumption'
  | 'endpoint'
  | 'inbox'
  | 'fault'

/** Where each noun lives: the screen and the path inside it. */
const PLACES = {
  request: ['requests'],
  call: ['calls'],
  event: ['webhooks', 'events'],
  delivery: ['webhooks', 'deliveries'],
  webhook: ['webhooks', 'subscriptions'],
  tenant: ['tenants'],
  key: ['tenants', 'keys'],
  assumption: ['assumptions'],
  endpoint: ['reference'],
  inbox: ['inbox'],
  fault: ['faults'],
} as const satisfies Record<Noun, readonly [ScreenId, ...string[]]>

interface Props {
  noun: Noun
  id: string | number
  /** What is shown instead of the id. */
  text?: string
  /** Off in dense rows, where the open row offers it. */
  copy?: 'shown' | 'hidden'
}

/** The address of a thing, as segments for `useHref` and `useGo`; `undefined` while its screen is not there. */
export function placeOfNoun(noun: Noun, id: string | number): readonly (string | number)[] | undefined {
  return screenById(PLACES[noun][0]) ? [...PLACES[noun], id] : undefined
}

function CopyId({ noun, id }: { noun: Noun; id: string }) {
  const { t } = useTranslation()
  return <CopyButton text={id} what={`${t(`nouns.${noun}`)} ${id}`} />
}

/** An id: a link to the thing and a button that copies it. */
export function IdLink({ noun, id, text, copy = 'shown' }: Props) {
  const href = useHref()
  const place = placeOfNoun(noun, id)
  const shown = text ?? String(id)
  return (
    <span className={classes.id}>
      {place ? (
        <a href={href(...place)} className={classes.text} title={shown}>
          {shown}
        </a>
      ) : (
        <span className={classes.text} title={shown}>
          {shown}
        </span>
      )}
      {copy === 'shown' && <CopyId noun={noun} id={String(id)} />}
    </span>
  )
}
