import { spawnSync } from 'node:child_process'
import { temporaryFolder } from './cli.ts'

/** A file system of four megabytes on a folder, half of it taken by a file, and a command on it; nobody else sees it. */
const SMALL = 'mount -t tmpfs -o size=4m tmpfs "$0" && head -c 2000000 /dev/zero > "$0/ballast" && exec "$@"'

/** The command and arguments that run another one with a small disk on this folder. */
export const onSmallDisk = (folder: string): string[] => ['unshare', '-rm', 'sh', '-c', SMALL, folder]

/** Whether this machine lets a process mount a file system of its own. */
export function mayMount(): boolean {
  using folder = temporaryFolder()
  const [command = '', ...args] = onSmallDisk(folder.path)
  const permitted = spawnSync(command, [...args, 'true']).status === 0
  if (!permitted)
    process.stderr.write(
      'This machine lets no process mount a file system of its own (unshare -rm), so a full disk is left to the limit of SQLite.\n',
    )
  return permitted
}
