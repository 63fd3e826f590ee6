import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import { build, type Plugin } from 'vite'

const root = path.join(import.meta.dirname, '..')
const nodeRequire = createRequire(import.meta.url)
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: object }

/**
 * Built-in modules some of whose exports load others when they are read: WebSocket of `http` is undici, with http2 behind it. An import
 * of one name reads all of them, which takes a sixth of a start, so the bundle asks for the module itself.
 */
const READ_BY_NAME: readonly string[] = ['http', 'fs', 'crypto', 'util', 'buffer']
const bare = (id: string) => id.replace(/^node:/, '')
const BY_NAME = '\0by-name:'

const builtinsByName: Plugin = {
  name: 'builtins-by-name',
  enforce: 'pre',
  resolveId: id => (READ_BY_NAME.includes(bare(id)) ? `${BY_NAME}${bare(id)}` : undefined),
  load: id =>
    id.startsWith(BY_NAME) ? `module.exports = process.getBuiltinModule('${id.slice(BY_NAME.length)}')` : undefined,
}

/** What is installed beside the package, or by whoever uses it. */
const installed = [...Object.keys(manifest.dependencies), 'vitest', '@playwright/test']
const isExternal = (id: string): boolean => installed.includes(id) || isBuiltin(id)

const REAL_TIME = path.join(root, 'server/kernel/real-time.ts')

/** Packages in the bundle take their timers from where ours do, so that fake ones of a test in the same process stop none of them. */
const inject: Record<string, [string, string]> = {
  Date: [REAL_TIME, 'RealDate'],
  performance: [REAL_TIME, 'realPerformance'],
  clearImmediate: [REAL_TIME, 'realClearImmediate'],
  clearInterval: [REAL_TIME, 'realClearInterval'],
  clearTimeout: [REAL_TIME, 'realClearTimeout'],
  queueMicrotask: [REAL_TIME, 'realQueueMicrotask'],
  setImmediate: [REAL_TIME, 'realSetImmediate'],
  setInterval: [REAL_TIME, 'realSetInterval'],
  setTimeout: [REAL_TIME, 'realSetTimeout'],
}

interface BundleOptions {
  /** `cjs` for runners that load CommonJS only; beside what is there. */
  readonly format?: 'es' | 'cjs' | undefined
}

/** Bundles entries for Node into one flat folder, from which `../dashboard` is where it is from every file. */
export async function bundleForNode(
  entries: Readonly<Record<string, string>>,
  outDir: string,
  { format = 'es' }: BundleOptions = {},
): Promise<void> {
  const ending = format === 'cjs' ? 'cjs' : 'js'
  await build({
    configFile: false,
    plugins: format === 'es' ? [builtinsByName] : [],
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    resolve: {
      conditions: ['node', 'import', 'module', 'default'],
      // What Koa needs brings an older one as well, and each reads a thousand media types when it is loaded.
      alias: { 'mime-types': createRequire(nodeRequire.resolve('koa')).resolve('mime-types') },
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: format === 'es',
      target: 'node22',
      // Names stay: the stack of a defect is to be read by the person who has it.
      minify: false,
      license: format === 'es' && { fileName: 'THIRD-PARTY-NOTICES.md' },
      rolldownOptions: {
        // An old package that Koa needs names its functions with eval; there is nothing to be done about it here.
        onLog: (level, log, report) => log.code !== 'EVAL' && report(level, log),
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(root, file)])),
        external: id => isExternal(id) && !(format === 'es' && READ_BY_NAME.includes(bare(id))),
        transform: { inject },
        output: {
          format,
          exports: 'named',
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `[name]-[hash].${ending}`,
        },
      },
    },
  })
}
