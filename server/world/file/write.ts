const WIDTH = 140
const INDENT = 2

/** A JSON value as people like to read it: what fits into a line stands in one. */
export function writeWorldFile(value: unknown): string {
  return `${written(value, 0)}\n`
}

function written(value: unknown, depth: number): string {
  const line = inLine(value)
  const isFile = depth === 0
  if (!isFile && line.length + depth * INDENT <= WIDTH) return line
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const inner = ' '.repeat((depth + 1) * INDENT)
  const parts = membersOf(value).map(([name, member]) => inner + name + written(member, depth + 1))
  return parts.length === 0 ? line : `${open}\n${parts.join(',\n')}\n${' '.repeat(depth * INDENT)}${close}`
}

function inLine(value: unknown): string {
  const parts = membersOf(value).map(([name, member]) => name + inLine(member))
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** What an array or an object contains, with the name in front of each member; undefined members are none. */
function membersOf(value: unknown): [name: string, member: unknown][] {
  if (Array.isArray(value)) return value.map(member => ['', member])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    member === undefined ? [] : [[`${JSON.stringify(name)}: `, member]],
  )
}
