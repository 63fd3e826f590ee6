import { existsSync } from 'node:fs'
import path from 'node:path'

/** How a command is handed to the system, so that its arguments arrive as they were typed: never as a line for a shell to take apart. */
interface SpawnPlan {
  readonly file: string
  readonly args: readonly string[]
  /** Windows: the arguments are quoted already. */
  readonly windowsVerbatimArguments?: boolean
}

interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly platform?: NodeJS.Platform
  readonly isFile?: (file: string) => boolean
}

/**
 * Everywhere but on Windows the system finds the command and gives it its arguments. On Windows it finds programs only; what npm puts on the
 * path (`npm.cmd`, `vitest.cmd`) are scripts of cmd.exe, looked up by the endings in PATHEXT as npm's own runner does it.
 */
export function spawnPlan(
  [command = '', ...args]: readonly string[],
  { env, platform = process.platform, isFile = existsSync }: Surroundings,
): SpawnPlan {
  if (platform !== 'win32') return { file: command, args }
  const found = findOnWindows(command, { env, isFile }) ?? command
  if (!/\.(?:cmd|bat)$/i.test(found)) return { file: found, args }
  // cmd.exe reads the line once, and the script once more when it passes its arguments on.
  const line = [caretted(quoted(found)), ...args.map(arg => caretted(caretted(quoted(arg))))].join(' ')
  const shell = variable(env, 'ComSpec') ?? 'cmd.exe'
  return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true }
}

function findOnWindows(
  command: string,
  { env, isFile }: { env: NodeJS.ProcessEnv; isFile: (file: string) => boolean },
): string | undefined {
  const { win32 } = path
  const endings = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean)
  // A name that has an ending is tried as it is first; one without is no program, but may be a script for another shell.
  const names = win32.extname(command) === '' ? [] : [command]
  names.push(...endings.map(ending => command + ending.toLowerCase()))
  const folders = /[\\/]/.test(command) ? [''] : (variable(env, 'PATH') ?? '').split(';').filter(Boolean)
  for (const folder of folders)
    for (const name of names) {
      const file = folder === '' ? name : win32.join(folder.replaceAll('"', ''), name)
      if (isFile(file)) return file
    }
  return undefined
}

/** Windows does not tell capital letters in names of variables; a copied environment does. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const key = Object.keys(env).find(each => each.toUpperCase() === name.toUpperCase())
  return key === undefined ? undefined : env[key]
}

/** As programs take a line apart into arguments: quotes around it, and backslashes doubled where a quote follows. */
function quoted(text: string): string {
  if (text !== '' && !/[\s"]/.test(text)) return text
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}

/** As cmd.exe reads a line: nothing that means something to it is left without a caret. */
function caretted(text: string): string {
  return text.replace(/[ !%^&()<>|"]/g, '^$&')
}
