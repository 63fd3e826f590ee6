import { useTranslation } from 'react-i18next'
import { useFaultPlace } from '../data/fault-place.ts'
import { useFaults } from '../data/faults.ts'
import { useEmulatedNow } from '../data/world.tsx'
import { placeOfNoun } from '../routing/nouns.ts'
import { useHref } from '../routing/use-place.ts'
import { Action } from './action.tsx'
import { PastLimits } from './also-now.tsx'
import { FaultLink } from './fault-link.tsx'
import { FaultNow, PastFault, useIsFaultOver } from './fault-now.tsx'
import type { Told } from './gate-words.ts'
import steps from './next-steps.module.css'
import { type Edits, NextSteps } from './next-steps.tsx'
import { isAnsweredBy, mayMeet, type Refuser, refusersText, useRefusersAt } from './refused-now.ts'
import { type Between, repeatOf } from './repeat.ts'
import { Resend } from './resend.tsx'

const rejectedOf = ({ exchange }: Told) => exchange.trace.find(({ outcome }) => outcome === 'rejected')

interface Now {
  /** What refuses the request if it is sent again: of a fault that answers it only where no newer one comes before it. */
  refusers: readonly Refuser[]
  between: Between
}

/** What comes of this request if it is sent again; `undefined` until it is known. */
function useSentNow(told: Told): Now | undefined {
  const faults = useFaults().data?.data
  const at = useEmulatedNow()
  const known = useRefusersAt(told, at ?? 0)
  if (faults === undefined || at === undefined || known === undefined) return undefined
  const present = { faults, at }
  const refusers = known.filter(
    ({ step: { gate, figures } }) =>
      gate !== 'fault' || faults.some(one => one.id === figures?.fault_id && isAnsweredBy(one, told, present)),
  )
  return { refusers, between: refusers.length > 0 ? 'refusing' : (mayMeet(told, present) ?? 'nothing') }
}

function CarriedOut({ told }: { told: Told }) {
  const { t } = useTranslation()
  const between = useSentNow(told)?.between
  return between === undefined ? t('lost.was_carried_out') : t(`lost.${repeatOf(told.exchange, between)}`)
}

/** A sentence on what a request has done to its world whose answer did not arrive, and on what it does if it is sent again. */
export function DoneAllTheSame({ told }: { told: Told }) {
  const { t } = useTranslation()
  if (told.exchange.method === 'GET') return null
  return (
    <>
      {t('common.between_sentences')}
      {rejectedOf(told) === undefined ? <CarriedOut told={told} /> : t('lost.was_refused')}
    </>
  )
}

/** What its fault does now, and what else refuses it, in one text; then the ways past a limit, and to another fault that answers it. */
function Standing({ told }: { told: Told }) {
  const { t } = useTranslation()
  const { fault, tenant } = told.exchange
  const refusers = useSentNow(told)?.refusers ?? []
  if (fault === null && refusers.length === 0) return null
  const other = refusers.find(({ step }) => step.gate === 'fault' && step.figures?.fault_id !== fault)
  return (
    <>
      <span>
        {fault !== null && <FaultNow id={fault} told={told} />}
        {refusers.length > 0 && (
          <>
            {fault !== null && t('common.between_sentences')}
            <span className="dim">{t('lost.refused_now', { checks: refusersText(t, refusers, told) })}</span>
          </>
        )}
      </span>
      {other && <FaultLink isOther id={Number(other.step.figures?.fault_id)} />}
      <PastLimits tenant={tenant} refusers={refusers} />
    </>
  )
}

interface Props {
  told: Told
  /** What it has caused is named beside it. */
  isNamed?: boolean
  onEdit: (as: Edits) => void
  /** Told of the request that was sent again. */
  onSent: (id: string) => void
}

/** What is to be done about an answer that did not arrive: what its fault does now, what refuses the request now, and the ways on. */
export function LostNow({ told, isNamed = false, onEdit, onSent }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const { exchange } = told
  const { fault, caused, unanswered } = exchange
  const rejected = rejectedOf(told)
  // What gets it past a check sends it again as well.
  const isRefused = rejected !== undefined && rejected.gate !== 'fault'
  // What a client that asks again without knowing of it would do twice.
  const [noun, id] =
    caused.calls[0] === undefined ? (['event', caused.events[0]] as const) : (['call', caused.calls[0]] as const)
  const place = useFaultPlace(fault)
  const isFaultOver = useIsFaultOver(fault ?? 0) === true
  const leads = fault !== null && place !== undefined && place.is !== 'gone'
  return (
    <>
      <div className={steps.next_steps}>
        {isRefused ? fault !== null && <FaultNow id={fault} told={told} /> : <Standing told={told} />}
        {id !== undefined && !isNamed && (
          <Action component="a" variant="filled" href={href(...placeOfNoun(noun, id))}>
            {t(`lost.show_${noun}`)}
          </Action>
        )}
        {fault !== null && <PastFault id={fault} />}
        {leads && <FaultLink id={fault} variant={id === undefined && !isFaultOver ? 'filled' : 'default'} />}
        {!isRefused && unanswered !== 'now' && <Resend id={exchange.request_id} onSent={onSent} />}
      </div>
      {isRefused && (
        <NextSteps step={rejected} told={told} onEdit={onEdit} onSent={onSent} isSecond={id !== undefined || leads} />
      )}
    </>
  )
}
