import { Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { Icon } from './icons.tsx'
import classes from './toolbar.module.css'

/** What is typed is looked for once nothing follows for so long. */
export const SETTLED_MS = 180

interface Props {
  label: string
  /** What else can be typed; shown while the pointer rests on the box. */
  hint?: string | undefined
  value: string
  onSearch: (text: string) => void
}

/** A search box that `/` goes to; the search follows the typing. */
export function SearchInput({ label, hint, value, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const search = useDebouncedCallback(onSearch, SETTLED_MS)
  useEffect(() => setText(value), [value])
  useShortcuts({ '/': { does: label, run: () => input.current?.focus() } })
  return (
    <TextInput
      ref={input}
      className={classes.grow ?? ''}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      title={hint}
      value={text}
      leftSection={<Icon name="search" size={14} />}
      rightSection={text === '' ? <Kbd aria-hidden>/</Kbd> : undefined}
      onChange={event => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
