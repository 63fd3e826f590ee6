import { holdNewSpace } from '../../server/cli/new-space.ts'
import { Emulator } from '../../server/emulator.ts'

/** The other side of `emulator-process.ts`: starts an emulator, says where, and answers questions about its memory. */
const { clock, ...options } = JSON.parse(process.argv[2] ?? '{}')
const emulator = await Emulator.start({ port: 0, dashboard: false, clock: Date.parse(clock), ...options })
// As the command line does.
holdNewSpace()
process.on('message', async question => {
  if (question === 'memory') {
    globalThis.gc?.()
    process.send?.(process.memoryUsage().rss)
  }
  if (question === 'close') {
    await emulator.close()
    process.disconnect()
  }
})
process.send?.(emulator.url)
