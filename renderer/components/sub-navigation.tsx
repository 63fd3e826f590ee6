import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useHref } from '../routing/use-place.ts'
import classes from './sub-navigation.module.css'

export interface Part {
  segments: readonly string[]
  /** State of the screen that its parts share. */
  search?: string
  label: ReactNode
  current: boolean
}

/** The parts of a screen, each with an address of its own. */
export function SubNavigation({ label, parts }: { label: string; parts: readonly Part[] }) {
  const href = useHref()
  return (
    <nav aria-label={label} className={classes.nav}>
      {parts.map(({ segments, search, label: text, current }) => (
        <Link
          key={segments.join('/')}
          href={href(...segments) + (search ? `?${search}` : '')}
          aria-current={current ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
