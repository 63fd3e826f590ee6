import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { LimitsView } from '../../../server/control/protocol/limits.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { sendEmulated } from '../../data/emulated-request.ts'
import { usableKeys } from '../../data/tenant-keys.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import classes from './send-one.module.css'
import { codeOf, type Entry, headerOf, type Story } from './story.ts'
import { Headers, StoryLine, useOver } from './story-line.tsx'

interface Props {
  tenant: TenantView
  /** As they are, not as another plan would have them. */
  limits: LimitsView
  story: Story
  onAnswer: (answered: Omit<Extract<Entry, { kind: 'answer' }>, 'id'>) => void
}

/** One request of the tenant, to see what it is answered now. It stays on the screen, with its answer and those before it. */
export function SendOne({ tenant, limits, story, onAnswer }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const isPresenting = usePresenting()
  const keys = usableKeys(tenant)
  const [chosen, setChosen] = useState<string>()
  const key = keys.find(({ key_id }) => key_id === chosen) ?? keys[0]
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendEmulated({ method: 'GET', path: '/customers', key: key?.key }),
    onSuccess: answer =>
      onAnswer({ kind: 'answer', answer, at: Date.parse(headerOf(answer, 'date') ?? ''), code: codeOf(answer) }),
  })
  const newest = story.entries.findLast(entry => entry.kind === 'answer')
  const over = useOver(newest, limits)
  if (key === undefined) return null
  return (
    <section className={classes.send} aria-label={t('limits.try')}>
      <div className={classes.line}>
        <code>GET /customers</code>
        <Select
          size="xs"
          w={96}
          aria-label={t('nouns.key')}
          allowDeselect={false}
          data={keys.map(({ key_id, label }) => ({ value: key_id, label }))}
          value={key.key_id}
          onChange={id => setChosen(id ?? undefined)}
        />
        <Action icon="play" loading={isPending} onClick={() => mutate()}>
          {t('limits.send_one')}
        </Action>
        <p className={classes.aside}>
          {t('limits.sent_by_us')}{' '}
          <Link className="link" href={`${href('live')}?own=1`}>
            {t('limits.show_in_live')}
          </Link>
        </p>
      </div>
      <div className={classes.answers} role="status">
        {story.entries.length === 0 ? (
          // A slide has no room for what is empty.
          !isPresenting && <span className="dim">{t('limits.send_hint')}</span>
        ) : (
          <>
            <StoryLine story={story} over={over} />
            {newest && <Headers newest={newest} over={over} limits={limits} />}
          </>
        )}
      </div>
    </section>
  )
}
