/**
 * Who sent a request to the emulated API. The parts of Ringback that send requests name themselves, because coverage and counts are about
 * clients only. A request with any other value, or without the header, comes from a client.
 */
export const ORIGINS = ['client', 'dashboard', 'replay', 'cli', 'control'] as const
export type Origin = (typeof ORIGINS)[number]

/** Carries the origin of a request. It is removed before the exchange is recorded. */
export const ORIGIN_HEADER = 'X-Ringback-Origin'

/** Names the exchange that a request repeats. */
export const REPLAY_HEADER = 'X-Ringback-Replay-Of'

export const isOrigin = (text: string): text is Origin => (ORIGINS as readonly string[]).includes(text)
