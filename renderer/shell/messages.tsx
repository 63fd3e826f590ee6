import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePlace } from '../routing/use-place.ts'
import { usePresenting } from '../routing/use-present.ts'
import classes from './messages.module.css'

/** How much of the window the messages take, from its lower edge: the page and its dialogs end above them. */
const ROOM = '--rb-messages'

/** On the stage, what was said on a screen is over with it. What comes with a screen, such as that something was done that led there, stays. */
function MessagesOfScreen(): null {
  const [screen] = usePlace().segments
  const isPresenting = usePresenting()
  const { notifications: all } = useNotifications()
  const before = useRef({ screen, ids: all.map(({ id }) => id) })
  useEffect(() => {
    const { screen: left, ids } = before.current
    before.current = { screen, ids: all.map(({ id }) => id) }
    if (isPresenting && left !== screen) for (const id of ids) if (id !== undefined) notifications.hide(id)
  }, [screen, isPresenting, all])
  return null
}

/**
 * What is said of something that was done. It stands over nothing: whatever it covered might be what is pressed next. On the stage it lies over
 * the foot of the page, whose height is for those who look on.
 */
export function Messages() {
  const all = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = all
    if (current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(ROOM, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={all} className={classes.all}>
      <MessagesOfScreen />
      <Notifications
        position="bottom-center"
        withinPortal={false}
        // Each step of a motion would have the page laid out anew.
        transitionDuration={0}
        classNames={{ root: classes.place ?? '' }}
      />
    </div>
  )
}
