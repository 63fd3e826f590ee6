import { lazy, Suspense, useState } from 'react'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useGo } from '../routing/use-place.ts'
import { SCREENS } from '../screens/registry.ts'
import { Palette } from './palette.tsx'

const Help = lazy(() => import('./help.tsx').then(({ Help }) => ({ default: Help })))

/** Shortcuts that work on every screen, the command palette and the help. */
export function GlobalShortcuts() {
  const go = useGo()
  const [help, setHelp] = useState(false)
  useShortcuts({
    '?': () => setHelp(true),
    ...Object.fromEntries(SCREENS.map(({ id, key }) => [`g ${key}`, () => go([id])])),
  })
  return (
    <>
      <Palette onHelp={() => setHelp(true)} />
      {help && (
        <Suspense>
          <Help onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </>
  )
}
