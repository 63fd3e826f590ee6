import { durationIn } from '../contract/duration-text.ts'
import { type ExchangeDetailView, LIMIT_NAMES, type LimitName, type LimitsView, type WorldHandle } from '../index.ts'
import { here } from './own-command.ts'
import { inShell } from './shell-text.ts'

type Step = ExchangeDetailView['trace'][number]

/** Those that a request is held against. */
const OF_REQUESTS = LIMIT_NAMES.filter(name => name !== 'webhook_sends')

/** How to get past the check that refused a request, as the world now is: sentences that end with a command, where there is one. */
export async function wayPast(world: WorldHandle, exchange: ExchangeDetailView): Promise<string[]> {
  const { trace, tenant, code } = exchange
  const step = trace.find(({ outcome }) => outcome === 'rejected')
  if (step === undefined) return []
  const { gate, figures } = step
  const inWorld = world.id === 'default' ? '' : ` --world ${world.id}`
  if (gate === 'fault') return [`For the faults of this world: ${here(`fault list${inWorld}`)}`]
  if (gate === 'authenticate') return [`For keys that lead to this world: ${here(`world show${inWorld}`)}`]
  if (tenant === null) return []
  if (gate === 'scope' && typeof figures?.required === 'string')
    return [`For a key with that scope: ${here(`tenant issue-key ${tenant} --scopes ${figures.required}${inWorld}`)}`]
  if (gate === 'license') return pastLicense(world, tenant, inWorld)
  if (gate === 'rate' || gate === 'quota') return pastLimits(world, exchange, { step, tenant, inWorld })
  return code === 'duplicate_external_id' ? pastDuplicate(exchange, { tenant, inWorld }) : []
}

/** Of what the tenant still lacks. */
function pastLicense({ view }: WorldHandle, slug: string, inWorld: string): string[] {
  const tenant = view.tenants.find(row => row.tenant === slug)
  if (tenant === undefined) return []
  if (!tenant.open_api_enabled)
    return [`To switch the Open API on: ${here(`tenant change ${slug} --open-api on${inWorld}`)}`]
  if (tenant.plan === null || tenant.plan === 'free')
    return [`For a plan with that licence: ${here(`tenant change ${slug} --plan pro${inWorld}`)}`]
  return [`Its tenant has been changed since: ${slug} has the Open API and the plan ${tenant.plan} now.`]
}

interface Where {
  readonly tenant: string
  readonly inWorld: string
}

async function pastLimits(
  world: WorldHandle,
  { at }: ExchangeDetailView,
  { step, tenant, inWorld }: Where & { step: Step },
): Promise<string[]> {
  if (!world.view.tenants.some(row => row.tenant === tenant)) return []
  const limits = await world.tenant(tenant).limits.get()
  const { now } = await world.clock.get()
  const full = OF_REQUESTS.filter(name => limits[name].limit !== null && limits[name].used >= limits[name].limit)
  if (full.length === 0) return [letsThrough(limits, refusedBy(step), at)]
  const until = Math.max(...full.map(name => Date.parse(limits[name].resets_at)))
  const seconds = Math.ceil((until - Date.parse(now)) / 1_000)
  const [which, begun] = [namesOf(full), full.length === 1 ? 'it has' : 'they have']
  const given = full.map(name => `${name}=limit-1`).join(' ')
  return [
    `To get past ${which}, over the ${secondsText(seconds)} until ${begun} begun anew: ${here(`clock advance ${seconds}s${inWorld}`)}`,
    `Or to free one request at once: ${here(`limits set ${given} --tenant ${tenant}${inWorld}`)}`,
  ]
}

/** `60 s`, `34157 s (9 h 29 min)`: as the command beside it takes them, and as people read them. */
const secondsText = (seconds: number): string =>
  seconds <= 60 ? `${seconds} s` : `${seconds} s (${durationIn('en', seconds * 1_000)})`

/** The limits that were used up. */
function refusedBy({ gate, figures }: Step): LimitName[] {
  if (gate === 'quota') return ['day']
  return (['minute', 'burst'] as const).filter(
    name => Number(figures?.[`${name}_used`]) >= Number(figures?.[`${name}_limit`]),
  )
}

const namesOf = (names: readonly LimitName[]): string => names.map(name => `the ${name} limit`).join(' and ')

/** `The burst limit has begun anew since: 0 of its 100 requests are used now.` */
function letsThrough(limits: LimitsView, refusedBy: readonly LimitName[], at: string): string {
  const isAnew = refusedBy.every(name => Date.parse(limits[name].window_start) > Date.parse(at))
  const [has, lets, its] = refusedBy.length === 1 ? ['has', 'lets', 'its'] : ['have', 'let', 'their']
  const used = refusedBy
    .map(name => `${limits[name].used} of ${its} ${limits[name].limit ?? 'unlimited'}`)
    .join(' and ')
  const since = isAnew ? `${has} begun anew since` : `${lets} requests through again`
  return `${namesOf(refusedBy).replace('t', 'T')} ${since}: ${used} requests are used now.`
}

/** The call that has the external_id of the request. Customers are listed by no command. */
function pastDuplicate({ path, request: { body } }: ExchangeDetailView, { tenant, inWorld }: Where): string[] {
  const id = externalIdIn(body.text)
  if (!path.startsWith('/calls') || id === undefined) return []
  return [`For the call that has it: ${here(`call list --tenant ${tenant} --external-id ${inShell(id)}${inWorld}`)}`]
}

function externalIdIn(text: string | null): string | undefined {
  try {
    const { external_id } = JSON.parse(text ?? '') as { external_id?: unknown }
    return typeof external_id === 'string' ? external_id : undefined
  } catch {
    return undefined
  }
}
