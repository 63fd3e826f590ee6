/** Stands for the command of the user. */
const YOURS = 'npm run sync'
export const RECEIVER_EXAMPLE = 'http://127.0.0.1:3000/hooks'

/** Runs a command against the world that is on the page. */
export const inThisWorld = (origin: string, world: string): string =>
  `eval "$(npx ringback env --url ${origin} --world ${world})" && ${YOURS}`

/** Runs a command against one drill in a world of its own; against all of them when none is named. */
export function inFreshWorld(drill: string | undefined, { receiver }: { receiver: string | undefined }): string {
  const only = drill === undefined ? '' : ` --only ${drill}`
  return `npx ringback drill${only}${receiver === undefined ? '' : ` --receiver ${receiver}`} -- ${YOURS}`
}
