import { useTranslation } from 'react-i18next'
import classes from './difference.module.css'
import type { Difference, Piece } from './difference.ts'
import { unseenIn } from './unseen.ts'

/** Signs for what is seen only by what it does. */
const SIGNS: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥', '\u00a0': '⍽', '\ufeff': 'BOM' }
const visible = (text: string) =>
  (/^ +$/.test(text) ? text.replaceAll(' ', '␣') : text).replace(/[\n\r\t\u00a0\ufeff]/g, sign => SIGNS[sign] ?? sign)

/** `a line break and 2 spaces`, of a text of which nothing is seen; nothing of any other. */
export function useUnseenText(): (text: string) => string | undefined {
  const { t, i18n } = useTranslation()
  return text => {
    const names = unseenIn(text).map(({ name, count }) => t(`signature.unseen.${name}`, { count }))
    return names.length === 0 ? undefined : new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names)
  }
}

/** A piece of a text with what differs in it lit. */
export function Lit({
  piece: { before, changed, cut, after },
  is,
  gap = '',
}: {
  piece: Piece
  is: 'signed' | 'received'
  gap?: string
}) {
  const { t } = useTranslation()
  const unseenText = useUnseenText()
  return (
    <>
      {before}
      {before !== '' && gap}
      <mark
        className={classes.lit}
        data-is={is}
        title={changed === '' ? t('signature.nothing_there') : unseenText(changed)}
      >
        {changed === '' ? '∅' : visible(changed)}
        {cut > 0 && <span className={classes.cut}>{t('signature.more_bytes', { count: cut })}</span>}
      </mark>
      {gap}
      {after}
    </>
  )
}

/** `crm-1001 → crx-1001`, with what differs lit; of what no one could read aloud, its name: `a line break was added`. */
export function ChangedWords({ words: { signed, received } }: Pick<Difference, 'words'>) {
  const { t } = useTranslation()
  const unseenText = useUnseenText()
  const text = ({ changed, cut }: Piece) => (cut > 0 ? undefined : unseenText(changed))
  const [was, is] = [text(signed), text(received)]
  if (signed.changed === '' && is !== undefined)
    return t('signature.was_added', { what: is, count: received.changed.length })
  if (received.changed === '' && was !== undefined)
    return t('signature.was_removed', { what: was, count: signed.changed.length })
  if (was !== undefined && is !== undefined) return t('signature.became', { was, is })
  const isWithin = signed.before + signed.after !== ''
  if (!isWithin && (signed.changed === '' || received.changed === '')) {
    const [piece, side] = signed.changed === '' ? ([received, 'received'] as const) : ([signed, 'signed'] as const)
    return (
      <span className={classes.words}>
        <Lit piece={piece} is={side} />
        <span className={classes.told}>{t(side === 'received' ? 'signature.is_added' : 'signature.is_removed')}</span>
      </span>
    )
  }
  return (
    <span className={classes.words}>
      <span>
        <Lit piece={signed} is="signed" />
      </span>{' '}
      <span>
        → <Lit piece={received} is="received" />
      </span>
    </span>
  )
}
