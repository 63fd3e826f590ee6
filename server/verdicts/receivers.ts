import type { AttemptSeen } from './observations.ts'

/** Receivers that are told apart. */
export const MOST_RECEIVERS = 256

/** A receiver is where deliveries of a tenant arrive, whichever of its webhooks, addresses and forwards lead there. */
export const receiverOf = ({ tenant, target }: Pick<AttemptSeen, 'tenant' | 'target'>): string => `${tenant} ${target}`

const SHARE_OF_TIMEOUT = 1 / 3

/** Whether an attempt of so many milliseconds comes close to the time-out. */
export const isSlow = (took: number, timeout_ms: number): boolean => took > timeout_ms * SHARE_OF_TIMEOUT

/** Whether an answer says that the delivery has arrived (assumption webhooks.success). */
export const acknowledges = ({ status }: Pick<AttemptSeen, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300
