import type { TFunction } from 'i18next'
import type { Json } from '../../server/contract/assumption-entry.ts'
import { PLAN_NAMES, PLANS } from '../../server/contract/plans.ts'
import type { ExchangeDetailView, TraceStep } from '../../server/control/protocol/journal.ts'
import type { KeyView, WorldView } from '../../server/control/protocol/worlds.ts'
import { idText } from '../data/id-text.ts'
import { readableAddress } from '../data/readable-address.ts'
import { durationText, wallClock, ZONE_NAMES } from '../data/time-text.ts'
import { inOneLine } from '../i18n/formats.ts'
import { fieldProblemText } from '../i18n/refusal-text.ts'
import { lostBy, unansweredText, waitedText } from './answered-text.ts'
import { externalIdOf } from './external-id.ts'
import { actsLater, afterwardsText, explainedText } from './fault-afterwards.ts'
import type { GateSaid } from './status-badge.tsx'

type LostWay = NonNullable<ReturnType<typeof lostBy>>
type Figures = NonNullable<TraceStep['figures']>

/** What the words about an exchange are taken from. */
export interface Told {
  exchange: ExchangeDetailView
  world: WorldView | undefined
}

const number = (value: Json | undefined): string => (typeof value === 'number' ? value.toLocaleString('en') : '–')
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '–')
const list = (value: Json | undefined): string =>
  Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : '–'
const wait = (value: Json | undefined): string =>
  typeof value === 'number' ? inOneLine(durationText(value * 1_000)) : '–'

export function keyOf({ exchange, world }: Told): KeyView | undefined {
  return world?.tenants.flatMap(({ keys }) => keys).find(({ key_id }) => key_id === exchange.key_id)
}

/** The revoked key that a refused request seems to have presented, as its explanation names it. */
export const revokedKeyOf = ({ explanation_parts }: Pick<ExchangeDetailView, 'explanation_parts'>) =>
  explanation_parts.find(({ id }) => id === 'revoked_key')?.figures

/** The drill that has staged the fault which hit a request, as its explanation names it. */
export const drillOf = ({ explanation_parts }: Pick<ExchangeDetailView, 'explanation_parts'>): string | undefined => {
  const drill = explanation_parts.find(({ id }) => id === 'of_drill')?.figures.drill
  return drill === undefined ? undefined : String(drill)
}

/** A sentence on the drill behind a fault, to stand after what is said of that; empty where there is none. */
export const ofDrill = (t: TFunction, exchange: Pick<ExchangeDetailView, 'explanation_parts'>): string => {
  const drill = drillOf(exchange)
  return drill === undefined ? '' : `${t('common.between_sentences')}${t('trace.of_drill', { drill })}`
}

/** What stands in a path where the id of a thing would. */
const ACTIONS: ReadonlySet<string> = new Set(['bulk', 'initiate'])

/** What kind of thing a path below the prefix names, and which: `/customers/12` is the customer 12. */
export function thingOf({
  path,
}: Pick<ExchangeDetailView, 'path'>): { noun: 'customer' | 'call' | 'webhook'; id: string } | undefined {
  const [, collection, id] = path.split('/')
  const nouns = { customers: 'customer', calls: 'call', webhooks: 'webhook' } as const
  const noun = nouns[collection as keyof typeof nouns]
  return noun === undefined || id === undefined || ACTIONS.has(id) ? undefined : { noun, id: readableAddress(id) }
}

/** Which of the two windows of the rate limit is full. */
export const fullWindows = (figures: Figures): readonly ('minute' | 'burst')[] =>
  (['minute', 'burst'] as const).filter(name => Number(figures[`${name}_used`]) >= Number(figures[`${name}_limit`]))

/** A field with what is wrong with it, in the language of the page and as the answer has it. */
type RefusedField = [field: string, sentences: string, problems: readonly string[]]

/** The sentences of a 422, by field, from the answer itself. */
function fieldErrors(t: TFunction, { response }: Pick<ExchangeDetailView, 'response'>): RefusedField[] {
  try {
    const { error } = JSON.parse(response.body.text ?? '') as {
      error?: { details?: Record<string, string[] | string> }
    }
    return Object.entries(error?.details ?? {}).map(([field, said]) => [
      field,
      [said]
        .flat()
        .map(text => fieldProblemText(t, text))
        .join(t('common.between_sentences')),
      [said].flat(),
    ])
  } catch {
    return []
  }
}

/** What a check refused of the fields of a request, by field: also where only what is stored shows that they are wrong. */
export function refusedFields(
  t: TFunction,
  { outcome, gate, code }: TraceStep,
  exchange: ExchangeDetailView,
): RefusedField[] {
  return outcome === 'rejected' && (gate === 'validation' || code === 'validation_error')
    ? fieldErrors(t, exchange)
    : []
}

const PASSED: Readonly<Record<string, (t: TFunction, figures: Figures, told: Told) => string>> = {
  authenticate: (t, { tenant, mode }, told) =>
    t('trace.key', { key: keyOf(told)?.label ?? told.exchange.key_id ?? '', mode: text(mode), tenant: text(tenant) }),
  rate: (t, figures) =>
    t('trace.rate', {
      minute_used: number(figures.minute_used),
      minute_limit: number(figures.minute_limit),
      burst_used: number(figures.burst_used),
      burst_limit: number(figures.burst_limit),
    }),
  quota: (t, { used, quota }) =>
    quota === null
      ? t('trace.quota_unlimited', { used: number(used) })
      : t('trace.quota', { used: number(used), quota: number(quota) }),
  scope: (t, { required }) => t('trace.scope', { required: text(required) }),
  license: (t, { needs_open_api_advanced, plan }) =>
    needs_open_api_advanced === true
      ? t('trace.licensed', { plan: plan === null ? t('limits.no_plan') : text(plan) })
      : t('trace.no_license_needed'),
  route: (t, { endpoint }) => (endpoint === undefined ? t('trace.done') : text(endpoint)),
  validation: (t, { ignored }) =>
    Array.isArray(ignored) ? t('trace.ignored', { count: ignored.length, names: list(ignored) }) : t('trace.valid'),
  validate: t => t('trace.valid'),
}

/** Whether a fault has answered in the place of the service: no check of the contract has refused the request then. */
export const answeredByFault = (trace: readonly TraceStep[]): boolean =>
  trace.some(({ gate, outcome }) => gate === 'fault' && outcome === 'rejected')

/** What is said of a check in a word or two. */
export function saidOf({ gate, outcome }: TraceStep, trace: readonly TraceStep[]): GateSaid {
  if (gate === 'fault' && outcome === 'rejected') return 'by_fault'
  return outcome === 'would_reject' && answeredByFault(trace) ? 'would_reject_alone' : outcome
}

/** A check by its name. */
export const gateName = (t: TFunction, gate: string): string => t(`gates.${gate as 'rate'}`, { defaultValue: gate })

/** How many and which checks would refuse a request without what has answered it, and the reason of each; empty where none would. */
export function othersText(t: TFunction, told: Told): string {
  const { trace } = told.exchange
  const others = trace.filter(({ outcome }) => outcome === 'would_reject')
  if (others.length === 0) return ''
  const counted = {
    count: others.length,
    checks: others.map(({ gate }) => gateName(t, gate)).join(t('requests.between')),
  }
  const how = answeredByFault(trace) ? t('trace.others_of_fault', counted) : t('trace.others', counted)
  return [how, ...others.map(step => refusedText(t, step, told))].join(t('common.between_sentences'))
}

/** What a check that let the request through found, in a line. */
export function passedText(t: TFunction, step: TraceStep, told: Told): string {
  if (actsLater(step)) return afterwardsText(t, step, told.exchange)
  return PASSED[step.gate]?.(t, step.figures ?? {}, told) ?? ''
}

const REFUSED: Readonly<Record<string, (t: TFunction, figures: Figures, told: Told, step: TraceStep) => string>> = {
  authenticate: (t, { key }, { exchange }) => {
    const revoked = revokedKeyOf(exchange)
    if (revoked === undefined) return t(key === 'none presented' ? 'trace.no_key' : 'trace.unknown_key')
    const { date, time } = wallClock(Date.parse(String(revoked.revoked_at)), 'tokyo')
    const { masked = '–', label = '–', tenant = '–' } = revoked
    return t('trace.revoked_key', { masked, label, tenant, at: `${date} ${time} ${ZONE_NAMES.tokyo}` })
  },
  rate: (t, figures) => {
    const full = fullWindows(figures).map(name =>
      t(`trace.full_${name}`, { used: number(figures[`${name}_used`]), limit: number(figures[`${name}_limit`]) }),
    )
    const until = figures.retry_after === undefined ? [] : [t('trace.slot_in', { wait: wait(figures.retry_after) })]
    return [...full, ...until].join(t('common.between_sentences'))
  },
  quota: (t, { used, quota, retry_after }, { exchange }) =>
    t('trace.day_used', {
      tenant: exchange.tenant ?? '',
      used: number(used),
      quota: number(quota),
      wait: wait(retry_after),
    }),
  scope: (t, { required, held }, told) =>
    t(Array.isArray(held) && held.length > 0 ? 'trace.lacks_scope' : 'trace.no_scope', {
      required: text(required),
      key: keyOf(told)?.label ?? told.exchange.key_id ?? '',
      held: list(held),
    }),
  license: (t, { open_api_enabled, plan }, { exchange }) => {
    const tenant = exchange.tenant ?? ''
    if (open_api_enabled === false || open_api_enabled === 0) return t('trace.switched_off', { tenant })
    const plans = list(PLAN_NAMES.filter(name => PLANS[name].open_api_advanced))
    return plan === null
      ? t('trace.no_plan', { tenant, plans })
      : t('trace.plan_lacks', { tenant, plan: text(plan), plans })
  },
  route: (t, { allow, read_as, near }, { exchange }) => {
    if (allow === undefined) return t('trace.no_path', { path: exchange.path })
    const said: string[] = [t('trace.no_method', { method: exchange.method, allow: text(allow) })]
    if (near !== undefined) said.push(t('trace.misread', { read_as: text(read_as), near: text(near) }))
    return said.join(t('common.between_sentences'))
  },
  validation: (t, { fields, body }) =>
    body === undefined ? t('trace.invalid', { fields: list(fields) }) : fieldProblemText(t, text(body)),
  handler: (t, _, { exchange }, { code }) => {
    const thing = thingOf(exchange)
    const tenant = exchange.tenant ?? ''
    if (code === 'not_found' && thing !== undefined)
      return t('trace.not_there', { tenant, noun: t(`trace.things.${thing.noun}`), id: thing.id })
    if (code === 'duplicate_external_id') {
      const id = externalIdOf(exchange)
      const noun = exchange.path.startsWith('/calls') ? 'call' : 'customer'
      return id === undefined ? t('trace.duplicate') : t(`trace.duplicate_of.${noun}`, { id: idText(id), tenant })
    }
    return code === undefined ? t('trace.failed') : t('trace.stored', { code })
  },
  fault: (t, { fault_id }, { exchange }) =>
    `${t('trace.fault', { fault_id: String(fault_id) })}${ofDrill(t, exchange)}`,
}

/** Why a check refuses, in the words of the one who has to do something about it. */
export function refusedText(t: TFunction, step: TraceStep, told: Told): string {
  return REFUSED[step.gate]?.(t, step.figures ?? {}, told, step) ?? ''
}

/** After how many bytes of its body a fault cut an answer, and how many there were; `undefined` where the body that is shown is not the one that was sent. */
export function cutOf({
  broken_off,
  redacted,
  trace,
  response,
}: Pick<ExchangeDetailView, 'broken_off' | 'redacted' | 'trace' | 'response'>):
  | { limit: number; bytes: number }
  | undefined {
  const limit = trace.find(({ gate }) => gate === 'fault')?.figures?.truncate
  if (broken_off !== 'truncated' || redacted || typeof limit !== 'number') return undefined
  return { limit, bytes: response.body.bytes }
}

const isReplay = ({ origin }: Pick<ExchangeDetailView, 'origin'>) => origin === 'replay'

function cutText(t: TFunction, exchange: ExchangeDetailView): string {
  const of = { fault: exchange.fault ?? '–', status: exchange.status }
  const cut = cutOf(exchange)
  // Of a replay nobody was announced anything.
  if (cut === undefined || (isReplay(exchange) && cut.limit >= cut.bytes)) return t('lost.truncated_by', of)
  const bytes = number(cut.bytes)
  return cut.limit < cut.bytes
    ? t('lost.truncated_after', { ...of, bytes, sent: number(cut.limit) })
    : t('lost.truncated_at_end', { ...of, bytes, announced: number(cut.limit + 1) })
}

/** The same in a few words, by their key. What is held now may still arrive. */
export const lostTitle = ({ unanswered }: Pick<ExchangeDetailView, 'unanswered'>, way: LostWay) =>
  way === 'unanswered' && unanswered === 'now' ? ('lost.unanswered_yet' as const) : (`lost.${way}` as const)

/** What became of an answer that its client did not get, or not whole, and by what. */
export function lostText(t: TFunction, exchange: ExchangeDetailView, way: LostWay): string {
  // Of a fault that has answered as well, that says so.
  return `${lostAloneText(t, exchange, way)}${answeredByFault(exchange.trace) ? '' : ofDrill(t, exchange)}`
}

function lostAloneText(t: TFunction, exchange: ExchangeDetailView, way: LostWay): string {
  const { fault, status } = exchange
  if (way === 'unanswered') return unansweredText(t, exchange)
  if (way === 'truncated' || way === 'dropped')
    return [
      way === 'truncated' ? cutText(t, exchange) : t('lost.dropped_by', { fault: fault ?? '–', status }),
      ...(isReplay(exchange) ? [t('lost.of_replay')] : []),
    ].join(t('common.between_sentences'))
  return [waitedText(t, exchange), t('left.would_have_been', { status })].join(t('common.between_sentences'))
}

/** Why an answer is what it is, in one text. */
export function whyText(t: TFunction, told: Told): string {
  const { trace } = told.exchange
  const way = lostBy(told.exchange)
  const rejected = trace.find(({ outcome }) => outcome === 'rejected')
  if (rejected === undefined && way === null) return explainedText(t, told.exchange)
  // What its client has met comes before why the answer that it did not get would have been what it is.
  const lost =
    way === null
      ? []
      : [`${t(lostTitle(told.exchange, way))}${t('common.full_stop')}${lostText(t, told.exchange, way)}`]
  const refused = rejected === undefined ? [] : [wholeRefusal(t, rejected, told), othersText(t, told)].filter(Boolean)
  return [...lost, ...refused].join(t('common.between_sentences'))
}

function wholeRefusal(t: TFunction, rejected: TraceStep, told: Told): string {
  const fields = refusedFields(t, rejected, told.exchange)
  return fields.length > 0
    ? fields.map(([field, said]) => `${field}: ${said}`).join(t('common.between_sentences'))
    : refusedText(t, rejected, told)
}
