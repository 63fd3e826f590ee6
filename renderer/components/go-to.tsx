import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClockControl } from '../data/clock-control.tsx'
import { Action } from './action.tsx'
import classes from './go-to.module.css'
import { Icon } from './icons.tsx'
import { Countdown } from './time.tsx'
import { useNoAnswer } from './use-no-answer.ts'

interface Props {
  /** ISO 8601 or milliseconds since 1970. */
  at: string | number
  /** What happens then. */
  what: string
  /** Before it, where a button that is named stands alone: a narrow window leaves it out where it has no room. */
  lead?: string | undefined
  /** The same at length, where `what` is short. */
  about?: string | undefined
  /** Which of many it happens to, where there is room for all of its name. */
  whose?: string | undefined
  /** `named` says it on the button, too; otherwise it stands beside. In a `row` there is room for the time alone. */
  look?: 'named' | 'bare' | 'row'
  /** The delivery that it is for: where that is settled before, the clock stops there. */
  delivery?: string
}

/** A countdown that goes there: the clock moves on to the instant, and everything that is due on the way happens. */
export function GoTo({ at, what, lead, whose, about = what, look = 'bare', delivery }: Props) {
  const { t } = useTranslation()
  const { advance, busy } = useClockControl()
  const noAnswer = useNoAnswer()
  const [isPressed, setPressed] = useState(false)
  const instant = typeof at === 'number' ? at : Date.parse(at)
  const go = () => {
    if (busy) return
    setPressed(true)
    advance({ to: new Date(instant).toISOString(), delivery_id: delivery }, () => setPressed(false))
  }
  return (
    <Action
      className={look === 'row' ? classes.row : classes.go}
      loading={isPressed}
      aria-disabled={busy || undefined}
      disabled={noAnswer !== undefined}
      title={noAnswer ?? t('clock.go_there', { what: about })}
      rightSection={<Icon name="skip" size={11} />}
      onClick={go}
    >
      {look === 'named' ? (
        <span className={classes.what}>
          {lead === undefined ? (
            what
          ) : (
            <>
              <span data-lead>{lead}</span>
              <span data-what>{what}</span>
            </>
          )}
        </span>
      ) : (
        <span className="visually-hidden">{what}</span>
      )}{' '}
      <span className={classes.when} data-when>
        <span className={classes.in} data-in>
          {look !== 'row' && `${t('clock.in')} `}
          <Countdown to={instant} />
        </span>
        {whose !== undefined && (
          <span className={classes.whose} data-whose translate="no">
            · {whose}
          </span>
        )}
      </span>
    </Action>
  )
}
