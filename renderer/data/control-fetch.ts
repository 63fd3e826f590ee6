import { accessDenied, accessHeaders } from './access.ts'

/** `fetch` for the control API: with the token, where one was asked for. */
export async function controlFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { ...init, headers: { ...init.headers, ...accessHeaders() } })
  if (response.status === 401) accessDenied()
  return response
}
