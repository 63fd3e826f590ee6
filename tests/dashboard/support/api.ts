/** A request as the code under test would send it. */
export function ask(world: { baseUrl: string }, key: string, path: string): Promise<Response> {
  return fetch(`${world.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
}

/** Which request an answer is to. */
export const requestIdOf = ({ headers }: Response): string => headers.get('X-Request-ID') ?? ''
