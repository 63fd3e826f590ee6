import type { TFunction } from 'i18next'
import { limitsOfPlan, type PlanName } from '../../server/contract/plans.ts'
import type { ExchangeDetailView, TraceStep } from '../../server/control/protocol/journal.ts'
import { saidDurationText } from '../data/time-text.ts'
import { externalIdOf } from './external-id.ts'

type Advised = Pick<ExchangeDetailView, 'status' | 'path' | 'trace' | 'response'>

const REFUSING: ReadonlySet<TraceStep['outcome']> = new Set(['rejected', 'would_reject'])

/** The checks that a wait gets past, and those that only a person can change something about. */
const LIMITS: ReadonlySet<string> = new Set(['rate', 'quota'])
const OF_PEOPLE: ReadonlySet<string> = new Set(['authenticate', 'scope', 'license'])

/** What a check that refused takes, other than a wait. */
function needsOf(t: TFunction, { gate, code, figures = {} }: TraceStep): readonly string[] {
  if (gate === 'authenticate') return [t('trace.code_needs.key')]
  if (gate === 'scope') return [t('trace.code_needs.scope', { required: String(figures.required) })]
  if (gate === 'license') {
    const { open_api_enabled, needs_open_api_advanced, plan } = figures
    const isOff = open_api_enabled === false
    const lacks = plan === null ? !isOff : !limitsOfPlan(plan as PlanName).open_api_advanced
    return [
      ...(isOff ? [t('trace.code_needs.switch')] : []),
      ...(needs_open_api_advanced !== false && lacks ? [t('trace.code_needs.plan')] : []),
    ]
  }
  if (gate === 'handler' && code === 'not_found') return [t('trace.code_needs.id')]
  if (gate === 'handler' && code === 'duplicate_external_id') return [t('trace.code_needs.external_id')]
  return [t('trace.code_needs.correction')]
}

function waitOf({ trace, response }: Advised): { told: number | undefined; longest: number } {
  const header = response.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  const told = header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined
  const limits = trace.filter(({ gate, outcome }) => LIMITS.has(gate) && REFUSING.has(outcome))
  return { told, longest: Math.max(told ?? 0, ...limits.map(({ figures }) => Number(figures?.retry_after ?? 0))) }
}

/**
 * What the code that sent a request should do about its answer: all that refused it then is covered, as what gets past one check alone
 * comes back with the refusal of the next. `undefined` where nothing was refused. Pure.
 */
export function codeAdvice(t: TFunction, exchange: Advised): string | undefined {
  const { status, path, trace } = exchange
  if (status < 400) return undefined
  const refusing = trace.filter(({ outcome }) => REFUSING.has(outcome))
  const others = refusing.filter(({ gate, status: of = 0 }) => gate !== 'fault' && !LIMITS.has(gate) && of < 500)
  const needs = [...new Set(others.flatMap(step => needsOf(t, step)))].join(t('trace.code_needs.and'))
  const ofPeople = others.some(({ gate }) => OF_PEOPLE.has(gate))
  const report = ofPeople ? `${t('common.between_sentences')}${t('trace.code_reports')}` : ''
  const { told, longest } = waitOf(exchange)
  const wait = saidDurationText(longest)
  const isWorthAgain = status === 429 || status === 408 || status >= 500
  // What has the id was made by a request like this one, and with another id there would be two of it.
  const [only] = refusing
  if (refusing.length === 1 && only?.code === 'duplicate_external_id')
    return t(path.startsWith('/calls') ? 'trace.code_goes_on_call' : 'trace.code_goes_on_customer')
  if (needs !== '') {
    const waits = longest > 0 ? 'trace.code_waits_and_needs' : isWorthAgain ? 'trace.code_pause_and_needs' : undefined
    return `${t(waits ?? 'trace.code_stops', { wait, needs })}${report}`
  }
  if (!isWorthAgain) return `${t('trace.code_stops_alone')}${t('common.between_sentences')}${t('trace.code_reports')}`
  if (longest === 0) return t(path === '/calls/initiate' ? 'trace.code_backs_off_call' : 'trace.code_backs_off')
  if (told === longest) return t('trace.code_waits', { wait })
  return told === undefined
    ? t('trace.code_waits_untold', { wait })
    : t('trace.code_waits_longer', { wait, told: saidDurationText(told) })
}

/** The same of an answer that did not arrive: its client knows neither what it was nor whether the request was carried out. Pure. */
export function lostAdvice(t: TFunction, exchange: Pick<ExchangeDetailView, 'method' | 'path' | 'request'>): string {
  const { method, path } = exchange
  if (method === 'GET' || method === 'HEAD') return t('trace.code_backs_off')
  if (path !== '/calls/initiate') return t('trace.code_looks')
  return t(externalIdOf(exchange) === undefined ? 'trace.code_looks_for_call' : 'trace.code_repeats_call')
}
