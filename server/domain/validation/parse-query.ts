import { fieldProblem } from '../../contract/field-problems.ts'
import type { Problems } from './problem.ts'

/** Whether a plus is a space, as in forms, or a plus (assumption `queries.plus`). */
type PlusMeans = 'space' | 'literal'

/**
 * The parameters of a query: each name with all its values, in order. Broken percent-encoding and bytes that are not UTF-8 are reported,
 * not replaced by substitute characters.
 */
export function parseQuery(
  query: string | URLSearchParams,
  problems: Problems,
  plus: PlusMeans,
): Map<string, string[]> {
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
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), plus)
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1), plus)
    if (name !== undefined && value !== undefined) keep(name, value)
    else problems.add('query', fieldProblem('encoded'))
  }
  return found
}

/** The parameters with a plus in their value that is not written as %2B. */
export function withBarePlus(query: string): string[] {
  if (!query.includes('+')) return []
  return query.split('&').flatMap(pair => {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(pair) ?? []
    return name !== undefined && value?.includes('+') ? [decode(name, 'space') ?? name] : []
  })
}

function decode(text: string, plus: PlusMeans): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(plus === 'space' ? text.replaceAll('+', ' ') : text)
  } catch {
    return undefined
  }
}
