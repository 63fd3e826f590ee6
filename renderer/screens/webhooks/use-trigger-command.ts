import type { TriggerEventBody } from '../../../server/control/protocol/events.ts'
import { controlCurl } from '../../data/control-curl.ts'
import { useTenants, useWorldObject } from '../../data/queries.ts'
import { useAllWebhooks } from '../../data/use-page.ts'

/** Whose event comes to somebody: the tenant of a webhook, else one whose plan has webhooks, else the first. */
export function useTenantWithWebhook(): string | undefined {
  const tenants = useTenants() ?? []
  const subscribed = useAllWebhooks().find(({ deleted_at, is_enabled }) => deleted_at === null && is_enabled)
  return subscribed?.tenant ?? (tenants.find(({ plan }) => plan === 'max') ?? tenants[0])?.tenant
}

type Asked = { readonly [Name in keyof TriggerEventBody]?: TriggerEventBody[Name] | undefined }

/** A command that causes an event in this world, and so a delivery to whoever is subscribed. */
export function useTriggerCommand({
  tenant: chosen,
  event = 'call.completed',
  ...others
}: Asked = {}): string | undefined {
  const { data: world } = useWorldObject()
  const subscribed = useTenantWithWebhook()
  const tenant = chosen ?? subscribed
  if (world === undefined || tenant === undefined) return undefined
  return controlCurl('POST', `${world.control_url}/events`, JSON.stringify({ tenant, event, ...others }))
}
