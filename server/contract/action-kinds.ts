/** What people do to a world through the control API, by what it changes. */
export const ACTION_KINDS = ['clock', 'limits', 'fault', 'snapshot', 'assumption', 'inbox', 'call', 'tenant'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]
