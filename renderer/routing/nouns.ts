import type { ScreenId } from './screens.ts'

/** Where each thing lives that has an address: the screen and the path inside it. */
const PLACES = {
  request: ['requests'],
  call: ['calls'],
  event: ['webhooks', 'events'],
  delivery: ['webhooks', 'deliveries'],
  webhook: ['webhooks', 'subscriptions'],
  tenant: ['tenants'],
  key: ['tenants', 'keys'],
  assumption: ['assumptions'],
  endpoint: ['reference'],
  inbox: ['inbox'],
  fault: ['faults'],
  rule: ['client'],
} as const satisfies Record<string, readonly [ScreenId, ...string[]]>

export type Noun = keyof typeof PLACES

/** The address of a thing, as segments for `useHref` and `useGo`. */
export function placeOfNoun(noun: Noun, id: string | number): readonly (string | number)[] {
  return [...PLACES[noun], id]
}
