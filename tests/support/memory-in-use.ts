import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Resident memory of this process in bytes, without what V8 holds for its heap and does not use: after a garbage collection it gives that
 * back late or never, and how much it is depends on the machine.
 */
export function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { rss, heapTotal, heapUsed } = process.memoryUsage()
  return rss - heapTotal + heapUsed
}
