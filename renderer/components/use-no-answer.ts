import { useTranslation } from 'react-i18next'
import { useConnection } from '../data/world.tsx'

/** Why a button that asks something of the emulator does nothing now, for its title; `undefined` while it does. */
export function useNoAnswer(): string | undefined {
  const { t } = useTranslation()
  return useConnection().state === 'lost' ? t('connection.not_now') : undefined
}
