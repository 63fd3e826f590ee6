import type { ReactNode } from 'react'
import type { TraceStep } from '../../server/control/protocol/journal.ts'
import { useEmulatedNow } from '../data/world.tsx'
import { FaultLink } from './fault-link.tsx'
import { FaultNow, PastFault, useIsFaultOver } from './fault-now.tsx'
import type { Told } from './gate-words.ts'
import { useRefusersAt } from './refused-now.ts'
import { Resend } from './resend.tsx'

/** It is what one does next once the fault is over, and nothing else refuses it. */
function ResendPast({ fault, told, onSent }: { fault: number; told: Told; onSent: (id: string) => void }) {
  const isOver = useIsFaultOver(fault)
  const refusers = useRefusersAt(told, useEmulatedNow() ?? 0)
  const isNext = isOver === true && refusers?.length === 0
  return <Resend id={told.exchange.request_id} look={isNext ? 'filled' : 'default'} onSent={onSent} />
}

interface Props {
  step: TraceStep
  told: Told
  /** What corrects a request that the service would refuse without the fault. */
  correct: ReactNode
  onSent?: ((id: string) => void) | undefined
}

/** What a fault that has answered does now, and how the request gets an answer of the service. */
export function PastItsFault({ step, told, onSent, correct }: Props) {
  const { request_id, tenant, trace, fault } = told.exchange
  const id = Number(step.figures?.fault_id ?? fault)
  // Without the fault, this would be what refuses it.
  const isInvalid = trace.some(({ gate, outcome }) => gate === 'validation' && outcome === 'would_reject')
  const resend =
    onSent &&
    (tenant === null ? (
      <Resend id={request_id} onSent={onSent} />
    ) : (
      <ResendPast fault={id} told={told} onSent={onSent} />
    ))
  return (
    <>
      <FaultNow id={id} told={told} />
      <PastFault id={id} />
      <FaultLink id={id} />
      {isInvalid ? correct : resend}
    </>
  )
}
