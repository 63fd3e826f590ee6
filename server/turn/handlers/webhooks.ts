import { TEST_EVENT } from '../../contract/events.ts'
import type { WebhookFilters } from '../../contract/requests.ts'
import { contractError } from '../../domain/contract-error.ts'
import { pagination } from '../../domain/page.ts'
import type { Services } from '../../domain/services.ts'
import type { Caller } from '../../domain/tenants/tenants.ts'
import { type FieldProblems, NO_SUCH_PROJECT, refuseUnknownReferences } from '../../domain/unknown-references.ts'
import { isAcknowledged } from '../../domain/webhooks/acknowledged.ts'
import { changePending } from '../../domain/webhooks/change-pending.ts'
import type { Outcome } from '../../domain/webhooks/deliveries.ts'
import { sampleData } from '../../domain/webhooks/sample.ts'
import type { WebhookRow } from '../../store/schema.ts'
import { pathId } from '../routes.ts'
import type { Handlers } from './handler.ts'
import { presentWebhook } from './present.ts'

type WebhookHandlers = Pick<
  Handlers,
  'createWebhook' | 'listWebhooks' | 'updateWebhook' | 'deleteWebhook' | 'testWebhook'
>

export const webhookHandlers: WebhookHandlers = {
  createWebhook: ({ services, caller, body, now }) => {
    requireOwnProjects(services, caller, body.read.filters)
    const webhook = services.webhooks.create(caller.tenant_id, body.read, now)
    const { create: status } = services.register.get('webhooks.statuses')
    return { status, body: { data: { ...presentWebhook(webhook, services), secret: webhook.secret } } }
  },

  listWebhooks: ({ services, caller, query }) => {
    const found = services.webhooks.list(caller.tenant_id, query.page)
    const { list: status } = services.register.get('webhooks.statuses')
    return {
      status,
      body: {
        data: found.rows.map(row => presentWebhook(row, services)),
        pagination: pagination(found, services.register),
      },
    }
  },

  updateWebhook: ({ services, caller, params, body, now }) => {
    const before = existing(services, caller, params.webhookId)
    requireOwnProjects(services, caller, body.read.filters)
    const after = services.webhooks.update(before, body.read, now)
    changePending(services, { before, after, now })
    const { update: status } = services.register.get('webhooks.statuses')
    return { status, body: { data: presentWebhook(after, services) }, changed: differ(before, after) }
  },

  deleteWebhook: ({ services, caller, params, now }) => {
    const webhook = existing(services, caller, params.webhookId)
    services.webhooks.remove(webhook, now)
    services.deliveries.cancelPending(webhook, { reason: 'deleted' }, now)
    return { status: services.register.get('webhooks.statuses').delete }
  },

  testWebhook: ({ services, caller, params, now, request_id }) => {
    const { events, deliveries, register } = services
    const webhook = existing(services, caller, params.webhookId)
    const sample = sampleData(services, { tenant_id: caller.tenant_id, kind: TEST_EVENT, now })
    const { event, delivery } = events.test(webhook, sample, request_id, now)
    register.note('webhooks.test_response')
    const { test: status } = register.get('webhooks.statuses')
    return {
      wait: signal => deliveries.sendNow(delivery, webhook, { signal }),
      finish: outcome => {
        const attempted = outcome as Parameters<typeof deliveries.recordTest>[1]
        deliveries.recordTest(delivery, attempted)
        return { status, body: { data: presentTest(delivery.delivery_id, event.event_id, attempted.outcome) } }
      },
      abandon: () => deliveries.abandonTest(delivery, now),
    }
  },
}

function presentTest(delivery_id: string, event_id: string, outcome: Outcome) {
  return {
    delivery_id,
    event_id,
    success: isAcknowledged(outcome),
    status_code: outcome.status_code,
    duration_ms: Math.round(outcome.duration_ms),
    error: outcome.error,
  }
}

/** Refuses projects that the tenant does not have (assumption `calls.unknown_reference`). */
function requireOwnProjects(
  { tenants, register }: Services,
  { tenant_id }: Caller,
  filters: WebhookFilters | null | undefined,
): void {
  const problems: FieldProblems = {}
  for (const [index, id] of (filters?.project_ids ?? []).entries())
    if (!tenants.project(tenant_id, id)) problems[`filters.project_ids.${index}`] = [NO_SUCH_PROJECT]
  refuseUnknownReferences(register, problems)
}

const differ = (one: WebhookRow, other: WebhookRow): boolean =>
  one.label !== other.label ||
  one.url !== other.url ||
  one.events !== other.events ||
  one.filters !== other.filters ||
  one.is_enabled !== other.is_enabled

function existing(services: Services, caller: Caller, text: string | undefined): WebhookRow {
  const id = pathId(text)
  const webhook = id === undefined ? undefined : services.webhooks.find(caller.tenant_id, id)
  if (webhook === undefined) throw contractError('not_found')
  return webhook
}
