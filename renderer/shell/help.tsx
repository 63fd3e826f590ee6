import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/dialog.tsx'
import { KeyValue } from '../components/key-value.tsx'
import { SCREENS } from '../screens/registry.ts'
import classes from './help.module.css'

/** What the keys do; the screens' own keys come from the registry. */
const KEYS = [
  { id: 'next', stroke: 'j' },
  { id: 'previous', stroke: 'k' },
  { id: 'open', stroke: 'enter' },
  { id: 'close', stroke: 'esc' },
  { id: 'search', stroke: '/' },
  { id: 'resend', stroke: 'r' },
  { id: 'edit', stroke: 'e' },
  { id: 'curl', stroke: 'c' },
  { id: 'trace', stroke: 't' },
  { id: 'pause', stroke: '.' },
  { id: 'palette', stroke: 'mod+k' },
  { id: 'help', stroke: '?' },
] as const

/** What the keyboard of this machine calls it. */
const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'ctrl'

function Keys({ stroke }: { stroke: string }) {
  return stroke.split(/(?<=.)[ +]/).map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    <Fragment key={index}>
      {index > 0 && ' '}
      <Kbd>{key === 'mod' ? MODIFIER : key}</Kbd>
    </Fragment>
  ))
}

export function Help({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('help.title')} onClose={onClose}>
      <div className={classes.columns}>
        <KeyValue pairs={KEYS.map(({ id, stroke }) => [<Keys key={id} stroke={stroke} />, t(`help.keys.${id}`)])} />
        <KeyValue pairs={SCREENS.map(({ id, key }) => [<Keys key={id} stroke={`g ${key}`} />, t(`screens.${id}`)])} />
      </div>
    </Dialog>
  )
}
