import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ReadyLine } from '../control/protocol/process.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { isOwnAddress } from './own-address.ts'
import { here } from './own-command.ts'

/** The file contains keys. */
const OWNER_ONLY = 0o600

/** The part of what `start --ready-file` wrote that says where the emulator is. */
type Found = Pick<ReadyLine, 'url' | 'pid'>

/** The file in which `start` says that it answers, and where. */
interface ReadyFile {
  /** The file appears with its whole content, or not at all. */
  write(line: ReadyLine): void
  remove(): void
}

/**
 * Removes what an earlier run has left, so that nobody reads that while waiting for this run.
 *
 * @throws CommandError (usage) when the file cannot be used
 */
export function prepareReadyFile(named: string): ReadyFile {
  const file = path.resolve(named)
  const draft = `${file}.${process.pid}`
  const guarded = (act: () => void) => {
    try {
      act()
    } catch (error) {
      throw new CommandError(
        `--ready-file cannot write ${named} (${(error as NodeJS.ErrnoException).code}). Name a file in a folder that exists.`,
        EXIT.usage,
      )
    }
  }
  const write = (text: string) => {
    // A new file, because one that is already there may be a link to somewhere else.
    rmSync(draft, { force: true })
    writeFileSync(draft, text, { flag: 'wx', mode: OWNER_ONLY })
  }
  guarded(() => {
    rmSync(file, { force: true })
    write('')
    rmSync(draft)
  })
  return {
    write: line =>
      guarded(() => {
        write(`${JSON.stringify(line)}\n`)
        renameSync(draft, file)
      }),
    remove: () => rmSync(file, { force: true }),
  }
}

/**
 * The address of the emulator that wrote the file and still runs.
 *
 * @throws CommandError (not ready) when there is none, CommandError (usage) when the file was not written by an emulator of this machine
 */
export function readReadyFile(file: string): string {
  const text = contentOf(file)
  let found: Partial<Found> | null
  try {
    found = JSON.parse(text)
  } catch {
    found = null
  }
  const { url, pid } = found ?? {}
  if (typeof url !== 'string' || typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || !isOwnAddress(url))
    throw new CommandError(
      `${file} was not written by "ringback start --ready-file" on this machine. Name the emulator with --url.`,
      EXIT.usage,
    )
  if (isGone(pid))
    throw new CommandError(
      `${file} belongs to process ${pid}, which has ended. Start an emulator again.`,
      EXIT.notReady,
    )
  return url
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new CommandError(`${file} cannot be read (${code}).`, EXIT.usage)
    throw new CommandError(
      `There is no ${file}. Start an emulator with "${here(`start --ready-file ${file}`)}", or check why it did not start.`,
      EXIT.notReady,
    )
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
