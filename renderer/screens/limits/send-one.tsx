import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { type EmulatedAnswer, sendEmulated } from '../../data/emulated-request.ts'
import { usableKeys } from '../../data/tenant-keys.ts'
import { durationText } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import classes from './limits.module.css'

const codeOf = (text: string): string | null => {
  try {
    return (JSON.parse(text) as { error?: { code: string } }).error?.code ?? null
  } catch {
    return null
  }
}

const headerOf = ({ headers }: EmulatedAnswer, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

interface Told {
  /** When it was answered, by the clock of the world. */
  readonly at: number
  /** How long the answer tells the client to wait, in milliseconds. */
  readonly wait: number | undefined
}

function toldBy(answer: EmulatedAnswer): Told {
  const seconds = headerOf(answer, 'retry-after')
  return {
    at: Date.parse(headerOf(answer, 'date') ?? ''),
    wait: seconds === undefined ? undefined : Number(seconds) * 1_000,
  }
}

/** When the request was answered. What it was told to wait for may have passed since: then it says nothing of the present any more. */
function Answered({ answer, isDayUsedUp }: { answer: EmulatedAnswer; isDayUsedUp: boolean }) {
  const { t } = useTranslation()
  const href = useHref()
  const now = useEmulatedNow()
  const { at, wait } = toldBy(answer)
  const isPast = wait !== undefined && now !== undefined && now >= at + wait
  const code = codeOf(answer.text)
  return (
    <>
      <HttpStatus status={answer.status} code={code} look={isPast ? 'plain' : 'soft'} />
      {wait !== undefined && (
        <span className={isPast ? 'dim' : undefined}>{t('limits.retry_after', { wait: durationText(wait) })}</span>
      )}
      {answer.request_id !== null && (
        <Link className="link" href={href('requests', answer.request_id)}>
          {t('limits.why')}
        </Link>
      )}
      {!Number.isNaN(at) && (
        <span className="dim">
          {t('limits.answered_at')} <Time at={at} />
        </span>
      )}
      {isPast && <span className="dim">{t('limits.wait_over')}</span>}
      {code === 'rate_limit_exceeded' && isDayUsedUp && !isPast && (
        <span className={classes.aside}>{t('limits.rate_first')}</span>
      )}
    </>
  )
}

/** One request of the tenant, to see what it is answered now. It stays on the screen, with its answer. */
export function SendOne({ tenant, isDayUsedUp }: { tenant: TenantView; isDayUsedUp: boolean }) {
  const { t } = useTranslation()
  const href = useHref()
  const keys = usableKeys(tenant)
  const [chosen, setChosen] = useState<string>()
  const key = keys.find(({ key_id }) => key_id === chosen) ?? keys[0]
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => sendEmulated({ method: 'GET', path: '/customers', key: key?.key }),
  })
  if (key === undefined) return null
  return (
    <section className={classes.send} aria-label={t('limits.try')}>
      <div className={classes.send_line}>
        <code>GET /customers</code>
        <Select
          size="xs"
          w={110}
          aria-label={t('nouns.key')}
          allowDeselect={false}
          data={keys.map(({ key_id, label }) => ({ value: key_id, label }))}
          value={key.key_id}
          onChange={id => setChosen(id ?? undefined)}
        />
        <Action icon="play" loading={isPending} onClick={() => mutate()}>
          {t('limits.send_one')}
        </Action>
      </div>
      <div className={classes.send_line} role="status">
        {data === undefined ? (
          <span className="dim">{t('limits.send_hint')}</span>
        ) : (
          <Answered answer={data} isDayUsedUp={isDayUsedUp} />
        )}
      </div>
      <p className={classes.sent_by_us}>
        {t('limits.sent_by_us')}{' '}
        <Link className="link" href={`${href('live')}?own=1`}>
          {t('limits.show_in_live')}
        </Link>
      </p>
    </section>
  )
}
