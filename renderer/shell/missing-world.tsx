import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { navigate } from 'wouter/use-browser-location'
import { Action } from '../components/action.tsx'
import { Backstage } from '../components/backstage.tsx'
import { DeleteAction } from '../components/delete-action.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorText } from '../components/error-text.tsx'
import { notifyDone } from '../components/notify.tsx'
import { type MissingWorld, useCreateWorld, useRemoveWorld, useWorlds } from '../data/queries.ts'
import { useWorldId } from '../data/world.tsx'
import { DEFAULT_WORLD, pathIn } from '../routing/paths.ts'
import { usePlace } from '../routing/use-place.ts'

function BrokenWorld() {
  const { t } = useTranslation()
  const world = useWorldId()
  const reason = useWorlds().data?.broken.find(({ world_id }) => world_id === world)?.reason
  const remove = useRemoveWorld()
  return (
    <EmptyState
      icon="alert"
      titleAs="h1"
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
          onConfirm={() => {
            // The page leaves the world first: it would go on asking for it.
            navigate(pathIn(DEFAULT_WORLD))
            remove.mutateAsync(world).then(
              () => notifyDone(t('shell.world_was_removed', { world })),
              () => {},
            )
          }}
        />
      </Group>
    </EmptyState>
  )
}

/** In the place of the screen when the world of the address cannot be shown: why, and what to do about it. */
export function WorldIsMissing({ why }: { why: MissingWorld }) {
  const { t } = useTranslation()
  const world = useWorldId()
  const { segments } = usePlace()
  const create = useCreateWorld()
  if (why === 'broken') return <BrokenWorld />
  return (
    <EmptyState icon="world" titleAs="h1" title={t('shell.no_world', { world })} hint={t('shell.no_world_hint')}>
      <Group justify="center" gap="xs">
        <Action component="a" href={pathIn(DEFAULT_WORLD, ...segments.slice(0, 1))} icon="world">
          {t('shell.to_world', { world: DEFAULT_WORLD })}
        </Action>
        <Backstage>
          <Action icon="plus" loading={create.isPending} onClick={() => create.mutate({ world_id: world })}>
            {t('shell.make_world', { world })}
          </Action>
        </Backstage>
      </Group>
      {create.error && (
        <p role="alert">
          <ErrorText error={create.error} />
        </p>
      )}
    </EmptyState>
  )
}
