import { startedAs } from './started-as.ts'

/** What commands begin with where this one was run, for hints that can be pasted: `npx ringback`, `npm run -s ringback --` in a clone. */
export const ownCommand = (): string =>
  startedAs({ argv: process.argv, cwd: process.cwd(), pid: process.pid })?.run ?? 'ringback'

/** A command as it is typed here: `npx ringback world open crm.capsule`. */
export const here = (command: string): string => `${ownCommand()} ${command}`

/** A text of the emulator, which does not know how this command line was started, with its commands as they are typed here. */
export const asTypedHere = (text: string): string => text.replaceAll('"ringback ', `"${ownCommand()} `)
