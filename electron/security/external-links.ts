import type { ShellPort } from '../ports.ts'

/** Hosts that the dashboard and the menu may link to. A link to any other host is copied by hand or not at all. */
export const EXTERNAL_HOSTS = [
  'developer.mozilla.org',
  'www.rfc-editor.org',
  'www.electronjs.org',
  'nodejs.org',
] as const

/** An https URL of a listed host, on the default port and without credentials. */
export function isExternalLinkAllowed(url: string): boolean {
  if (url.length > 2_048 || !URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return (EXTERNAL_HOSTS as readonly string[]).includes(hostname)
}

/** Hands a link to the browser of the system when the list allows it. Resolves to whether it did. */
export async function openExternalLink({ shell }: { shell: ShellPort }, url: string): Promise<boolean> {
  if (!isExternalLinkAllowed(url)) return false
  await shell.openExternal(url)
  return true
}
