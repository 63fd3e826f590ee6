import { setFlagsFromString } from 'node:v8'

/**
 * Tells V8 to expect objects that do not outlive their request. By itself it lets the space for new ones grow to more than a hundred
 * megabytes under load, and allocates what survived a while among the old ones, where it stays until the heap has doubled. To be called
 * once a process has started, since the space keeps the size that it has by then.
 */
export function expectShortLives(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-allocation-site-pretenuring')
}
