import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions, type UserConfig } from 'vite'
import { themeStyleSheet } from './theme/build-plugin.ts'

const root = decodeURIComponent(new URL('.', import.meta.url).pathname).replace(/\/$/, '')

/** Where the emulator listens while the dashboard is developed: `vite --mode http://127.0.0.1:4010` overrides the default port. */
const emulatorOf = (mode: string) => (mode.startsWith('http') ? mode : 'http://127.0.0.1:4010')

/** Passes requests of the dashboard on as if the emulator had served the page; those of other origins keep theirs and are refused. */
function emulatorProxy(target: string): ProxyOptions {
  return {
    target,
    changeOrigin: true,
    configure: proxy => {
      proxy.on('proxyReq', (outgoing, incoming) => {
        if (incoming.headers.origin === `http://${incoming.headers.host}`) outgoing.setHeader('origin', target)
      })
    },
  }
}

/** What only charts need. */
const OF_CHARTS =
  /node_modules\/(@mantine\/charts|recharts|d3-|internmap|victory-vendor|@reduxjs|immer|redux|reselect|decimal\.js|es-toolkit|use-sync-external-store|eventemitter3|tiny-invariant)/

/** What every screen uses, */
const SHARED = /renderer\/(components|data|routing|keyboard)\//
/** but for texts in Japanese, which come with the other ones of that language, and what is fetched when it is first shown or stands on one screen alone. */
const SHOWN_LATER =
  /components\/(delivery|verifying)\/|\/(repeat|value-text)\.ts$|\.ja\.ts$|\/(timeline-earlier|snapshots|fit|openapi|filled-example|emulated-request|customer-page|exchange-curl|redelivered)\.ts$|\/(request-list|lost-now|drop-file|date-field|json-editor|secret-text|body-view|hex-view|signature-steps|customers-with|stage-filters|fork-offer|lane-labels|limit-labels|outside)\.tsx$/

/**
 * The dashboard's build, for `vite` itself and for electron-vite. First view: the entry, React and Mantine. Everything of a screen,
 * charts above all, is a chunk of its own that loads when the screen opens.
 */
export function dashboardConfig({ mode }: { mode: string }): UserConfig {
  const proxy = emulatorProxy(emulatorOf(mode))
  return {
    root,
    base: '/',
    plugins: [react(), themeStyleSheet()],
    build: {
      outDir: `${root}/../dist/renderer`,
      emptyOutDir: true,
      assetsDir: 'assets',
      // Inlined files would be data: addresses, which the content security policy does not allow for fonts and scripts.
      assetsInlineLimit: 0,
      target: 'es2023',
      sourcemap: false,
      license: { fileName: 'THIRD-PARTY-NOTICES.md' },
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Few files: what every screen uses is fetched once, and a screen is one file more. The first group that matches wins, and takes
            // along what its modules import: so charts come after what they share with every screen.
            groups: [
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|scheduler|wouter|i18next|react-i18next|@tanstack)\//,
              },
              { name: 'mantine', test: module => module.includes('/node_modules/') && !OF_CHARTS.test(module) },
              { name: 'charts', test: OF_CHARTS },
              { name: 'shared', test: module => SHARED.test(module) && !SHOWN_LATER.test(module) },
              // How a delivery stands is told by two screens, where one is open.
              { name: 'delivery', test: /renderer\/components\/delivery\// },
            ],
          },
        },
      },
    },
    server: { host: '127.0.0.1', proxy: { '/api': proxy, '/control': proxy } },
  }
}

export default defineConfig(dashboardConfig)
