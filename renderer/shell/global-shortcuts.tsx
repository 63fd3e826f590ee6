import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundKeys, useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useGo } from '../routing/use-place.ts'
import { SCREENS } from '../screens/registry.ts'
import { Palette } from './palette.tsx'

const Help = lazy(() => import('./help.tsx').then(({ Help }) => ({ default: Help })))

/** Shortcuts that work on every screen, the command palette and the help. */
export function GlobalShortcuts() {
  const { t } = useTranslation()
  const go = useGo()
  // What the keys did before the help took the screen's place.
  const [help, setHelp] = useState<ReturnType<typeof boundKeys>>()
  const openHelp = () => setHelp(boundKeys())
  useShortcuts({
    '?': { does: t('help.keys.help'), run: openHelp },
    ...Object.fromEntries(
      SCREENS.map(({ id, key }) => [`g ${key}`, { does: t(`screens.${id}`), run: () => go([id]) }]),
    ),
  })
  return (
    <>
      <Palette onHelp={openHelp} />
      {help && (
        <Suspense>
          <Help keys={help} onClose={() => setHelp(undefined)} />
        </Suspense>
      )}
    </>
  )
}
