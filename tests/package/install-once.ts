import { installPromised } from './promised-versions.ts'

/** Two files that install into one folder at the same time leave half of it behind. */
export async function setup(): Promise<void> {
  await installPromised()
}
