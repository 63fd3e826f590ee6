/** The ids of assumptions that a row keeps. */
export const idsOf = (kept: string): string[] => (kept === '' ? [] : kept.split(','))
