/**
 * Who sent a request to the emulated API. Clients say nothing, and what the header names beside these values is a client too; the parts of
 * Ringback that send requests themselves say so, since only what clients did tells anything about clients.
 */
export const ORIGINS = ['client', 'dashboard', 'replay', 'cli', 'control'] as const
export type Origin = (typeof ORIGINS)[number]

/** Carries the origin of a request; taken off before the exchange is kept. */
export const ORIGIN_HEADER = 'X-Ringback-Origin'

/** Names the exchange that a request repeats. */
export const REPLAY_HEADER = 'X-Ringback-Replay-Of'

export const isOrigin = (text: string): text is Origin => (ORIGINS as readonly string[]).includes(text)
