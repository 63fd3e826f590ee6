import { keepToLoopback } from './loopback-only.ts'

const TRIED = Symbol.for('ringback.tests.outside')
/** One list a process, however many test files it runs. */
const shared = globalThis as typeof globalThis & { [TRIED]?: string[] }

/** Refuses, from now on, whatever leads off this machine. */
export function refuseOutside(): void {
  if (shared[TRIED] !== undefined) return
  const tried: string[] = []
  shared[TRIED] = tried
  keepToLoopback(({ kind, to, isOutside }) => {
    if (isOutside) tried.push(`${kind} ${to}`)
  })
}

/** What has been refused since this was last asked. Every test file fails of what it leaves here, so whoever means to be refused takes it. */
export function takeOutside(): string[] {
  return shared[TRIED]?.splice(0) ?? []
}
