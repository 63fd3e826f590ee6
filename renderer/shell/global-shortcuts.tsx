import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from 'wouter/use-browser-location'
import { useWorlds } from '../data/queries.ts'
import { usePauseOfLive } from '../data/use-still.ts'
import { useWorldId } from '../data/world.tsx'
import { boundKeys, useShortcuts } from '../keyboard/use-shortcuts.ts'
import { DEFAULT_WORLD, pathIn } from '../routing/paths.ts'
import { useGo, usePlace } from '../routing/use-place.ts'
import { SCREENS } from '../screens/registry.ts'
import { DeleteWorld, DeleteWorlds, Help, NewWorld, RenameWorld } from './dialogs.tsx'
import { Palette } from './palette.tsx'

/** Shortcuts that work on every screen, the command palette and the help. */
export function GlobalShortcuts() {
  const { t } = useTranslation()
  const go = useGo()
  // What the keys did before the help took the screen's place.
  const [help, setHelp] = useState<ReturnType<typeof boundKeys>>()
  /** What of the dialog for a new world is wanted, while it is open. */
  const [making, setMaking] = useState<'name' | 'capsule'>()
  /** What is asked about the world on the page. */
  const [asking, setAsking] = useState<'rename' | 'delete' | 'delete_several'>()
  const world = useWorldId()
  const worlds = useWorlds().data?.data ?? []
  const { segments } = usePlace()
  const pausedAs = usePauseOfLive(segments[0])
  const openHelp = () => setHelp(boundKeys())
  useShortcuts({
    '?': { does: t('help.keys.help'), run: openHelp },
    ...Object.fromEntries(
      SCREENS.map(({ id, key }) => [
        `g ${key}`,
        { does: t(`screens.${id}`), run: () => go([id], { search: id === 'live' ? pausedAs() : '' }) },
      ]),
    ),
  })
  return (
    <>
      <Palette onHelp={openHelp} onNewWorld={(aim = 'name') => setMaking(aim)} onWorld={setAsking} />
      {making && (
        <NewWorld
          aim={making}
          onCreated={world => {
            setMaking(undefined)
            navigate(pathIn(world, ...segments.slice(0, 1)))
          }}
          onClose={() => setMaking(undefined)}
        />
      )}
      {asking === 'rename' ? (
        <RenameWorld world={world} onClose={() => setAsking(undefined)} />
      ) : asking === 'delete_several' ? (
        <DeleteWorlds
          worlds={worlds.filter(({ world_id }) => world_id !== DEFAULT_WORLD)}
          current={world}
          search=""
          onDelete={gone => {
            setAsking(undefined)
            if (gone.includes(world)) navigate(pathIn(DEFAULT_WORLD, ...segments.slice(0, 1)))
          }}
          onClose={() => setAsking(undefined)}
        />
      ) : asking === 'delete' ? (
        <DeleteWorld
          world={world}
          onDeleted={() => {
            setAsking(undefined)
            navigate(pathIn(DEFAULT_WORLD, ...segments.slice(0, 1)))
          }}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {help && <Help keys={help} onClose={() => setHelp(undefined)} />}
    </>
  )
}
