import { API_PREFIX } from '../contract/constants.ts'
import { shown } from '../contract/shown.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

export class MeasureRefusal extends Error {
  override readonly name = 'MeasureRefusal'
  readonly code = 'measure_refused'
}

/**
 * The base address of the service, without a slash at its end.
 *
 * @throws MeasureRefusal unless it is https, or http on this machine
 */
export function baseAddress(text: string): string {
  if (!URL.canParse(text))
    throw new MeasureRefusal(`${shown(text)} is not a URL. Give one like https://api.example.com${API_PREFIX}.`)
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(text)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname)))
    throw new MeasureRefusal('A key is only sent over https, or over http to this machine. Give an https address.')
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new MeasureRefusal('The base address is a plain URL: without user name, query and fragment. Leave them out.')
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
