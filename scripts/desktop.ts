/** `npm run desktop`: builds the desktop app and opens it. Arguments go on to the app: a capsule, a ringback:// link, Chromium flags. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { findElectronBinary, NO_BINARY } from './electron-binary.ts'

const root = path.join(import.meta.dirname, '..')
const binary = findElectronBinary({ environment: process.env, platform: process.platform })

if (binary === undefined) {
  console.error(NO_BINARY)
  process.exitCode = 1
} else {
  const { build } = await import('electron-vite')
  const configFile = path.join(root, 'electron.vite.config.ts')
  // There is no bundle of a page: the dashboard is built by itself.
  await build({ root, configFile, logLevel: 'warn', ignoreConfigWarning: true })
  // Some editors and tools set this for their own children; with it, Electron would be a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const entry = path.join(root, 'dist/desktop/main/main.js')
  const app = spawn(binary, [entry, ...process.argv.slice(2)], { stdio: 'inherit', env })
  app.on('error', error => {
    console.error(`${binary} could not be started: ${error.message}. "npm start" shows the dashboard in your browser.`)
    process.exitCode = 1
  })
  app.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 0 : 1)
  })
}
