import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** File systems of Linux whose files may be on another machine, by the number from statfs (linux/magic.h). */
const REMOTE: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4266872130: 'SMB',
  4283649346: 'SMB',
  16914839: '9P',
  1702057286: 'FUSE',
  12805120: 'Ceph',
  1397113167: 'AFS',
  2020557398: 'a shared folder of VirtualBox',
}
/** Folders that a program copies to other machines while they are in use. */
const COPIED =
  /^(?:onedrive(?: - .+)?|dropbox(?: \(.+\))?|google ?drive|icloud ?drive|cloudstorage|mobile documents|nextcloud)$/i
const WAY_OUT = 'Data can get lost or damaged there; choose a folder of this machine with --store.'

interface Surroundings {
  /** What statfs says about an existing path. */
  readonly typeOf?: (path: string) => number
  readonly platform?: NodeJS.Platform
}

/**
 * What to say about a store folder that other machines share, as far as the system tells. SQLite relies on locks and on the order of
 * writes, neither of which such folders guarantee (tests/security/README.md#D14).
 */
export function sharedFolderNote(folder: string, around: Surroundings = {}): string | undefined {
  const { typeOf = path => statfsSync(path).type, platform = process.platform } = around
  if (/^[\\/]{2}[^\\/.?]/.test(folder) && platform === 'win32')
    return `The store ${folder} is on another machine. ${WAY_OUT}`
  const copied = resolve(folder)
    .split(/[\\/]/)
    .find(part => COPIED.test(part))
  if (copied !== undefined)
    return `The store ${folder} is in ${copied}, which copies it while it is written. ${WAY_OUT}`
  // On other systems the number means something else.
  const remote = platform === 'linux' ? REMOTE[typeOf(nearest(resolve(folder))) >>> 0] : undefined
  if (remote !== undefined)
    return `The store ${folder} is on a file system that may be of another machine (${remote}). ${WAY_OUT}`
  return undefined
}

/** The folder, or the closest existing one above it. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}
