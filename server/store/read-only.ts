import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A part of a store that this user may read but not write. */
interface ReadOnlyPart {
  readonly path: string
  /** Whether nobody may write it, because its file system is mounted read-only. */
  readonly mounted: boolean
}

/**
 * The part of a store folder that is read-only: the folder, or the one in which it would be made; the folder of its databases; a file in
 * it. SQLite and the system have many names for that, and some of them also mean a broken disk.
 */
export function findReadOnly(folder: string): ReadOnlyPart | undefined {
  const worlds = join(resolve(folder), 'worlds')
  const files = existsSync(worlds) && may(worlds, constants.R_OK) ? readdirSync(worlds) : []
  for (const path of [existing(resolve(folder)), worlds, ...files.map(name => join(worlds, name))]) {
    if (!existsSync(path) || !may(path, constants.R_OK)) continue
    const refusal = refusalOf(path, constants.W_OK)
    if (refusal !== undefined) return { path, mounted: refusal === 'EROFS' }
  }
  return undefined
}

const existing = (path: string): string => (existsSync(path) || dirname(path) === path ? path : existing(dirname(path)))

const may = (path: string, mode: number): boolean => refusalOf(path, mode) === undefined

function refusalOf(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode)
    return undefined
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
