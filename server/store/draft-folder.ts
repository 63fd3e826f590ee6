import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DRAFT, FileDraft } from './draft.ts'
import { isLink } from './private-file.ts'
import { asNoMoreFiles, storeFailure } from './store-failure.ts'

/** Nobody else has a folder with this name: a store may be in the folder of a project. */
export const DRAFTS = 'ringback.drafts'

/** Removes what a process left that ended in the middle. */
export function removeDrafts(folder: string): void {
  // A link leads to something that is not ours.
  if (isLink(folder)) rmSync(folder)
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(DRAFT)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Throws `StoreFailureError`. */
export function draftBelow(folder: string): FileDraft {
  try {
    return FileDraft.below(folder)
  } catch (error) {
    throw asNoMoreFiles(error) ?? storeFailure('No file could be made in', folder, error)
  }
}

/** A draft whose file has been written, or removed. */
export function written(draft: FileDraft, write: (file: string) => void): FileDraft {
  try {
    write(draft.file)
    return draft
  } catch (error) {
    // Reported first, because afterwards the free space is different.
    const failure = asNoMoreFiles(error) ?? storeFailure('Nothing could be written to', draft.file, error)
    draft[Symbol.dispose]()
    throw failure
  }
}
