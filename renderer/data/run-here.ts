import { useHealth } from './health.ts'

/** What a command begins with where the package is installed; so commands are written in the code. */
const AS_PACKAGE = 'npx ringback'

/** Writes a command as it is typed where this emulator was started: in a clone, `npx ringback` runs nothing. */
export function useRunHere(): (command: string) => string {
  const run = useHealth().data?.started?.run ?? AS_PACKAGE
  return command => command.replaceAll(AS_PACKAGE, run)
}
