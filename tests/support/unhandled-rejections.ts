/**
 * Hears of rejections that nobody handles, in the place of everybody else who does, until it is disposed of. Node tells of them when a turn
 * of the event loop ends.
 */
export function watchRejections(): { readonly seen: readonly unknown[] } & Disposable {
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const seen: unknown[] = []
  const note = (reason: unknown) => void seen.push(reason)
  process.on('unhandledRejection', note)
  return {
    seen,
    [Symbol.dispose]: () => {
      process.off('unhandledRejection', note)
      for (const other of others) process.on('unhandledRejection', other)
    },
  }
}
