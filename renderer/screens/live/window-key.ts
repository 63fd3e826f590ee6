import type { LimitName } from '../../../server/control/protocol/limits.ts'
import type { WindowMark } from '../../components/axis/window-marks.ts'

/** A window of a limit of a tenant, by when it begins. */
export interface WindowKey {
  readonly tenant: string
  readonly limit: LimitName
  readonly from: number
}

const LIMITS: readonly string[] = ['minute', 'burst', 'day', 'webhook_sends'] satisfies LimitName[]
const isLimit = (text: string): text is LimitName => LIMITS.includes(text)
const BETWEEN = '~'

/** As an address names it. Pure. */
export const windowId = ({ tenant, limit, from }: Pick<WindowMark, keyof WindowKey>): string =>
  [limit, new Date(from).toISOString(), tenant].join(BETWEEN)

/** What an address names; `undefined` where that is no window. Pure. */
export function windowOfId(id: string): WindowKey | undefined {
  const [limit = '', begins = '', ...tenant] = id.split(BETWEEN)
  const from = Date.parse(begins)
  return isLimit(limit) && !Number.isNaN(from) && tenant.length > 0
    ? { limit, from, tenant: tenant.join(BETWEEN) }
    : undefined
}
