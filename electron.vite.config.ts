import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'electron-vite'
import { mergeConfig, type Plugin } from 'vite'
import { dashboardConfig } from './renderer/vite.config.ts'

const root = import.meta.dirname
const out = path.join(root, 'dist/desktop')

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

/** electron-vite wants relative addresses for `file://`; over `app://` every screen has a path of its own, so they are absolute. */
function absoluteAddresses(): Plugin {
  return { name: 'ringback-absolute-addresses', config: () => ({ base: '/' }) }
}

/**
 * Three bundles for the desktop app: the main process with the emulator's utility process, the preload script, the dashboard.
 * better-sqlite3 is the one package that stays outside, since it brings a native addon.
 */
export default defineConfig(({ mode }) => ({
  main: {
    plugins: [icons()],
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
  renderer: mergeConfig(dashboardConfig({ mode }), {
    plugins: [absoluteAddresses()],
    build: {
      outDir: path.join(out, 'renderer'),
      emptyOutDir: true,
      minify: true,
      rolldownOptions: { input: path.join(root, 'renderer/index.html') },
    },
  }),
}))
