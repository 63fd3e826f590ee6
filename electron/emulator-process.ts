import { Emulator } from '../server/emulator.ts'
import { serveEmulator } from './emulator/service.ts'

serveEmulator({
  parentPort: process.parentPort,
  exit: code => process.exit(code),
  startEmulator: async options => {
    const emulator = await Emulator.start(options)
    return { url: emulator.url, controlUrl: `${emulator.url}/control`, close: () => emulator.close() }
  },
})
