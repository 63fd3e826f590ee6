import { existsSync, readFileSync } from 'node:fs'
import { holdNewSpace } from '../../server/cli/new-space.ts'
import { Emulator } from '../../server/emulator.ts'

/** The other side of `emulator-process.ts`: starts an emulator, says where, and answers questions about its memory. */
const { clock, ...options } = JSON.parse(process.argv[2] ?? '{}')
const emulator = await Emulator.start({ port: 0, dashboard: false, clock: Date.parse(clock), ...options })
// As the command line does.
holdNewSpace()
process.on('message', async question => {
  if (question === 'memory') {
    process.send?.(leastAfterCollections(() => process.memoryUsage().rss))
  }
  if (question === 'own') process.send?.(leastAfterCollections(own))
  if (question === 'peak') process.send?.(peak())
  if (question === 'close') {
    await emulator.close()
    process.disconnect()
  }
})

/** On a busy machine one collection leaves pages that the next gives back. */
function leastAfterCollections(measure: () => number): number {
  const found = Array.from({ length: 4 }, () => {
    globalThis.gc?.()
    return measure()
  })
  return Math.min(...found)
}

/** What Linux says of this process, in bytes; nothing elsewhere. */
function told(field: 'RssAnon' | 'VmSwap' | 'VmHWM'): number | undefined {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
}

/** Without pages of files, which the system drops from an idle process and reads again. */
function own(): number {
  const resident = told('RssAnon')
  return resident === undefined ? process.memoryUsage().rss : resident + (told('VmSwap') ?? 0)
}

/** The most memory that was ever resident. What `resourceUsage` says includes the memory of the process that started this one. */
const peak = (): number => told('VmHWM') ?? process.resourceUsage().maxRSS * 1_024

process.send?.(emulator.url)
