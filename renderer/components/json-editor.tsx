import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import form from './form.module.css'
import { jsonErrorAt } from './json-text.ts'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  /** What the server said about the last value. */
  error?: ReactNode
  description?: ReactNode
  minRows?: number
  maxRows?: number
  /** `mod+enter` in the editor. */
  onSubmit?: () => void
}

/** The value of a JSON text, or `undefined` while it is none. */
export function parsedJson(text: string): { value: unknown } | undefined {
  return jsonErrorAt(text) === undefined ? { value: JSON.parse(text) } : undefined
}

/** A text box for JSON that says where the first mistake is. */
export function JsonEditor(props: Props) {
  const { label, value, onChange, error, description, minRows = 6, maxRows = 18, onSubmit } = props
  const { t } = useTranslation()
  const broken = value.trim() === '' ? undefined : jsonErrorAt(value)
  return (
    <Textarea
      size="xs"
      label={label}
      description={description}
      value={value}
      error={broken ? t('body.not_json', { ...broken }) : error}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          onSubmit?.()
        }
      }}
      autosize
      minRows={minRows}
      maxRows={maxRows}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: form.code ?? '' }}
    />
  )
}
