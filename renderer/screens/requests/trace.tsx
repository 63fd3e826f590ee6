import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import { PLAN_NAMES, PLANS } from '../../../server/contract/plans.ts'
import type { TraceStep } from '../../../server/control/protocol/journal.ts'
import { lostBy } from '../../components/answered-text.ts'
import { actingOf, actsLater } from '../../components/fault-afterwards.ts'
import { gateName, passedText, refusedFields, refusedText, saidOf, type Told } from '../../components/gate-words.ts'
import { Icon, type IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Meter } from '../../components/meter.tsx'
import { type Edits, NextSteps } from '../../components/next-steps.tsx'
import { GateOutcomeBadge, type GateSaid, HttpStatus } from '../../components/status-badge.tsx'
import { usePresenting } from '../../routing/use-present.ts'
import classes from './requests.module.css'
import { figureGroups } from './trace-figures.ts'

function figureText(t: TFunction, value: Json): string {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(one => figureText(t, one)).join(', ')
  return JSON.stringify(value)
}

const MARKS = {
  passed: 'check',
  rejected: 'cross',
  would_reject: 'alert',
  not_reached: 'minus',
} as const satisfies Record<TraceStep['outcome'], IconName>

const SAID = [
  'by_fault',
  'rejected',
  'would_reject',
  'would_reject_alone',
  'passed',
  'not_reached',
] as const satisfies GateSaid[]

/** The counts behind a refusal as meters. */
function Meters({ step }: { step: TraceStep }) {
  const { t } = useTranslation()
  const names = { minute: t('trace.minute'), burst: t('trace.burst'), quota: t('trace.day') } as const
  return figureGroups(step.figures ?? {}).meters.map(({ name, used, limit }) => (
    <Meter key={name} label={names[name as keyof typeof names] ?? name} used={used} limit={limit} />
  ))
}

/** What a request lacks in a few words, where the whole reason stands above. */
function Lacking({ step: { gate, figures = {} }, fields }: { step: TraceStep; fields: readonly string[] }) {
  const { t } = useTranslation()
  if (fields.length > 0) return <p className="dim">{fields.join(', ')}</p>
  if (gate === 'scope')
    return <p className="dim">{t('trace.needs', { what: figureText(t, figures.required ?? '–') })}</p>
  if (gate !== 'license' || figures.open_api_enabled === false || figures.open_api_enabled === 0) return null
  const plans = PLAN_NAMES.filter(name => PLANS[name].open_api_advanced)
  return <p className="dim">{t('trace.needs', { what: plans.join(', ') })}</p>
}

/** A check that refused, or would have: open, with its reason and what to do. */
function Refusal({ step, told, onEdit }: { step: TraceStep; told: Told; onEdit: (as: Edits) => void }) {
  const { t } = useTranslation()
  const fields = refusedFields(t, step, told.exchange)
  // On a slide its reason stands large above the checks, and once is enough; of a lost answer something else is said there.
  const isSaidAbove = usePresenting() && step.outcome === 'rejected' && lostBy(told.exchange) === null
  return (
    <>
      <div className={classes.gate_head}>
        <strong>{gateName(t, step.gate)}</strong>
        <GateOutcomeBadge outcome={saidOf(step, told.exchange.trace)} />
        {step.status !== undefined && <HttpStatus status={step.status} code={step.code ?? null} look="plain" />}
      </div>
      <Meters step={step} />
      {isSaidAbove ? (
        <Lacking step={step} fields={fields.map(([field]) => field)} />
      ) : fields.length > 0 ? (
        <KeyValue pairs={fields.map(([field, said]) => [<code key={field}>{field}</code>, said])} />
      ) : (
        <p>{refusedText(t, step, told)}</p>
      )}
      {step.outcome === 'would_reject' && <NextSteps step={step} told={told} onEdit={onEdit} />}
    </>
  )
}

/** A check of the tenant has nothing to ask without one, and one of the endpoint nothing where there is none. */
const whyNotAsked = ({ gate }: TraceStep, { exchange: { trace } }: Told) => {
  const isOfNobody = trace.some(step => step.gate === 'authenticate' && step.outcome !== 'passed')
  return isOfNobody && gate !== 'validation' ? 'trace.no_tenant_to_ask' : 'trace.no_endpoint_to_ask'
}

/** What became of the checks, by their number: what refused first. */
export function outcomesText(t: TFunction, { trace, ...fate }: Told['exchange']): string {
  const asked = trace.filter(step => !actsLater(step))
  const numbers = SAID.map(said => [said, asked.filter(step => saidOf(step, trace) === said).length] as const)
  const acts = trace.filter(actsLater).map(step => t(`requests.of_fault.${actingOf(step, fate)}`))
  if (asked.every(({ outcome }) => outcome === 'passed'))
    return [t('requests.all_checks_passed', { all: asked.length }), ...acts].join(' · ')
  const parts = numbers
    .filter(([, count]) => count > 0)
    .map(([said, count]) => t(`requests.outcomes.${said}`, { count, number: count.toLocaleString('en') }))
  return [...parts, ...acts].join(' · ')
}

/** That what an endpoint does not know of a query is ignored. */
const UNKNOWN_PARAMETERS = 'paging.unknown_parameters'

function Passed({ step, told }: { step: TraceStep; told: Told }) {
  const { t } = useTranslation()
  const { ignored, ...others } = step.figures ?? {}
  const figures = Object.entries(others)
  const isGuess = ignored !== undefined && told.exchange.assumptions.includes(UNKNOWN_PARAMETERS)
  const line = (
    <>
      <strong>{gateName(t, step.gate)}</strong>
      <span className={classes.gate_line}>
        {step.outcome === 'not_reached' ? t(whyNotAsked(step, told)) : passedText(t, step, told)}
      </span>
      {isGuess && <IdLink noun="assumption" id={UNKNOWN_PARAMETERS} copy="hidden" />}
    </>
  )
  if (figures.length === 0) return <div className={classes.gate_summary}>{line}</div>
  return (
    <details>
      <summary className={classes.gate_summary}>{line}</summary>
      <KeyValue look="mono" pairs={figures.map(([figure, value]) => [figure, figureText(t, value)])} />
    </details>
  )
}

/**
 * The checks in the order in which they were made: those that let the request through in a line each, the one that refused it open, and
 * beside it what would have refused it all the same.
 */
export function Trace({ told, onEdit }: { told: Told; onEdit: (as: Edits) => void }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.trace} aria-label={t('requests.checks')}>
      {told.exchange.trace.map(step => (
        <li key={step.gate} className={classes.gate} data-outcome={actsLater(step) ? 'acts_later' : step.outcome}>
          <span className={classes.mark}>
            <Icon
              name={actsLater(step) ? 'alert' : MARKS[step.outcome]}
              size={10}
              label={t(
                actsLater(step)
                  ? `requests.afterwards.${actingOf(step, told.exchange)}`
                  : `gate_outcome.${saidOf(step, told.exchange.trace)}`,
              )}
            />
          </span>
          {step.outcome === 'rejected' || step.outcome === 'would_reject' ? (
            <div className={classes.refusal}>
              <Refusal step={step} told={told} onEdit={onEdit} />
            </div>
          ) : (
            <Passed step={step} told={told} />
          )}
        </li>
      ))}
    </ol>
  )
}
