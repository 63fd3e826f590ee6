/** The ids of assumptions in a row. */
export const idsOf = (kept: string): string[] => (kept === '' ? [] : kept.split(','))
