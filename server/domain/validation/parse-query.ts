import type { Problems } from './problem.ts'

/**
 * The parameters of a query, each name with all its values, in order. Broken percent-encoding and bytes that are not UTF-8 are problems,
 * not replacement characters.
 */
export function parseQuery(query: string | URLSearchParams, problems: Problems): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const keep = (name: string, value: string) => {
    const values = found.get(name)
    if (values) values.push(value)
    else found.set(name, [value])
  }
  if (typeof query !== 'string') {
    query.forEach((value, name) => {
      keep(name, value)
    })
    return found
  }
  for (const pair of query.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1))
    if (name !== undefined && value !== undefined) keep(name, value)
    else problems.add('query', 'Must be percent-encoded UTF-8: write a percent sign itself as %25.')
  }
  return found
}

function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
