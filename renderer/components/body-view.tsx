import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyView as Body } from '../../server/control/protocol/journal.ts'
import { bytesText } from '../data/time-text.ts'
import classes from './body-view.module.css'
import { CopyButton } from './copy-button.tsx'
import { textWithin } from './hex-text.ts'
import { HexView } from './hex-view.tsx'
import { jsonErrorAt } from './json-text.ts'
import { JsonView, PlainText } from './json-view.tsx'

type BodyLook = 'pretty' | 'raw' | 'bytes'

interface Props {
  body: Body
  /** Names the body: "Request body". */
  label: string
  look: BodyLook
  onLook: (look: BodyLook) => void
  /** After how many bytes it was cut: the rest is shown as what was not sent. */
  cutAt?: number | undefined
}

/** A body of a request or an answer: laid out, as the text that was sent, or byte by byte. */
export function BodyView({ body, label, look, onLook, cutAt }: Props) {
  const { t } = useTranslation()
  if (body.bytes === 0) return <div className={`${classes.frame} ${classes.none}`}>{t('body.none', { label })}</div>
  const broken = body.text === null ? undefined : jsonErrorAt(body.text)
  const shown = body.text === null ? 'bytes' : look
  const isCut = cutAt !== undefined && cutAt < body.bytes
  const cut = isCut ? textWithin(body.base64, cutAt).length : undefined
  return (
    <div className={classes.frame}>
      <div className={classes.bar}>
        <span>{label}</span>
        <span>{bytesText(body.bytes)}</span>
        <span className="push" />
        <SegmentedControl
          size="xs"
          className={classes.looks ?? ''}
          value={shown}
          onChange={value => onLook(value as BodyLook)}
          aria-label={t('body.look', { label })}
          data={[
            { value: 'pretty', label: t('body.pretty'), disabled: body.text === null },
            { value: 'raw', label: t('body.raw'), disabled: body.text === null },
            { value: 'bytes', label: t('body.bytes') },
          ]}
        />
        <CopyButton text={body.text ?? body.base64} what={label} />
      </div>
      {shown === 'pretty' && <JsonView text={body.text ?? ''} label={label} cutAt={cut} />}
      {shown === 'raw' && <PlainText text={body.text ?? ''} label={label} cutAt={cut} />}
      {shown === 'bytes' && (
        <HexView base64={body.base64} label={label} lit={isCut ? [{ from: cutAt, to: body.bytes }] : []} />
      )}
      {isCut && (
        <div className={classes.note}>
          {t('body.cut', { sent: cutAt.toLocaleString('en'), bytes: body.bytes.toLocaleString('en') })}
        </div>
      )}
      {broken && <div className={classes.note}>{t('body.not_json', { ...broken })}</div>}
    </div>
  )
}

/** `BodyView` for places whose look is not worth an address. */
export function LocalBodyView(props: Omit<Props, 'look' | 'onLook'>) {
  const [look, setLook] = useState<BodyLook>('pretty')
  return <BodyView {...props} look={look} onLook={setLook} />
}
