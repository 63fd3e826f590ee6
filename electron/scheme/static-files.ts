import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The files of the built dashboard: path in the URL → path on disk. */
export type StaticFiles = ReadonlyMap<string, string>

/**
 * Lists the built dashboard once, at start. A request is then looked up in the list and never joined to a folder, so what is not in the
 * list cannot be named. Works inside an asar archive.
 */
export function listStaticFiles({ directory }: { directory: string }): StaticFiles {
  const files = new Map<string, string>()
  const walk = (folder: string, prefix: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name)
      const name = `${prefix}/${entry.name}`
      // A symbolic link is neither, and so is not followed.
      if (entry.isDirectory()) walk(file, name)
      else if (entry.isFile()) files.set(name, file)
    }
  }
  walk(directory, '')
  return files
}

/**
 * The decoded path of an app URL, or `undefined` for one that tries to climb: a segment `..`, also encoded once or twice, a backslash,
 * a NUL, or an escape that is none.
 */
export function decodeAppPath(url: string): string | undefined {
  const raw = rawPath(url)
  let decoded: string
  try {
    decoded = decodeURIComponent(raw)
  } catch {
    return undefined
  }
  if (!decoded.startsWith('/') || /[\\\0]/.test(decoded) || /%(2e|2f|5c|00)/i.test(decoded)) return undefined
  const climbs = decoded.split('/').some(segment => segment === '.' || segment === '..')
  return climbs ? undefined : decoded
}

/** The path as it was written: `new URL` would already have folded `..` away, and a climb is to be refused, not repaired. */
function rawPath(url: string): string {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? ''
  return path === '' ? '/' : path
}
