import { existsSync } from 'node:fs'
import path from 'node:path'

/** How a command is given to the system so that its arguments arrive as they were typed: never as a line for a shell to split. */
interface SpawnPlan {
  readonly file: string
  readonly args: readonly string[]
  /** For Windows: the arguments are already quoted. */
  readonly windowsVerbatimArguments?: boolean
}

interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly platform?: NodeJS.Platform
  readonly isFile?: (file: string) => boolean
}

/**
 * Everywhere except on Windows, the system finds the command and passes its arguments. Windows finds only programs; what npm puts on the
 * path (`npm.cmd`, `vitest.cmd`) are scripts of cmd.exe, which are looked up by the endings in PATHEXT, as npm's own runner does.
 */
export function spawnPlan(
  [command = '', ...args]: readonly string[],
  { env, platform = process.platform, isFile = existsSync }: Surroundings,
): SpawnPlan {
  if (platform !== 'win32') return { file: command, args }
  const found = findOnWindows(command, { env, isFile }) ?? command
  if (!/\.(?:cmd|bat)$/i.test(found)) return { file: found, args }
  // cmd.exe parses the line once, and again when the script passes its arguments on.
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
  // A name with an ending is tried as it is first. Without an ending it is no program, but may be a script for another shell.
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

/** Windows ignores case in the names of variables; a copy of the environment does not. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const key = Object.keys(env).find(each => each.toUpperCase() === name.toUpperCase())
  return key === undefined ? undefined : env[key]
}

/** In the form that programs split into arguments: in quotes, with backslashes doubled before a quote. */
function quoted(text: string): string {
  if (text !== '' && !/[\s"]/.test(text)) return text
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}

/** In the form that cmd.exe reads: every character that means something to it gets a caret. */
function caretted(text: string): string {
  return text.replace(/[ !%^&()<>|"]/g, '^$&')
}
