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
