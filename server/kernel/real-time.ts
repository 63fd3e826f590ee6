/**
 * Timers and clocks of this process as they are when this file is loaded. An emulator may share its process with a test that puts fakes in the
 * place of the global ones; emulated time has a clock of its own, and what remains is real: commits, sockets, deadlines.
 *
 * Taken from the modules of Node, which fakes of the globals leave alone: so they are real even when the globals were replaced before.
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

/** Where the global one was replaced before, that of another realm, which nobody has touched. */
export const RealDate: DateConstructor = isNative(globalThis.Date.now) ? globalThis.Date : runInNewContext('Date')

function isNative(made: () => number): boolean {
  return Function.prototype.toString.call(made).includes('[native code]')
}
