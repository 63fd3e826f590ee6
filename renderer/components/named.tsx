import type { ReactNode } from 'react'

/** What a person, a project or a tenant is called: in no language, so that nothing translates it. */
export function Named({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span translate="no" title={title}>
      {children}
    </span>
  )
}
