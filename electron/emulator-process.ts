import path from 'node:path'
import { startEmulator } from '../server/index.ts'
import { serveEmulator } from './emulator/service.ts'

/** The built dashboard of the app, so that a browser finds it at the emulator's address too. */
const dashboardFolder = path.join(import.meta.dirname, '../renderer')

serveEmulator({
  parentPort: process.parentPort,
  startEmulator: options => startEmulator({ ...options, dashboardFolder, recording: true }),
  exit: code => process.exit(code),
})
