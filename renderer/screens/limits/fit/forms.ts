/** What a dropped file may be, as the control API calls it. */
export const FORMS = ['har', 'columns', 'nginx-combined', 'alb', 'caddy-json', 'sketch'] as const
export type Form = (typeof FORMS)[number]

const BY_ENDING: Readonly<Record<string, Form>> = { har: 'har', json: 'sketch', csv: 'columns', log: 'nginx-combined' }

/** What a file most likely is, by its name. */
export const formOf = (name: string): Form => BY_ENDING[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'columns'
