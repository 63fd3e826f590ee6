import { GIVEN_SECRET, objectOf } from '../../contract/control-bodies.ts'
import { limitsOfPlan, sendsNone } from '../../contract/plans.ts'
import { shown } from '../../contract/shown.ts'
import { readBody } from '../../domain/validation/read-body.ts'
import { validateBody } from '../../domain/validation/validate-body.ts'
import { changePending } from '../../domain/webhooks/change-pending.ts'
import type { TenantRow, WebhookRow } from '../../store/schema.ts'
import { newestWebhooks } from '../../store/tables/webhooks.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { inControlWords, invalidField, notFound, refusal } from '../control-error.ts'
import { listRoute } from '../lists.ts'
import type {
  CheckWebhookBody,
  RegisteredWebhook,
  RegisterWebhookBody,
  WebhookCheckView,
  WebhookSecretView,
  WebhookView,
} from '../protocol/webhooks.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import { viewWebhooks } from '../webhook-views.ts'

export const webhookRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'webhooks',
    summary:
      'List the webhooks of all tenants, newest first, including deleted ones, with the state of their deliveries',
    answers: 'WebhookView',
    // A webhook is registered by a request, or by the control API, which wakes all who wait.
    topic: 'exchange',
    rows: (world, filters, page) => newestWebhooks(world.runtime.store, filters, page),
    seq: row => row.webhook_id,
    views: viewWebhooks,
  }),
  {
    method: 'POST',
    path: '/webhooks',
    summary:
      'Register a webhook without using a limit of the tenant; one of the same tenant and URL is taken up again with its id and secret',
    status: 201,
    answers: 'RegisteredWebhook',
    body: objectOf(
      {
        tenant: { type: 'string' },
        url: { type: 'string' },
        events: { type: 'array', items: { type: 'string' } },
        label: { type: ['string', 'null'] },
        filters: { type: ['object', 'null'] },
        is_enabled: { type: 'boolean' },
        secret: GIVEN_SECRET,
      },
      ['tenant', 'url', 'events'],
    ),
    handle: ({ world, body }: WorldCall<RegisterWebhookBody>): RegisteredWebhook => {
      const { tenant: slug, secret, label, filters, ...rest } = body
      // What the API leaves out, a view of a webhook has as null.
      const fields = { ...rest, label: label ?? undefined, filters: filters ?? undefined }
      const tenant = tenantOf(world, slug)
      requireSends(world, tenant)
      requireValid(world, tenant, fields)
      const given = { ...readBody('createWebhook', fields, world.runtime.services.register.values), secret }
      return change(world, ({ services, store, witness }, now) => {
        const { webhooks, facts } = services
        store.afterCommit(() => witness.changed({ what: 'webhooks', tenant: slug }))
        const before = webhooks.newestWith({ tenant_id: tenant.tenant_id, url: given.url })
        const after = inControlWords(() =>
          before === undefined ? webhooks.create(tenant.tenant_id, given, now) : webhooks.takeUp(before, given, now),
        )
        if (before !== undefined) changePending(services, { before, after, now })
        facts.emit('world', 'webhooks')
        return { ...viewWebhook(world, after), secret: after.secret, taken_up: before !== undefined }
      })
    },
  },
  {
    method: 'POST',
    path: '/webhooks/check',
    summary: 'Say what the emulated API would refuse of a URL or a label, and register nothing',
    answers: 'WebhookCheckView',
    body: objectOf({ url: { type: 'string' }, label: { type: ['string', 'null'] } }),
    handle: ({ world, body }: WorldCall<CheckWebhookBody>): WebhookCheckView => ({ details: problemsOf(world, body) }),
  },
  {
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    summary: 'Get a webhook, even a deleted one, with the state of its deliveries',
    answers: 'WebhookView',
    handle: ({ world, params: { webhook_id = '' } }): WebhookView => viewWebhook(world, findWebhook(world, webhook_id)),
  },
  {
    method: 'GET',
    path: '/webhooks/{webhook_id}/secret',
    summary: 'Get the signing secret of a webhook, even of a deleted one',
    answers: 'WebhookSecretView',
    handle: ({ world, params: { webhook_id: asked = '' } }): WebhookSecretView => {
      const { webhook_id, secret } = findWebhook(world, asked)
      return { webhook_id, secret }
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    summary: 'Delete a webhook without using a limit of the tenant; its pending deliveries are cancelled',
    status: 204,
    handle: ({ world, params: { webhook_id = '' } }) =>
      change(world, ({ services, store, witness }, now) => {
        const webhook = liveWebhook(world, webhook_id)
        const { slug } = services.tenants.byId(webhook.tenant_id)
        store.afterCommit(() => witness.changed({ what: 'webhooks', tenant: slug }))
        services.webhooks.remove(webhook, now)
        services.deliveries.cancelPending(webhook, { reason: 'deleted' }, now)
        services.facts.emit('world', 'webhooks')
      }),
  },
]

const viewWebhook = (world: World, row: WebhookRow): WebhookView => viewWebhooks(world, [row])[0]!

/** A webhook of any tenant, deleted or not. */
function findWebhook({ runtime }: World, text: string): WebhookRow {
  const row = /^\d{1,15}$/.test(text) ? runtime.services.webhooks.findIncludingDeleted(Number(text)) : undefined
  if (row === undefined) throw notFound('webhook', text)
  return row
}

function liveWebhook(world: World, text: string): WebhookRow {
  const row = findWebhook(world, text)
  if (row.deleted_at !== null) throw notFound('webhook', text)
  return row
}

/** A webhook that no event could ever reach is refused, as the emulated API refuses it. */
function requireSends({ world_id, runtime }: World, { slug, plan, open_api_enabled }: TenantRow): void {
  const patch = `PATCH /control/worlds/${world_id}/tenants/${slug}`
  if (sendsNone(limitsOfPlan(plan)))
    throw refusal(409, 'no_webhooks', 'plan', { plan: plan ?? '–', tenant: slug, patch })
  if (open_api_enabled === 0 && runtime.services.register.values['webhooks.open_api_disabled'] === 'suppress')
    throw refusal(409, 'no_webhooks', 'disabled', { tenant: slug, patch })
}

/** What is wrong with these fields, each by its name: an update may have any of them alone. */
function problemsOf({ runtime }: World, value: CheckWebhookBody): Record<string, string[]> {
  const { values } = runtime.services.register
  const given = Object.keys(value).length > 0
  return (given && validateBody({ endpoint: 'updateWebhook', value, values, note: () => undefined })?.details) || {}
}

/** Checked in the same way as by the emulated API. */
function requireValid(world: World, tenant: TenantRow, fields: Omit<RegisterWebhookBody, 'tenant' | 'secret'>): void {
  const { register, tenants } = world.runtime.services
  const problem = validateBody({
    endpoint: 'createWebhook',
    value: fields,
    values: register.values,
    note: () => undefined,
  })
  const details: Record<string, string[]> = problem?.details ?? {}
  for (const [index, id] of (problem === undefined ? (fields.filters?.project_ids ?? []) : []).entries())
    if (tenants.project(tenant.tenant_id, id) === undefined)
      details[`filters.project_ids.${index}`] = [`The tenant ${shown(tenant.slug)} has no project ${id}.`]
  const [first] = Object.entries(details)
  if (first !== undefined) throw invalidField(first[0], first[1][0] ?? '', details)
}
