import { type ComponentType, lazy, Suspense } from 'react'
import { ErrorBoundary } from '../components/error-boundary.tsx'

/** What is fetched when it is asked for: until it is there nothing is shown, and nothing where it cannot be fetched. */
function fetched<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
  const Dialog = lazy(() => fetch().then(dialog => ({ default: dialog as ComponentType<object> })))
  return (props: Props) => (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

export const Help = fetched(() => import('./help.tsx').then(({ Help }) => Help))
export const NewWorld = fetched(() => import('./new-world.tsx').then(({ NewWorld }) => NewWorld))
export const RenameWorld = fetched(() => import('./rename-world.tsx').then(({ RenameWorld }) => RenameWorld))
export const DeleteWorld = fetched(() => import('./delete-world.tsx').then(({ DeleteWorld }) => DeleteWorld))
export const DeleteWorlds = fetched(() => import('./delete-worlds.tsx').then(({ DeleteWorlds }) => DeleteWorlds))
