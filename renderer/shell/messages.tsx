import { Notifications } from '@mantine/notifications'
import { useLayoutEffect, useRef } from 'react'
import classes from './messages.module.css'

/** How much of the window the messages take, from its lower edge: the page and its dialogs end above them. */
const ROOM = '--rb-messages'

/** What is said of something that was done. It stands over nothing: whatever it covered might be what is pressed next. */
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
