import { drawNameOf } from '../domain/draws.ts'
import { isObject } from '../domain/validation/note-body.ts'
import type { Turn } from './request.ts'

/** What a request is, for a draw: who asks for what about whom, without the ids that differ between worlds. */
export function drawNameOfRequest({ request, route, caller, services }: Turn): string {
  const { endpoint, params } = route
  const { value } = request.readBody()
  const body = isObject(value) ? value : {}
  const { callId, ...others } = params
  const call = callId === undefined ? undefined : services.calls.find(callId)
  const about = call === undefined ? callId : drawNameOf(call, caller?.slug ?? '')
  const query = [...new URLSearchParams(request.query)].sort().join('&')
  const what = endpoint?.id ?? `${request.method} ${request.path}`
  return JSON.stringify([caller?.slug, what, about, others, query, body.phone_number, body.external_id]).slice(0, MOST)
}

/** As many characters as tell requests apart, however many a client sends. */
const MOST = 1_000
