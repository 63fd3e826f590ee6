import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { navigate } from 'wouter/use-browser-location'
import { DeleteAction } from '../components/delete-action.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { notifyDone } from '../components/notify.tsx'
import { type MissingWorld, useRemoveWorld, useWorlds } from '../data/queries.ts'
import { useWorldId } from '../data/world.tsx'
import { DEFAULT_WORLD, pathIn } from '../routing/paths.ts'

function BrokenWorld() {
  const { t } = useTranslation()
  const world = useWorldId()
  const reason = useWorlds().data?.broken.find(({ world_id }) => world_id === world)?.reason
  const remove = useRemoveWorld()
  return (
    <EmptyState
      icon="alert"
      title={t('shell.broken_world', { world })}
      hint={
        <>
          {reason !== undefined && (
            <>
              <span lang="en">{reason}.</span>
              <br />
            </>
          )}
          {t('shell.broken_world_hint')}
        </>
      }
    >
      <Group justify="center">
        <DeleteAction
          label={t('shell.remove_world')}
          question={t('shell.remove_world_question', { world })}
          isPending={remove.isPending}
          onConfirm={() =>
            remove.mutate(world, {
              onSuccess: () => {
                notifyDone(t('shell.world_was_removed', { world }))
                navigate(pathIn(DEFAULT_WORLD))
              },
            })
          }
        />
      </Group>
    </EmptyState>
  )
}

/** In the place of the screen when the world of the address cannot be shown: why, and what to do about it. */
export function WorldIsMissing({ why }: { why: MissingWorld }) {
  const { t } = useTranslation()
  const world = useWorldId()
  if (why === 'broken') return <BrokenWorld />
  return <EmptyState icon="world" title={t('shell.no_world', { world })} hint={t('shell.no_world_hint')} />
}
