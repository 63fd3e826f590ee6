import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A small file of settings. What cannot be read, or is not what it should be, counts as absent: a broken settings file must never keep
 * the app from starting.
 */
export interface JsonFile<Content> {
  read(): Content
  write(content: Content): void
}

export function jsonFile<Content>({
  file,
  fallback,
  isValid,
}: {
  file: string
  fallback: Content
  isValid: (value: unknown) => value is Content
}): JsonFile<Content> {
  return {
    read: () => {
      try {
        const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
        return isValid(value) ? value : fallback
      } catch {
        return fallback
      }
    },
    write: content => {
      mkdirSync(path.dirname(file), { recursive: true })
      // Written beside it and renamed: a crash in between leaves the old file whole. A new file each time, never through a link.
      const draft = `${file}.new`
      rmSync(draft, { force: true })
      writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' })
      renameSync(draft, file)
    },
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
