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
    process.send?.(leastResident())
  }
  if (question === 'peak') process.send?.(peak())
  if (question === 'close') {
    await emulator.close()
    process.disconnect()
  }
})

/** Resident memory after garbage collections: on a busy machine one of them leaves pages that the next gives back. */
function leastResident(): number {
  const found = Array.from({ length: 4 }, () => {
    globalThis.gc?.()
    return process.memoryUsage().rss
  })
  return Math.min(...found)
}

/** The most memory that was ever resident. What Linux says of a process to everybody else includes the memory of the one that started it. */
function peak(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Number(kilobytes) * 1_024
}

process.send?.(emulator.url)
