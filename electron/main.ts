import path from 'node:path'
import * as electron from 'electron'
import { startApp } from './app.ts'

const here = import.meta.dirname

// Not awaited here: Electron becomes ready only after this module has been evaluated, and `startApp` waits for that.
startApp(electron, {
  paths: {
    preload: path.join(here, '../preload/preload.cjs'),
    renderer: path.join(here, '../renderer'),
    emulatorProcess: path.join(here, 'emulator-process.js'),
    icons: path.join(here, 'icons'),
  },
  argv: process.argv,
  workingDirectory: process.cwd(),
  platform: process.platform,
  preferredPort: 4_010,
  now: () => performance.now(),
  today: () => new Date(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}).catch((error: unknown) => {
  electron.dialog.showErrorBox('Ringback could not start', error instanceof Error ? error.message : String(error))
  electron.app.exit(1)
})
