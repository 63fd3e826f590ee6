import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'

/** Beside what was unfolded, as long as it is: on the stage, the same key would leave. */
export function ClosedByEscape({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useShortcuts({ escape: { does: t('common.close'), run: onClose } })
  return null
}
