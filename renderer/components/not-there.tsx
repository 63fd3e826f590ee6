import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ControlError } from '../data/client.ts'
import { useElsewhere } from '../data/elsewhere.ts'
import { useWorldId } from '../data/world.tsx'
import { placeOfNoun } from '../routing/nouns.ts'
import { pathIn } from '../routing/paths.ts'
import { Action } from './action.tsx'
import { EmptyState } from './empty-state.tsx'
import { Failed } from './error-boundary.tsx'

/** The list of the control API that each is in. */
const LISTS = { request: 'requests', call: 'calls', event: 'events', delivery: 'deliveries' } as const

interface Props {
  noun: keyof typeof LISTS
  id: string
  onClose: () => void
}

/** In the place of a thing that could not be read: that it is not there, and where it is; else what went wrong. */
export function Unread({ error, again, ...thing }: Props & { error: unknown; again: () => void }) {
  const isMissing = error instanceof ControlError && error.status === 404
  return isMissing ? <NotThere {...thing} /> : <Failed error={error} again={again} />
}

/** An id leads nowhere: it may be of another world, or what it belonged to was cleared away. */
function NotThere({ noun, id, onClose }: Props) {
  const { t } = useTranslation()
  const world = useWorldId()
  const elsewhere = useElsewhere(LISTS[noun], id)
  return (
    <div role="alert">
      <EmptyState
        icon={noun === 'request' ? 'requests' : noun === 'call' ? 'calls' : 'webhooks'}
        titleAs="h2"
        title={t('not_there.title', { thing: t(`nouns.${noun}`), world })}
        hint={
          <>
            <code>{id}</code>
            <br />
            {t('not_there.why')}{' '}
            {elsewhere?.found.length === 0 && elsewhere.asked > 0 && t('not_there.nowhere', { count: elsewhere.asked })}
          </>
        }
      >
        <Group justify="center" gap="xs">
          {elsewhere?.found.map(other => (
            <Action
              key={other}
              component="a"
              variant="filled"
              icon="world"
              href={pathIn(other, ...placeOfNoun(noun, id))}
            >
              {t('not_there.open_in', { world: other })}
            </Action>
          ))}
          <Action onClick={onClose}>{t(`not_there.all.${noun}`)}</Action>
        </Group>
      </EmptyState>
    </div>
  )
}
