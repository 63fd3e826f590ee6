import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { type EmulatedAnswer, sendEmulated } from '../../data/emulated-request.ts'
import { usableKeys } from '../../data/tenant-keys.ts'
import { durationText } from '../../data/time-text.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './limits.module.css'

const codeOf = (text: string): string | null => {
  try {
    return (JSON.parse(text) as { error?: { code: string } }).error?.code ?? null
  } catch {
    return null
  }
}

/** How long the answer tells the client to wait. */
function waitOf({ headers }: EmulatedAnswer): string | undefined {
  const [, seconds] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? []
  return seconds === undefined ? undefined : durationText(Number(seconds) * 1_000)
}

/** One request of the tenant, to see what it is answered now. It stays on the screen, with its answer. */
export function SendOne({ tenant }: { tenant: TenantView }) {
  const { t } = useTranslation()
  const href = useHref()
  const keys = usableKeys(tenant)
  const [chosen, setChosen] = useState<string>()
  const key = keys.find(({ key_id }) => key_id === chosen) ?? keys[0]
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => sendEmulated({ method: 'GET', path: '/customers', key: key?.key }),
  })
  if (key === undefined) return null
  const wait = data && waitOf(data)
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
          <>
            <HttpStatus status={data.status} code={codeOf(data.text)} />
            {wait !== undefined && <span>{t('limits.retry_after', { wait })}</span>}
            {data.request_id !== null && (
              <Link className="link" href={href('requests', data.request_id)}>
                {t('limits.why')}
              </Link>
            )}
          </>
        )}
      </div>
      {data !== undefined && (
        <p className={classes.sent_by_us}>
          {t('limits.sent_by_us')}{' '}
          <Link className="link" href={`${href('live')}?own=1`}>
            {t('limits.show_in_live')}
          </Link>
        </p>
      )}
    </section>
  )
}
