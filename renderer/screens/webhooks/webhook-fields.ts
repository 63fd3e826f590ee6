import type { TFunction } from 'i18next'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import type { WebhookBody } from '../../components/delivery/use-webhook-api.ts'
import { EmulatedError } from '../../data/emulated-request.ts'

/** What people type of a webhook. */
export interface WebhookFields {
  url: string
  label: string
  /** `undefined` for all that there are. */
  events: readonly string[] | undefined
  /** Ids, as text; none for all. */
  projects: readonly string[]
  /** None for all. */
  statuses: readonly string[]
}

/** Pure. */
export const fieldsOf = ({ url, label, events, filters }: WebhookView): WebhookFields => ({
  url,
  label: label ?? '',
  events,
  projects: (filters?.project_ids ?? []).map(String),
  statuses: filters?.call_status ?? [],
})

/** A filter that lets everything through is left out. Pure. */
const filtersOf = ({ projects, statuses }: WebhookFields) => ({
  ...(projects.length > 0 && { project_ids: projects.map(Number) }),
  ...(statuses.length > 0 && { call_status: [...statuses] }),
})

/** What registers it. Pure. */
export function registrationOf(fields: WebhookFields): WebhookBody {
  const filters = filtersOf(fields)
  return {
    url: fields.url,
    events: [...(fields.events ?? [])],
    label: fields.label || undefined,
    filters: Object.keys(filters).length > 0 ? filters : undefined,
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const sorted = (texts: readonly string[] | undefined) => [...(texts ?? [])].sort()

/** What of it has changed: an update takes no more. Empty when nothing has. Pure. */
export function changeOf(before: WebhookFields, after: WebhookFields): WebhookBody {
  return {
    ...(after.url !== before.url && { url: after.url }),
    ...(after.label !== before.label && { label: after.label || null }),
    ...(!isSame(sorted(after.events), sorted(before.events)) && { events: [...(after.events ?? [])] }),
    ...(!isSame(filtersOf(after), filtersOf(before)) && { filters: filtersOf(after) }),
  }
}

/** What is said to be wrong with fields, by their names. */
export type Details = Readonly<Record<string, unknown>>

/** What the service has refused. Pure. */
export const detailsOf = (error: Error | null): Details | undefined =>
  error instanceof EmulatedError ? (error.details ?? undefined) : undefined

/** What is said to be wrong with one of its fields, or with what is in that; in the words of the service. Pure. */
export function problemsOf(details: Details | undefined, field: string): string[] {
  return Object.entries(details ?? {}).flatMap(([name, texts]) =>
    name === field || name.startsWith(`${field}.`) ? [texts].flat().filter(text => typeof text === 'string') : [],
  )
}

/** A label that can be read; `undefined` where there is none, or only white space. Pure. */
export const labelOf = ({ label }: { readonly label: string | null }): string | undefined => label?.trim() || undefined

/** Its label where it has one, with its number where others are called the same; else its number. Pure. */
export function shortName(
  t: TFunction,
  webhook: Pick<WebhookView, 'webhook_id' | 'label'>,
  all: readonly Pick<WebhookView, 'webhook_id' | 'label'>[],
): string {
  const label = labelOf(webhook)
  const number = t('webhooks.of_webhook', { id: webhook.webhook_id })
  if (label === undefined) return number
  const isShared = all.some(other => other.webhook_id !== webhook.webhook_id && labelOf(other) === label)
  return isShared ? `${label} · ${number}` : label
}

/** Its number, and its label where it has one: `webhook 2 · CRM`. Pure. */
export function webhookName(t: TFunction, webhook: Pick<WebhookView, 'webhook_id' | 'label'>): string {
  const number = t('webhooks.of_webhook', { id: webhook.webhook_id })
  const label = labelOf(webhook)
  return label === undefined ? number : `${number} · ${label}`
}
