import { useTranslation } from 'react-i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { TraceStep } from '../../../server/control/protocol.ts'
import { KeyValue } from '../../components/key-value.tsx'
import { Meter } from '../../components/meter.tsx'
import { GateOutcomeBadge, HttpStatus } from '../../components/status-badge.tsx'
import classes from './requests.module.css'
import { figureGroups } from './trace-figures.ts'

function figureText(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(figureText).join(', ')
  return JSON.stringify(value)
}

function Figures({ figures }: { figures: NonNullable<TraceStep['figures']> }) {
  const { meters, others } = figureGroups(figures)
  return (
    <div className={classes.figures}>
      {meters.map(({ name, used, limit }) => (
        <Meter key={name} label={name} used={used} limit={limit} />
      ))}
      {others.length > 0 && <KeyValue look="mono" pairs={others.map(([name, value]) => [name, figureText(value)])} />}
    </div>
  )
}

/**
 * The gates in the order in which they were asked. The first rejection answered; those after it were asked all the same, so that it
 * shows what else would have stood in the way.
 */
export function Trace({ steps }: { steps: readonly TraceStep[] }) {
  const { t, i18n } = useTranslation()
  const title = (gate: string) => (i18n.exists(`gates.${gate}`) ? t(`gates.${gate}` as 'gates.rate') : gate)
  return (
    <ol className={classes.trace} aria-label={t('requests.trace')}>
      {steps.map(step => (
        <li key={step.gate} className={classes.gate} data-outcome={step.outcome}>
          <div className={classes.gate_head}>
            <strong>{title(step.gate)}</strong>
            <GateOutcomeBadge outcome={step.outcome} />
            {step.status !== undefined && <HttpStatus status={step.status} code={step.code ?? null} look="plain" />}
          </div>
          {step.figures && Object.keys(step.figures).length > 0 && <Figures figures={step.figures} />}
        </li>
      ))}
    </ol>
  )
}
