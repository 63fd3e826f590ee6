/** Screens in the order of the navigation: first segment of an address, and key of a title (`screens.<id>`). */
export const SCREEN_IDS = [
  'live',
  'requests',
  'limits',
  'calls',
  'webhooks',
  'signature',
  'inbox',
  'data',
  'tenants',
  'faults',
  'assumptions',
  'coverage',
  'snapshots',
  'reference',
] as const
export type ScreenId = (typeof SCREEN_IDS)[number]
