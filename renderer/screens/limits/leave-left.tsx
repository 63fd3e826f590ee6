import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { leftOf } from './left-text.ts'
import classes from './limits.module.css'

/** Any number of requests left, for those whose case is neither "one left" nor "used up". */
export function LeaveLeft({
  title,
  limit,
  remaining,
  onSet,
}: {
  title: string
  limit: number
  remaining: number
  onSet: (used: number) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const left = leftOf(text, limit)
  const isWrong = text.trim() !== '' && left === undefined
  const why = useId()
  return (
    <form
      className={classes.leave}
      onSubmit={event => {
        event.preventDefault()
        if (left !== undefined) onSet(limit - left)
      }}
    >
      {t('limits.leave')}
      <TextInput
        size="xs"
        w={78}
        classNames={{ input: classes.leave_input ?? '' }}
        inputMode="numeric"
        autoComplete="off"
        placeholder={remaining.toLocaleString('en')}
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
      <span id={why} className={classes.leave_why} role="status">
        {isWrong && t('limits.leave_range', { limit: limit.toLocaleString('en') })}
      </span>
    </form>
  )
}
