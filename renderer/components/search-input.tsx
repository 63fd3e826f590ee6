import { Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOfInputMethod } from '../keyboard/of-input-method.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useIsHidden } from '../routing/use-url-state.ts'
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
  /** Goes through what is found, by the arrow keys; 0, by Enter, takes what comes first. */
  onStep?: (text: string, by: -1 | 0 | 1) => void
}

const STEPS = { ArrowUp: -1, ArrowDown: 1, Enter: 0 } as const

/** A search box that `/` goes to; the search follows the typing, and is `q` of the address. What was hidden from those who looked on stays dots until somebody asks for it or changes it. */
export function SearchInput({ label, hint, value, onSearch, onStep }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [asked, setAsked] = useState<string>()
  const isVeiled = useIsHidden('q') && text === value && asked !== value
  const show = () => {
    setAsked(value)
    input.current?.focus()
  }
  const search = useDebouncedCallback(onSearch, SETTLED_MS)
  useEffect(() => setText(value), [value])
  useShortcuts({ '/': { does: label, run: () => input.current?.focus() } })
  return (
    <TextInput
      ref={input}
      className={classes.grow ?? ''}
      classNames={isVeiled ? { input: classes.veiled ?? '' } : {}}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      title={hint}
      value={text}
      leftSection={<Icon name="search" size={14} />}
      rightSection={
        isVeiled ? (
          <button type="button" className={classes.show} aria-label={t('table.show_searched')} onClick={show}>
            {t('table.show')}
          </button>
        ) : text === '' ? (
          <Kbd aria-hidden>/</Kbd>
        ) : undefined
      }
      {...(isVeiled && { rightSectionWidth: 'auto' })}
      onChange={event => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={event => {
        const by = isOfInputMethod(event) ? undefined : STEPS[event.key as keyof typeof STEPS]
        if (onStep !== undefined && by !== undefined) {
          event.preventDefault()
          onStep(text, by)
        }
        if (event.key !== 'Escape') return
        // What is hidden of it in the address is so before the page can be left. A pointer that leaves the box is on its way to what is found already,
        // which must not move under it.
        search.flush()
        event.currentTarget.blur()
      }}
    />
  )
}
