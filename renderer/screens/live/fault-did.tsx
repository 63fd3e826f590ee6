import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { effectText } from '../../components/fault-text.ts'
import type { Control } from '../../data/timeline.ts'

/** What a fault that was added or removed hits, and what it does: `POST /calls/initiate → 503`; nothing where all were removed. */
export function FaultText({ act: { match, effect } }: { act: Extract<Control, { kind: 'fault' }> }) {
  const { t } = useTranslation()
  if (effect === null) return null
  const { method, path, tenant, event } = (match ?? {}) as NonNullable<FaultView['match']>
  const hits = [method, path, event, tenant].filter(Boolean).join(' ')
  const does = effectText(t, effect as FaultView['effect'])
  return hits === '' ? does : `${hits} → ${does}`
}
