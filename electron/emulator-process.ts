import path from 'node:path'
import { Emulator } from '../server/emulator.ts'
import { serveEmulator } from './emulator/service.ts'

/** The built dashboard of the app, so that a browser finds it at the emulator's address too. */
const dashboardFolder = path.join(import.meta.dirname, '../renderer')

serveEmulator({
  parentPort: process.parentPort,
  exit: code => process.exit(code),
  startEmulator: async options => {
    const emulator = await Emulator.start({ ...options, dashboardFolder })
    return { url: emulator.url, controlUrl: `${emulator.url}/control`, close: () => emulator.close() }
  },
})
