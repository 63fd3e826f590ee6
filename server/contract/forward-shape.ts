import type { ControlSentence } from './control-errors.ts'

export type ForwardSentence = Extract<ControlSentence<'invalid_request'>, `forward_${string}`>

/** What is wrong with the source of a forward; its shape and its name decide, so that it can be said while it is typed. */
export function forwardSourceFault(from: string): ForwardSentence | undefined {
  if (from === '') return 'forward_source_empty'
  const source = plainUrl(from)
  if (source === undefined && plainUrl(lowerScheme(from))?.protocol === 'https:') return 'forward_source_case'
  const part = /^https:/.test(from) ? partAtFault(from) : undefined
  if (part !== undefined) return `forward_source_${part}`
  if (source?.protocol !== 'https:') return 'forward_source'
  return /(^|\.)ringback\.test\.?$/.test(source.hostname) ? 'forward_source_inbox' : undefined
}

/** What is wrong with the shape of the target of a forward. Whether it is a local address, its shape does not say. */
export function forwardTargetFault(to: string): ForwardSentence | undefined {
  if (to === '') return 'forward_target_empty'
  if (plainUrl(to) !== undefined) return undefined
  const part = partAtFault(to)
  if (part !== undefined) return `forward_target_${part}`
  return plainUrl(lowerScheme(to)) ? 'forward_target_case' : 'forward_target'
}

/** The part of an http or https URL that no forward can have; undefined when it is something else that is wrong. */
function partAtFault(url: string): 'user' | 'port' | 'query' | undefined {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#\\\s]+)([^\\\s]*)$/.exec(url) ?? []
  if (authority === undefined) return undefined
  if (authority.includes('@')) return 'user'
  const port = /:(\d+)$/.exec(authority)?.[1]
  if (port !== undefined && (Number(port) === 0 || Number(port) > MOST_PORTS)) return 'port'
  return /[?#]/.test(rest) ? 'query' : undefined
}
const MOST_PORTS = 65_535

const lowerScheme = (url: string) => url.replace(/^https?:/i, scheme => scheme.toLowerCase())

/** An http or https URL that consists of origin and path only. */
function plainUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#\\@\s]+(\/[^?#\\\s]*)?$/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.port === '0' ? undefined : url
}
