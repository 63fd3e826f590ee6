import { controlCurl } from '../../data/control-curl.ts'
import { useWorldObject } from '../../data/queries.ts'

/** A command that causes an event in this world, and so a delivery to whoever is subscribed. */
export function useTriggerCommand(): string | undefined {
  const { data: world } = useWorldObject()
  const tenant = world?.tenants.find(({ plan }) => plan === 'max')?.tenant
  if (world === undefined || tenant === undefined) return undefined
  const body = JSON.stringify({ tenant, event: 'call.completed' })
  return controlCurl('POST', `${world.control_url}/events`, body)
}
