import { useTranslation } from 'react-i18next'
import { API_PREFIX } from '../../../../server/contract/constants.ts'
import type { NothingView } from '../../../../server/control/protocol/fit.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ControlError } from '../../../data/client.ts'

/** What the emulator found in a file without a request, of which there is no verdict. */
export function nothingIn(error: unknown): NothingView | undefined {
  if (!(error instanceof ControlError) || error.code !== 'nothing_to_judge') return undefined
  return (error.details as NothingView | null) ?? undefined
}

/** What a recording is made of, in each form. */
const UNITS = {
  har: 'entries',
  columns: 'rows',
  'nginx-combined': 'lines',
  alb: 'lines',
  'caddy-json': 'lines',
} as const

/** In the place of a result: what was looked for in a file, and what was found. */
export function FitNothing({ name, form, read, elsewhere, left_out }: NothingView) {
  const { t } = useTranslation()
  if (form === 'rows' || form === 'world') return null
  const counted = (count: number) => ({ count, shown: count.toLocaleString('en') })
  const left = Object.entries(left_out).flatMap(([reason, count]) =>
    count === 0
      ? []
      : [
          t('limits.fit.left_out', { ...counted(count), reason: t(`limits.fit.left.${reason as 'not_api'}`) }) +
            (reason === 'not_api' && elsewhere !== null
              ? t('limits.fit.no_request.example', { request: elsewhere })
              : ''),
        ],
  )
  const found = [
    form === 'sketch' ? t('limits.fit.no_request.sketched') : t(`limits.fit.no_request.${UNITS[form]}`, counted(read)),
    ...left,
  ]
  return (
    <EmptyState
      icon="limits"
      title={t('limits.fit.no_request.title', { name })}
      hint={
        <>
          {t('limits.fit.no_request.looked_for', {
            wanted: t(`limits.fit.no_request.wanted.${form}`, { prefix: API_PREFIX }),
          })}
          <br />
          {t('limits.fit.no_request.found', { found: found.join(t('limits.fit.no_request.between')) })}
          <br />
          {t('limits.fit.no_request.no_verdict')}
        </>
      }
    />
  )
}
