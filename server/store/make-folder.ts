import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OWNER_ONLY } from './private-file.ts'

/**
 * Makes a folder and the missing ones around it, for their owner only. The recursive `mkdirSync` does so too, but never returns when the
 * system says both that a folder is missing and that it cannot be made, as below `/proc`.
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
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
