import type { TFunction } from 'i18next'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import { isoDurationText } from '../data/time-text.ts'

/** What a fault does, in words: `waits 3 s · 503 service_unavailable`. */
export function effectText(t: TFunction, effect: FaultView['effect']): string {
  const { latency, status, code, drop, truncate, reorder, delay, duplicate } = effect
  const { retry_after, forge } = effect
  const parts = [
    latency === undefined ? '' : t('faults.does_wait', { latency: isoDurationText(latency) }),
    status === undefined && code === undefined ? '' : [status, code].filter(part => part !== undefined).join(' '),
    retry_after === undefined ? '' : t('faults.does_retry_after', { seconds: retry_after }),
    drop ? t('faults.does_drop') : '',
    truncate === undefined ? '' : t('faults.does_cut', { bytes: truncate }),
    reorder === undefined ? '' : t('faults.does_reorder', { wait: isoDurationText(reorder) }),
    delay === undefined ? '' : t('faults.does_delay', { wait: isoDurationText(delay) }),
    duplicate === undefined ? '' : t('faults.does_duplicate', { copies: duplicate }),
    forge === undefined ? '' : t('faults.does_forge', { forgery: t(`faults.forge_${forge}`) }),
  ]
  return parts.filter(Boolean).join(' · ')
}
