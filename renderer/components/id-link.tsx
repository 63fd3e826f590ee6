import { useTranslation } from 'react-i18next'
import { type Noun, placeOfNoun } from '../routing/nouns.ts'
import { useHref } from '../routing/use-place.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './id-link.module.css'

interface Props {
  noun: Noun
  id: string | number
  /** What is shown instead of the id. */
  text?: string
  /** What else is to be said of it; else what is shown, which may be cut. */
  title?: string | undefined
  /** Off in dense rows, where the open row offers it. */
  copy?: 'shown' | 'hidden'
}

function CopyId({ noun, id }: { noun: Noun; id: string }) {
  const { t } = useTranslation()
  return <CopyButton text={id} what={`${t(`nouns.${noun}`)} ${id}`} />
}

/** An id: a link to the thing and a button that copies it. */
export function IdLink({ noun, id, text, title, copy = 'shown' }: Props) {
  const href = useHref()
  const shown = text ?? String(id)
  return (
    <span className={classes.id}>
      <a href={href(...placeOfNoun(noun, id))} className={classes.text} title={title ?? shown} translate="no">
        {shown}
      </a>
      {copy === 'shown' && <CopyId noun={noun} id={String(id)} />}
    </span>
  )
}
