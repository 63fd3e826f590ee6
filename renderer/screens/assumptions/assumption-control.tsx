import { Button, NumberInput, Radio, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import { Action } from '../../components/action.tsx'
import form from '../../components/form.module.css'
import { JsonEditor, parsedJson } from '../../components/json-editor.tsx'
import { lengthsText, readableText, valueText } from '../../components/value-text.ts'
import classes from './assumptions.module.css'

interface Props {
  assumption: AssumptionView
  /** What the server said about the last try. */
  error: ReactNode
  onChange: (value: Json) => void
}

/** One of a few named values: it is set when it is chosen. */
function ChoiceControl({ assumption, error, onChange }: Props) {
  const { t } = useTranslation()
  const { value: present, default: first, alternatives, measured } = assumption
  return (
    <Radio.Group
      size="sm"
      label={t('assumptions.value')}
      description={t('assumptions.choose_hint')}
      error={error}
      value={JSON.stringify(present)}
      onChange={chosen => onChange(JSON.parse(chosen) as Json)}
    >
      <div className={classes.choices}>
        {[first, ...alternatives].map((value, index) => {
          const text = JSON.stringify(value)
          const notes = [
            index === 0 && t('assumptions.is_default'),
            measured !== null && JSON.stringify(measured.value) === text && t('assumptions.measured'),
          ].filter(note => note !== false)
          return (
            <Radio
              key={text}
              size="xs"
              value={text}
              label={
                <>
                  <code>{valueText(value)}</code>
                  {notes.length > 0 && <span className="dim">{` ${notes.join(' · ')}`}</span>}
                </>
              }
            />
          )
        })}
      </div>
    </Radio.Group>
  )
}

type Draft = (text: string) => Json | undefined

const DRAFTS = {
  text: text => text,
  number: text => (text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)),
  json: text => parsedJson(text)?.value as Json | undefined,
} as const satisfies Record<string, Draft>

function draftKind({ schema }: AssumptionView): keyof typeof DRAFTS {
  if (schema?.type === 'string') return 'text'
  return schema?.type === 'integer' || schema?.type === 'number' ? 'number' : 'json'
}

/** A list of plain values has room in a line. */
function draftText(kind: keyof typeof DRAFTS, value: Json): string {
  if (kind !== 'json') return valueText(value)
  const isPlain = Array.isArray(value) && value.every(one => typeof one !== 'object')
  return isPlain ? `[${value.map(one => JSON.stringify(one)).join(', ')}]` : JSON.stringify(value, null, 2)
}

/** A value that a schema describes: typed, then set. */
function DraftControl({ assumption, error, onChange }: Props) {
  const { t } = useTranslation()
  const kind = draftKind(assumption)
  const [text, setText] = useState(draftText(kind, assumption.value))
  const draft = DRAFTS[kind](text)
  const isSame = draft !== undefined && JSON.stringify(draft) === JSON.stringify(assumption.value)
  const set = () => {
    if (draft !== undefined) onChange(draft)
  }
  const lengths = draft === undefined ? undefined : lengthsText(draft)
  const field = { label: t('assumptions.value'), description: lengths, value: text, error }
  const offered = [assumption.default, ...assumption.alternatives]
  return (
    <form
      className={form.stack}
      onSubmit={event => {
        event.preventDefault()
        set()
      }}
    >
      {kind === 'json' && <JsonEditor {...field} onChange={setText} minRows={1} onSubmit={set} />}
      {kind === 'text' && <TextInput size="xs" {...field} onChange={event => setText(event.currentTarget.value)} />}
      {kind === 'number' && (
        <NumberInput size="xs" {...field} thousandSeparator="," onChange={value => setText(String(value))} />
      )}
      <div className={classes.offered}>
        {offered.map((value, index) => (
          <Action
            key={JSON.stringify(value)}
            classNames={{ label: classes.offer ?? '' }}
            onClick={() => setText(draftText(kind, value))}
          >
            {index === 0 ? t('assumptions.fill_default') : readableText(value, t('assumptions.no_values'))}
          </Action>
        ))}
        <Button type="submit" size="compact-sm" ml="auto" disabled={draft === undefined || isSame}>
          {t('assumptions.set')}
        </Button>
      </div>
    </form>
  )
}

/** The control that suits the values which are allowed. */
export function AssumptionControl(props: Props) {
  const { t } = useTranslation()
  const { schema, alternatives } = props.assumption
  if (schema !== null) return <DraftControl {...props} />
  if (alternatives.length > 0) return <ChoiceControl {...props} />
  return (
    <div>
      <p className={classes.fixed}>
        {t('assumptions.value')} <code>{readableText(props.assumption.value, t('assumptions.no_values'))}</code>
      </p>
      <p className={classes.note}>{t('assumptions.decided')}</p>
    </div>
  )
}
