import { ActionIcon } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './detail.module.css'
import { Icon } from './icons.tsx'

interface HeadProps {
  title: ReactNode
  actions?: ReactNode
  onClose?: (() => void) | undefined
}

/** How high the head is, for what stays in view below it. */
const HEAD = '--rb-head'

/** A long name takes several lines, and buttons come and go. */
function useHeightBelow() {
  const head = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = head
    const style = current?.parentElement?.style
    if (!current || !style) return
    const observer = new ResizeObserver(() => style.setProperty(HEAD, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEAD)
    }
  }, [])
  return head
}

/** The head of what is open beside a list: it stays in view while the rest scrolls. */
export function DetailHead({ title, actions, onClose }: HeadProps) {
  const { t } = useTranslation()
  const head = useHeightBelow()
  return (
    <header ref={head} className={classes.head}>
      <h2>{title}</h2>
      <div className={classes.actions}>
        {actions}
        {onClose && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.close')} onClick={onClose}>
            <Icon name="cross" />
          </ActionIcon>
        )}
      </div>
    </header>
  )
}

interface SectionProps {
  title: string
  /** Beside the title, on the right. */
  aside?: ReactNode
  children: ReactNode
}

/** A named part of a detail. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.section_head}>
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** What stands between the head and the sections, in one line where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <div className={classes.facts}>{children}</div>
}
