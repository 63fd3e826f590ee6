import { Button } from '@mantine/core'
import { type CSSProperties, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShown } from '../routing/use-present.ts'
import classes from './body-view.module.css'
import { jsonLines, type Line, type Token } from './json-text.ts'
import { TextRegion } from './text-region.tsx'

/** More than this is laid out only when asked for. */
const LINES_SHOWN = 1_500

/** A text that may have been cut: what was not sent is set apart from what was. */
function Cut({ text, offset = 0, cutAt }: { text: string; offset?: number; cutAt: number | undefined }) {
  if (cutAt === undefined || offset + text.length <= cutAt) return text
  const sent = Math.max(0, cutAt - offset)
  return (
    <>
      {text.slice(0, sent)}
      <del className={classes.unsent} data-begins={offset <= cutAt ? '' : undefined}>
        {text.slice(sent)}
      </del>
    </>
  )
}

interface LineProps {
  line: Line
  cutAt: number | undefined
  shown: (text: string) => string
}

function JsonLine({ line, cutAt, shown }: LineProps) {
  // What a value is may stand in its key only: 312340001 is a phone number as "tel1".
  const [key] = line.tokens
  const lead = key?.kind === 'key' ? `${key.text}:` : undefined
  const textOf = ({ kind, text }: Token) => {
    if (lead === undefined || (kind !== 'number' && kind !== 'string')) return text
    const seen = shown(`${lead}${text}`)
    return seen.startsWith(lead) ? seen.slice(lead.length) : text
  }
  return (
    <span className={classes.line} style={{ '--indent': line.indent } as CSSProperties}>
      {line.tokens.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one text, which never move
        <span key={index} className={classes[token.kind]}>
          <Cut text={textOf(token)} offset={token.offset} cutAt={cutAt} />
          {(token.text === ':' || token.text === ',') && token.kind === 'punctuation' ? ' ' : ''}
        </span>
      ))}
      {'\n'}
    </span>
  )
}

/** JSON laid out and coloured, as text and nothing but text; what is not JSON is shown as it is. */
export function JsonView({ text, label, cutAt }: { text: string; label: string; cutAt?: number | undefined }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const lines = useMemo(() => jsonLines(text), [text])
  const seen = useShown()
  if (!lines) return <PlainText text={text} label={label} cutAt={cutAt} />
  const shown = whole ? lines : lines.slice(0, LINES_SHOWN)
  return (
    <>
      <TextRegion label={label} look={`${classes.lines} ${shown.length > LINES_SHOWN ? classes.many : ''}`}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text, which never move
          <JsonLine key={index} line={line} cutAt={cutAt} shown={seen} />
        ))}
      </TextRegion>
      {shown.length < lines.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('body.show_all', { lines: lines.length })}
        </Button>
      )}
    </>
  )
}

export function PlainText({ text, label, cutAt }: { text: string; label: string; cutAt?: number | undefined }) {
  return (
    <TextRegion label={label}>
      <Cut text={text} cutAt={cutAt} />
    </TextRegion>
  )
}

/** A value that has no text of its own yet, such as a part of an answer. */
export function JsonValue({ value, label }: { value: unknown; label: string }) {
  return <JsonView text={JSON.stringify(value) ?? 'null'} label={label} />
}
