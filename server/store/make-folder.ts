import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OWNER_ONLY } from './private-file.ts'

/**
 * Makes a folder and those around it that are missing, for their owner only. `mkdirSync` does that too when it is told to be recursive, and never returns where the
 * system says of a folder both that it is missing and that it cannot be made, as below `/proc`.
 *
 * @throws an error of the file system
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const around = dirname(path)
  if (around !== path && statSync(around, { throwIfNoEntry: false }) === undefined) makeFolder(around)
  try {
    mkdirSync(path, { mode: OWNER_ONLY.folder })
  } catch (error) {
    // Another process may have made it since.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
