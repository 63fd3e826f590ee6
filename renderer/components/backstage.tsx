import type { ReactNode } from 'react'
import { usePresenting } from '../routing/use-present.ts'

/** What changes a world, its tenants or its keys is not for those who look on: it is not there while the page is shown to others. */
export function Backstage({ children }: { children: ReactNode }) {
  return usePresenting() ? null : children
}
