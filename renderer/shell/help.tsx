import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/dialog.tsx'
import { KeyValue } from '../components/key-value.tsx'
import { MODIFIER } from '../keyboard/modifier.ts'
import classes from './help.module.css'

/** The keys of a stroke, one after the other. */
export function Keys({ stroke }: { stroke: string }) {
  return stroke.split(/(?<=.)[ +]/).map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    <Fragment key={index}>
      {index > 0 && ' '}
      <Kbd>{key === 'mod' ? MODIFIER : key}</Kbd>
    </Fragment>
  ))
}

interface Key {
  stroke: string
  does: string
}

const EVERYWHERE: ReadonlySet<string> = new Set(['mod+k', '?'])
const isOfScreens = ({ stroke }: Key) => stroke.startsWith('g ')
const isEverywhere = ({ stroke }: Key) => EVERYWHERE.has(stroke)

function KeyList({ title, keys }: { title: string; keys: readonly Key[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <KeyValue pairs={keys.map(({ stroke, does }) => [<Keys key={stroke} stroke={stroke} />, does])} />
    </section>
  )
}

/** What each key does where the help was asked for: the very bindings, so nothing is listed that does not work. */
export function Help({ keys, onClose }: { keys: readonly Key[]; onClose: () => void }) {
  const { t } = useTranslation()
  const here = keys.filter(key => !isOfScreens(key) && !isEverywhere(key))
  return (
    <Dialog title={t('help.title')} onClose={onClose}>
      <div className={classes.columns}>
        <div>
          {here.length > 0 && <KeyList title={t('help.here')} keys={here} />}
          <KeyList title={t('help.everywhere')} keys={keys.filter(isEverywhere)} />
        </div>
        <KeyList title={t('help.screens')} keys={keys.filter(isOfScreens)} />
      </div>
    </Dialog>
  )
}
