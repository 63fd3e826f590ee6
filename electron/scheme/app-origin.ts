/**
 * Where the dashboard lives in the desktop window. A registered standard, secure scheme has a real origin, which `file://` has not: the
 * same-origin policy, the content security policy and the sender check of messages all rest on it.
 */
export const APP_SCHEME = 'app'
const APP_HOST = 'ringback'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`
export const APP_START = `${APP_ORIGIN}/`

/** Whether a URL belongs to the app. Node gives a scheme that it does not know the origin "null", so scheme and host are compared. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === ''
}
