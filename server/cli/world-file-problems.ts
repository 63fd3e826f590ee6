import { CommandError, EXIT } from './exit-codes.ts'
import { here } from './own-command.ts'

const MOST_LISTED = 50

/** All that is wrong with a world file, a line each, for what is thrown because of it; any other error stays as it is. */
export function withEveryProblem(file: string, error: unknown, wayOut?: string): unknown {
  const { details } = error as { details?: { readonly [path: string]: readonly string[] } | null }
  const problems = Object.entries(details ?? {}).flatMap(([path, texts]) => texts.map(text => `${path}: ${text}`))
  if (problems.length === 0) return error
  const rest = problems.length > MOST_LISTED ? [`There are ${problems.length - MOST_LISTED} more.`] : []
  const lines = [`${file} is not valid.`, ...problems.slice(0, MOST_LISTED), ...rest].join('\n  ')
  return new CommandError(wayOut === undefined ? lines : `${lines}\n${wayOut}`, EXIT.usage)
}

/** The same for a start from a file that a flag or the config file names. */
export function ofWorldFile(file: unknown, error: unknown): unknown {
  if (typeof file !== 'string' || (error as { code?: unknown }).code !== 'invalid_world_file') return error
  return withEveryProblem(file, error, `Mend it, and look again with "${here(`world check ${file}`)}".`)
}
