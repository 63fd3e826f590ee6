import { API_PREFIX } from '../contract/constants.ts'
import { contractError } from '../domain/contract-error.ts'
import { pathOf, surfaceOf } from '../http/addresses.ts'
import type { HttpContext, HttpMiddleware } from '../http/state.ts'
import { withoutKeys } from '../journal/redact.ts'
import type { World } from '../world/world.ts'
import { credentialsIn } from './entrance.ts'
import { findRoute } from './routes.ts'

/** What browsers and crawlers ask for by themselves. */
const NEVER = /^\/(favicon\.ico|robots\.txt|\.well-known\/)/i
const OF_A_CLIENT = /^bearer svc_/i
/** `/v1/customers`, `/open/API/customers`: so many segments may stand before a path of the contract. */
const MOST_SEGMENTS_BEFORE = 2

/**
 * Finds requests that were meant for the emulated API and miss its prefix. They are answered 404 with the way there, and count as unknown
 * routes of the world that their key opens: a client with a wrong base address must not look as if it had asked nothing.
 */
export function strayRequests(worldOf: (keyHash: string | undefined) => World): HttpMiddleware {
  return async function stray(ctx, next) {
    const path = pathOf(ctx.req.url ?? '')
    if (surfaceOf(path) !== 'dashboard' || !isMeantForApi(ctx, path)) return next()
    const { keyHash } = credentialsIn(ctx.req.headers.authorization)
    worldOf(keyHash).runtime.exchanges.noteStray({ method: ctx.method, path })
    const message = `The API begins at ${API_PREFIX} (got ${withoutKeys(path).slice(0, 200)}). Put it before the path, or into the base address of the client.`
    throw contractError('not_found', { message })
  }
}

function isMeantForApi({ req: { headers, method = '' } }: HttpContext, path: string): boolean {
  if (NEVER.test(path)) return false
  if (OF_A_CLIENT.test(headers.authorization ?? '')) return true
  if (headers.accept?.includes('text/html')) return false
  const segments = path.toLowerCase().split('/').slice(1)
  for (let before = 0; before <= Math.min(MOST_SEGMENTS_BEFORE, segments.length - 1); before++)
    if (findRoute(method, `/${segments.slice(before).join('/')}`).allow.length > 0) return true
  return false
}
