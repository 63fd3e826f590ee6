import type { ReactNode } from 'react'

interface Props {
  label: string
  className: string | undefined
  children: ReactNode
}

/** A part of a screen that scrolls by itself. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
