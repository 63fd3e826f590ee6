import type { TFunction } from 'i18next'
import type { Origin } from '../../server/contract/origins.ts'

/** Which part of Ringback has sent a request that no client has. */
export const sentByText = (t: TFunction, origin: Exclude<Origin, 'client'>): string =>
  origin === 'replay' ? t('requests.sent_as_replay') : t('requests.sent_by', { origin: t(`origins.${origin}`) })
