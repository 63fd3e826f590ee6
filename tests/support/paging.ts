import type { RequestSeen } from '../../server/verdicts/observations.ts'
import { hash, type ObservedClient, type RequestSays } from './observed.ts'

export interface PageSays extends RequestSays {
  /** The page that is answered; the one asked for unless it is said. */
  readonly page?: number | undefined
  /** How many pages there are. */
  readonly of?: number | undefined
  readonly total?: number | undefined
}

/** Asks for a page of a list that does not change: equal pages are equal answers. */
export function lists(client: ObservedClient, target: string, says: PageSays = {}): RequestSeen {
  const asked = new URLSearchParams(target.split('?')[1]).get('page')
  const { page = Number(asked ?? 1), of = 3, total = of * 50, ...rest } = says
  const paging = { page: asked, current_page: page, last_page: of, total }
  return client.sends('GET', target, { paging, answer: hash(`${target.split('?')[0]} ${page} ${total}`), ...rest })
}
