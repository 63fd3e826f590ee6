/**
 * Timers and clocks of this process, taken when this file is loaded. An emulator may share its process with a test that replaces the global
 * ones by fakes. Emulated time has a clock of its own; what remains is real: commits, sockets, deadlines.
 *
 * They come from Node's modules, which fakes of the globals do not affect. So they are real even when the globals were replaced earlier.
 */
import { performance } from 'node:perf_hooks'
import * as timers from 'node:timers'
import { runInNewContext } from 'node:vm'

export const {
  clearImmediate: realClearImmediate,
  clearInterval: realClearInterval,
  clearTimeout: realClearTimeout,
  setImmediate: realSetImmediate,
  setInterval: realSetInterval,
  setTimeout: realSetTimeout,
} = timers

export { performance as realPerformance }
export const realQueueMicrotask: typeof queueMicrotask = globalThis.queueMicrotask

/** If the global one was replaced earlier, that of another realm, which nobody has touched. */
export const RealDate: DateConstructor = isNative(globalThis.Date.now) ? globalThis.Date : runInNewContext('Date')

function isNative(made: () => number): boolean {
  return Function.prototype.toString.call(made).includes('[native code]')
}
