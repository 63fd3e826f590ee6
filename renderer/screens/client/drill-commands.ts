import { DRILLS } from '../../../server/contract/drills.ts'

/** Stands for the command of the user. */
const YOURS = 'npm run sync'
export const RECEIVER_EXAMPLE = 'http://127.0.0.1:3000/hooks'
export const EFFECTS_EXAMPLE = 'http://127.0.0.1:3000/work-done'
/** Drills that try whether a receiver works twice. */
export const COUNTS_WORK: readonly string[] = DRILLS.filter(({ passes_when }) =>
  passes_when.some(({ works_once }) => works_once),
).map(({ drill }) => drill)

/** Runs a command against the world that is on the page. */
export const inThisWorld = (origin: string, world: string): string =>
  `eval "$(npx ringback env --url ${origin} --world ${world})" && ${YOURS}`

/** Runs a command against one drill in a world of its own; against all of them when none is named. */
export function inFreshWorld(
  drill: string | undefined,
  { receiver, effects = '' }: { receiver: string | undefined; effects?: string },
): string {
  const only = drill === undefined ? '' : ` --only ${drill}`
  const counted = receiver === undefined || effects === '' ? '' : ` --effects ${effects}`
  return `npx ringback drill${only}${receiver === undefined ? '' : ` --receiver ${receiver}`}${counted} -- ${YOURS}`
}
