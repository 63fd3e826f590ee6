/** Whether the deliveries of a world leave the process. */
export const SENDING = ['everywhere', 'inbox_only'] as const
export type Sending = (typeof SENDING)[number]
