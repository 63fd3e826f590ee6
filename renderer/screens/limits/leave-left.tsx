import { TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LimitView } from '../../../server/control/protocol/limits.ts'
import { Action } from '../../components/action.tsx'
import classes from './leave-left.module.css'
import { leftOf } from './left-text.ts'

interface Props {
  title: string
  limit: number
  view: LimitView
  onSet: (used: number) => void
}

/** Any number of requests left, for those whose case is neither "one left" nor "used up". */
export function LeaveLeft({ title, limit, view, onSet }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const left = leftOf(text, limit)
  const isWrong = text.trim() !== '' && left === undefined
  const why = useId()
  const { used, by_hand, window_start, remaining } = view
  // What was no number stays while somebody is at it, and not beside a figure that is another one by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what tells that something was set or used
  useEffect(() => {
    if (document.activeElement !== field.current) setText(before => (leftOf(before, limit) === undefined ? '' : before))
  }, [used, by_hand, window_start, limit])
  return (
    <form
      className={classes.leave}
      onSubmit={event => {
        event.preventDefault()
        if (left === undefined) return
        onSet(limit - left)
        setText('')
      }}
    >
      <TextInput
        ref={field}
        size="xs"
        w={70}
        classNames={{ input: classes.input ?? '' }}
        inputMode="numeric"
        autoComplete="off"
        placeholder={(remaining ?? 0).toLocaleString('en')}
        aria-label={t('limits.left_of', { limit: title })}
        aria-describedby={isWrong ? why : undefined}
        error={isWrong}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {t('limits.leave_left')}
      <Action type="submit" disabled={left === undefined}>
        {t('limits.leave_set')}
      </Action>
      <span id={why} className={classes.why} role="status">
        {isWrong && t('limits.leave_range', { limit: limit.toLocaleString('en') })}
      </span>
    </form>
  )
}
