import { COMMANDS, type CommandId } from './table.ts'

interface CliContext {
  /** Address of the emulator; without it the CLI looks for one by itself. */
  url: string | undefined
  port: number
  world: string
  store: string
  /** `process.platform`: quoting differs on Windows. */
  platform: string
}

/** Commands that start an emulator of their own, and those that work without one. */
const WITHOUT_EMULATOR = /^(start|exec|openapi)\b/

/** The command line that does in a terminal what the menu entry does in the app, complete with address and world. */
export function commandLine(id: CommandId, { url, port, world, store, platform }: CliContext): string {
  const command = COMMANDS[id].cli
    .replaceAll('{url}', url ?? `http://127.0.0.1:${port}`)
    .replaceAll('{world}', encodeURIComponent(world))
    .replaceAll('{store}', quoted(store, platform))
    .replaceAll('{port}', String(port))
  if (command.startsWith('curl ')) return command
  if (WITHOUT_EMULATOR.test(command)) return `ringback ${command}`
  const address = url === undefined ? '' : ` --url ${url}`
  const where = world === 'default' ? '' : ` --world ${quoted(world, platform)}`
  return `ringback ${command}${address}${where}`
}

/** As one word of the shell of the platform. */
function quoted(word: string, platform: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word
  return platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", `'\\''`)}'`
}
