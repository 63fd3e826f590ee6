import type { ExchangeDetailView } from '../index.ts'
import { here } from './own-command.ts'

/** How to get past the check that refused a request: sentences that end with a command. `inWorld` is the flag that names its world. */
export function wayPast({ trace, tenant, response: { headers } }: ExchangeDetailView, inWorld: string): string[] {
  const step = trace.find(({ outcome }) => outcome === 'rejected')
  if (step === undefined) return []
  const { gate, figures } = step
  if (gate === 'authenticate') return [`For keys that lead to this world: ${here(`world show${inWorld}`)}`]
  if (tenant === null) return []
  if (gate === 'scope' && typeof figures?.required === 'string')
    return [`For a key with that scope: ${here(`tenant issue-key ${tenant} --scopes ${figures.required}${inWorld}`)}`]
  if (gate === 'license' && figures?.open_api_enabled === false)
    return [`To switch the Open API on: ${here(`tenant change ${tenant} --open-api on${inWorld}`)}`]
  if (gate !== 'rate' && gate !== 'quota') return []
  const [, wait] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? []
  const full = gate === 'quota' ? ['day'] : ['minute', 'burst'].filter(name => isFull(name, figures))
  const given = full.map(name => `${name}=limit-1`).join(' ')
  return [
    ...(wait === undefined
      ? []
      : [`To get past the limit, over the ${wait} s of Retry-After: ${here(`clock advance ${wait}s${inWorld}`)}`]),
    ...(given === ''
      ? []
      : [`Or to free one request at once: ${here(`limits set ${given} --tenant ${tenant}${inWorld}`)}`]),
  ]
}

const isFull = (name: string, figures: ExchangeDetailView['trace'][number]['figures']): boolean =>
  Number(figures?.[`${name}_used`]) >= Number(figures?.[`${name}_limit`])
