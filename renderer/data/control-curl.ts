import { hasToken } from './access.ts'

/** A command that does something over the control API; with a variable of the shell for the token, where one is asked for. */
export function controlCurl(method: 'POST' | 'PUT', url: string, body?: string): string {
  return [
    `curl -X ${method} ${url}`,
    ...(hasToken() ? ['-H "Authorization: Bearer $RINGBACK_TOKEN"'] : []),
    `-H 'Content-Type: application/json'`,
    ...(body === undefined ? [] : [`-d '${body.replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ')
}
