import type { WorldHandle } from '../index.ts'
import { CommandError } from './exit-codes.ts'

const NUMBER = /^#?0*([1-9]\d{0,6})$/

/**
 * The id of a request that somebody names, whose number in the world does as well, as in `show 15`: its identifier begins with that number as
 * eight hexadecimal digits, and ends like those of all other requests of the world. Whatever else stays as it is.
 */
export async function requestIdOf(world: WorldHandle, text: string): Promise<string> {
  const [, number] = NUMBER.exec(text) ?? []
  if (number === undefined) return text
  const [newest] = await world.requests.list({ limit: 1 })
  if (newest === undefined) return text
  if (Number(number) > newest.seq)
    throw new CommandError(`There is no request #${Number(number)}: the newest is #${newest.seq}.`)
  return Number(number).toString(16).padStart(8, '0') + newest.request_id.slice(8)
}

/** `2` of the identifier that begins with it. */
export const numberOf = (request_id: string): number => Number.parseInt(request_id.slice(0, 8), 16)

/** `#2 (GET /customers)` */
export async function namedIn(world: WorldHandle, request_id: string): Promise<string> {
  const { seq, method, path } = await world.requests.get(request_id)
  return `#${seq} (${method} ${path})`
}
