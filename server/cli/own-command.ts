import { startedAs } from './started-as.ts'

/** What commands begin with where this one was run, for hints that can be pasted: `npx ringback`, `npm run -s ringback --` in a clone. */
export const ownCommand = (): string =>
  startedAs({ argv: process.argv, cwd: process.cwd(), pid: process.pid })?.run ?? 'ringback'

/** A command as it is typed here: `npx ringback world open crm.capsule`. */
export const here = (command: string): string => `${ownCommand()} ${command}`
