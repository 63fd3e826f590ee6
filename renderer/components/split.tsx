import type { ReactNode } from 'react'
import { PanelBoundary } from './error-boundary.tsx'
import classes from './split.module.css'

interface Props {
  children: ReactNode
  /** What is open beside the list; nothing takes no room. */
  detail: { label: string; key: string; content: ReactNode; width?: 'narrow' | 'wide' } | undefined
}

/** A list and the open one beside it. */
export function Split({ children, detail }: Props) {
  return (
    <div className={classes.split} data-open={detail ? (detail.width ?? 'wide') : undefined}>
      <div className={classes.side}>{children}</div>
      {detail && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes.detail} aria-label={detail.label} tabIndex={0}>
          <PanelBoundary resetKey={detail.key}>{detail.content}</PanelBoundary>
        </section>
      )}
    </div>
  )
}
