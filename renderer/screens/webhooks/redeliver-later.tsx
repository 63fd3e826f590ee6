import { type ComponentProps, lazy, Suspense } from 'react'
import type { RedeliverAll as Loaded } from './redeliver-all.tsx'

const Button = lazy(() => import('./redeliver-all.tsx').then(({ RedeliverAll }) => ({ default: RedeliverAll })))

/** The same, read once there is something to send again: what it asks is much code, and the first look at deliveries needs none of it. */
export function RedeliverAll(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={null}>
      <Button {...props} />
    </Suspense>
  )
}
