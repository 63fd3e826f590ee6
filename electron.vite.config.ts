import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

const root = import.meta.dirname
const out = path.join(root, 'dist/desktop')
const DASHBOARD_BUILD = path.join(root, 'scripts/dashboard-build.ts')

/** The pictures of the window and the tray, beside the main bundle. */
function icons(): Plugin {
  const folder = path.join(root, 'electron/icons')
  return {
    name: 'ringback-icons',
    generateBundle() {
      for (const file of readdirSync(folder).filter(name => name.endsWith('.png'))) {
        this.emitFile({ type: 'asset', fileName: `icons/${file}`, source: readFileSync(path.join(folder, file)) })
      }
    },
  }
}

/** The dashboard, as the browser has it: beside the main bundle when that is done. */
function dashboard(): Plugin {
  const target = path.join(out, 'renderer')
  return {
    name: 'ringback-dashboard',
    async closeBundle() {
      // By its path: as a part of this file, which is bundled to be read, it would not know where it stands.
      const { DASHBOARD_FOLDER, ensureDashboard } = await import(pathToFileURL(DASHBOARD_BUILD).href)
      if (!ensureDashboard()) throw new Error('The dashboard could not be built; see the messages above.')
      rmSync(target, { recursive: true, force: true })
      cpSync(DASHBOARD_FOLDER, target, { recursive: true })
    },
  }
}

/**
 * Two bundles for the desktop app, the main process with the emulator's utility process and the preload script, and the dashboard.
 * better-sqlite3 is the one package that stays outside, since it brings a native addon.
 */
export default defineConfig({
  main: {
    plugins: [icons(), dashboard()],
    build: {
      outDir: path.join(out, 'main'),
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          main: path.join(root, 'electron/main.ts'),
          'emulator-process': path.join(root, 'electron/emulator-process.ts'),
        },
        // depd, which Koa uses for its deprecations, calls eval on text of its own.
        checks: { eval: false },
      },
    },
  },
  preload: {
    build: {
      outDir: path.join(out, 'preload'),
      emptyOutDir: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: path.join(root, 'electron/preload.ts') },
        // A sandboxed preload script is loaded as CommonJS, whatever the package says.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
})
