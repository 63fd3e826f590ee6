import type { AttemptSeen } from './observations.ts'

/** Receivers that are told apart. */
export const MOST_RECEIVERS = 256

/** A receiver is an address of a tenant, whichever of its webhooks leads there. */
export const receiverOf = ({ tenant, url }: Pick<AttemptSeen, 'tenant' | 'url'>): string => `${tenant} ${url}`

/** Whether an answer says that the delivery has arrived (assumption webhooks.success). */
export const acknowledges = ({ status }: Pick<AttemptSeen, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300
