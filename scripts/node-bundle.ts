import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { build } from 'vite'

const root = path.join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: object }

/** What is installed beside the package, or by whoever uses it. */
const external = [...Object.keys(manifest.dependencies), 'vitest', '@playwright/test', /^node:/, ...builtinModules]

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
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    resolve: { conditions: ['node', 'import', 'module', 'default'] },
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
        external,
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
