import { useTranslation } from 'react-i18next'
import type { TraceStep } from '../../server/control/protocol/journal.ts'
import { useEmulatedNow } from '../data/world.tsx'
import { FaultLink } from './fault-link.tsx'
import type { Told } from './gate-words.ts'
import { GoTo } from './go-to.tsx'
import { type Refuser, refusersText, useRefusersAt } from './refused-now.ts'
import { GiveBack } from './tenant-ways.tsx'

/** The ways past the limits that refuse a request now; nothing where none does. */
export function PastLimits({ tenant, refusers }: { tenant: string | null; refusers: readonly Refuser[] }) {
  const { t } = useTranslation()
  const full = refusers.flatMap(({ limits }) => limits ?? [])
  if (full.length === 0) return null
  return (
    <>
      <GoTo at={Math.max(...full.map(({ until }) => until))} what={t('trace.jump_to_reset')} look="named" />
      <GiveBack tenant={tenant ?? ''} limits={full.flatMap(({ names }) => names)} />
    </>
  )
}

interface Props {
  told: Told
  /** Whether a check matters here, and is not the one that there is a way past already. */
  matters: (step: TraceStep) => boolean
}

function OfTenant({ told, matters }: Props) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const refusers = useRefusersAt(told, now ?? 0)?.filter(({ step }) => matters(step))
  if (now === undefined || refusers === undefined || refusers.length === 0) return null
  return (
    <>
      <span className="dim">{t('trace.also_now', { checks: refusersText(t, refusers, told) })}</span>
      {refusers.map(
        ({ step }) => step.gate === 'fault' && <FaultLink key="fault" isOther id={Number(step.figures?.fault_id)} />,
      )}
      <PastLimits tenant={told.exchange.tenant} refusers={refusers} />
    </>
  )
}

/** What else refuses a request if it is sent now, with the ways past it: beside what promises a way past one check. */
export function AlsoNow(props: Props) {
  return props.told.exchange.tenant === null ? null : <OfTenant {...props} />
}
