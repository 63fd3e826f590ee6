/** Ninety seconds before midnight in Tokyo. */
export const START = Date.UTC(2026, 2, 10, 14, 58, 30)
export const SECOND = 1_000
export const DAY = 86_400_000
