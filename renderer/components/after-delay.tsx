import { wasHeld } from './fault-afterwards.ts'
import { FaultLink } from './fault-link.tsx'
import { FaultNow, PastFault } from './fault-now.tsx'
import type { Told } from './gate-words.ts'
import classes from './next-steps.module.css'

/** What a fault does now that has held an answer back; nothing of any other request. */
export function AfterDelay({ told }: { told: Told }) {
  const { fault } = told.exchange
  if (fault === null || !wasHeld(told.exchange)) return null
  return (
    <div className={classes.next_steps}>
      <FaultNow id={fault} told={told} />
      <PastFault id={fault} />
      <FaultLink id={fault} />
    </div>
  )
}
