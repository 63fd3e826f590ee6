import path from 'node:path'
import { APP_ORIGIN, isAppUrl } from '../scheme/app-origin.ts'

export const CAPSULE_EXTENSION = '.ringback-capsule'
export const LINK_SCHEME = 'ringback'

/** What a start, a second start, the system's file manager or a link asks the app to open. */
export type OpenRequest = { kind: 'capsule'; file: string } | { kind: 'screen'; path: string }

/**
 * What the arguments of a start ask for, in order. Flags are Chromium's and Electron's affair; anything else that is neither a capsule nor
 * a link is left alone.
 */
export function readArguments({
  argv,
  workingDirectory,
}: {
  argv: readonly string[]
  workingDirectory: string
}): OpenRequest[] {
  return argv.slice(1).flatMap((argument): OpenRequest[] => {
    if (argument.startsWith('-')) return []
    if (argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) {
      const link = readLink(argument)
      return link === undefined ? [] : [link]
    }
    if (path.extname(argument).toLowerCase() !== CAPSULE_EXTENSION) return []
    return [{ kind: 'capsule', file: path.resolve(workingDirectory, argument) }]
  })
}

/**
 * `ringback://open/requests/req_1?world=…` shows the dashboard's `/requests/req_1?…`. Any page on the web can follow such a link, so it only
 * ever shows a screen: it names no file, runs no command and sends nothing.
 */
export function readLink(link: string): OpenRequest | undefined {
  if (link.length > 2_048 || !URL.canParse(link)) return undefined
  const { protocol, host, pathname, search } = new URL(link)
  if (protocol !== `${LINK_SCHEME}:`) return undefined
  if (host !== 'open') return undefined
  const target = pathname === '' ? '/' : pathname
  // `//host` would be another origin, and these are paths of the emulator, not screens.
  if (target.startsWith('//') || /^\/(api|control)(\/|$)/.test(target)) return undefined
  return isAppUrl(`${APP_ORIGIN}${target}`) ? { kind: 'screen', path: `${target}${search}` } : undefined
}
