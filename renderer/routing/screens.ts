/** Screens in the order of the navigation: first segment of an address, and key of a title (`screens.<id>`). */
export const SCREEN_IDS = [
  'live',
  'requests',
  'limits',
  'calls',
  'webhooks',
  'inbox',
  'client',
  'faults',
  'data',
  'tenants',
  'snapshots',
  'signature',
  'assumptions',
  'coverage',
  'reference',
] as const

/** The address of the first steps, which are no screen of their own: first segment, as of a screen. */
export const WELCOME = 'welcome'

/** What the screens of the navigation are for: to look on, to make something happen, to know what is promised. */
export const SCREEN_GROUPS = ['observe', 'drive', 'contract'] as const
export type ScreenGroup = (typeof SCREEN_GROUPS)[number]

export type ScreenId = (typeof SCREEN_IDS)[number]

export const isScreenId = (text: string | undefined): text is ScreenId =>
  (SCREEN_IDS as readonly (string | undefined)[]).includes(text)
