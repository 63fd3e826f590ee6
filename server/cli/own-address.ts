import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Whether a URL from a file leads to this machine: nothing found on a disk may send a token anywhere else. */
export function isOwnAddress(url: string): boolean {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return true
  return Object.values(networkInterfaces()).some(addresses => addresses?.some(({ address }) => address === host))
}
