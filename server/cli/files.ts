import {
  accessSync,
  appendFileSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError, EXIT } from './exit-codes.ts'

/** An error of the file system in words, by its code. */
const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  NOFOLDER: 'its folder does not exist, and none is made in the root',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? (code || message)
}

/**
 * The bytes of a file that was named.
 *
 * @throws CommandError (usage)
 */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw unreadable(file, error)
  }
}

const unreadable = (file: string, error: unknown) =>
  new CommandError(`${file} cannot be read: ${reasonOf(error)}. Name another file.`, EXIT.usage)

/**
 * Checks that a file can be read later.
 *
 * @throws CommandError (usage)
 */
export function checkInput(file: string): string {
  try {
    accessSync(file, constants.R_OK)
    if (statSync(file).isDirectory()) throw codeError('EISDIR')
    return file
  } catch (error) {
    throw unreadable(file, error)
  }
}

/**
 * Checks that a file can be written later, so that no run ends without the output that was asked for.
 *
 * @throws CommandError (usage)
 */
export function checkOutput(file: string): void {
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    if (there?.isDirectory()) throw codeError('EISDIR')
    if (there === undefined) checkFolder(dirname(resolve(file)))
    else accessSync(file, constants.W_OK)
  } catch (error) {
    throw unwritable(file, error)
  }
}

/**
 * The same for files in a folder.
 *
 * @throws CommandError (usage)
 */
export function checkOutputFolder(folder: string): void {
  try {
    checkFolder(resolve(folder))
  } catch (error) {
    throw new CommandError(
      `The folder ${folder} cannot be written to: ${reasonOf(error)}. Name another folder.`,
      EXIT.usage,
    )
  }
}

/**
 * Checks a folder or, if it does not exist, the closest one around it, in which it will be made. None is made in the root of the disk, where a path
 * with a slash too many leads, unless that is where the command runs.
 */
function checkFolder(folder: string, missing?: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  const parent = dirname(folder)
  if (there === undefined && parent !== folder) {
    checkFolder(parent, folder)
    return
  }
  if (!there?.isDirectory()) throw codeError('ENOTDIR')
  if (missing !== undefined && parent === folder && process.cwd() !== folder) throw codeError('NOFOLDER')
  accessSync(folder, constants.W_OK)
}

const codeError = (code: string) => Object.assign(new Error(code), { code })

/**
 * Writes a file, and makes its folder if that is missing. With secrets in it, only its owner can read it.
 *
 * @throws CommandError (usage)
 */
export function writeOutput(file: string, content: string | Uint8Array, { secret }: { secret?: boolean } = {}): void {
  try {
    makeFolder(dirname(resolve(file)))
    // Only a new file gets the mode.
    if (secret && isFile(file)) rmSync(file)
    writeFileSync(file, content, secret ? { mode: 0o600 } : {})
  } catch (error) {
    throw unwritable(file, error)
  }
}

/**
 * Adds to the end of a file, as the files that a CI gives to several steps are written.
 *
 * @throws CommandError (usage)
 */
export function appendOutput(file: string, content: string): void {
  try {
    appendFileSync(file, content)
  } catch (error) {
    throw unwritable(file, error)
  }
}

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true

/** Step by step, because the recursive `mkdirSync` never returns where a folder of the system refuses, as below `/proc`. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (dirname(parent) === parent && process.cwd() !== parent) throw codeError('NOFOLDER')
  makeFolder(parent)
  mkdirSync(folder)
}

function unwritable(file: string, error: unknown): CommandError {
  // The file does not exist yet; what is missing is its folder.
  const { code } = error as NodeJS.ErrnoException
  const reason = code === 'ENOENT' ? 'its folder cannot be created' : reasonOf(error)
  return new CommandError(`${file} cannot be written: ${reason}. Name another file.`, EXIT.usage)
}
