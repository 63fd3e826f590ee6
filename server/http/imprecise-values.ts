import { fieldProblem } from '../contract/field-problems.ts'

/** At most this many fields are reported; a body of 5 MiB can contain a million wrong ones. */
const MOST_NAMED = 20

/** A client may make field names as long as it likes. */
const LONGEST_PATH = 200

interface Branch {
  readonly value: object
  readonly parent: Branch | undefined
  readonly key: string | number
}

/**
 * Finds what JSON can express but no store keeps as it is: NUL characters and lone surrogates (in values and in keys), numbers that are not
 * finite, integers that a double rounds. It is iterative, because a body may be nested as deep as the limit allows.
 *
 * @returns messages by field path, for at most 20 fields; `undefined` when there is nothing to report
 */
export function findImpreciseValues(root: unknown): Record<string, string[]> | undefined {
  const found = new Map<string, string[]>()
  const report = (parent: Branch | undefined, key: string | number, message: string) => {
    const path = pathTo(parent, key)
    found.set(path, [...(found.get(path) ?? []), message])
  }
  const stack: Branch[] = []
  const visit = (value: unknown, parent: Branch | undefined, key: string | number) => {
    if (typeof value === 'object') {
      if (value !== null) stack.push({ value, parent, key })
      return
    }
    const message =
      typeof value === 'string'
        ? textProblem(value, 'value')
        : typeof value === 'number'
          ? numberProblem(value)
          : undefined
    if (message) report(parent, key, message)
  }

  visit(root, undefined, '')
  for (let branch = stack.pop(); branch && found.size < MOST_NAMED; branch = stack.pop()) {
    if (Array.isArray(branch.value)) {
      for (let index = 0; index < branch.value.length && found.size < MOST_NAMED; index += 1) {
        visit(branch.value[index], branch, index)
      }
      continue
    }
    for (const [key, value] of Object.entries(branch.value)) {
      const problem = textProblem(key, 'name')
      if (problem) report(branch, key, problem)
      visit(value, branch, key)
      if (found.size >= MOST_NAMED) break
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries(found)
}

function textProblem(text: string, of: 'name' | 'value'): string | undefined {
  if (text.includes('\u0000')) return fieldProblem(`${of}_nul`)
  if (!text.isWellFormed()) return fieldProblem(`${of}_surrogates`)
  return undefined
}

function numberProblem(value: number): string | undefined {
  if (!Number.isFinite(value)) return fieldProblem('value_infinite')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return fieldProblem('value_unsafe', { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER })
  }
  return undefined
}

/** A field name may be as broken as a value. In a path it is escaped, so that the answer itself stays plain text. */
function pathTo(parent: Branch | undefined, key: string | number): string {
  const names = [key]
  for (let at = parent; at?.parent; at = at.parent) names.unshift(at.key)
  const path = parent ? names.join('.') : 'body'
  return path.slice(0, LONGEST_PATH).toWellFormed().replaceAll('\u0000', '\uFFFD')
}
