import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/**
 * Whether what was built is there and newer than what it is made of.
 *
 * @param sources files and folders, from the top of the repository
 */
export function isFresh(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return false
  return newestOf(sources) <= statSync(built).mtimeMs
}

/** When the latest change of these files and folders was, in milliseconds. */
export function newestOf(sources: readonly string[]): number {
  return Math.max(...sources.map(source => newest(path.join(root, source))))
}

function newest(file: string): number {
  if (!statSync(file).isDirectory()) return statSync(file).mtimeMs
  const inside = readdirSync(file, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return Math.max(0, ...inside.map(entry => statSync(path.join(entry.parentPath, entry.name)).mtimeMs))
}
