/**
 * `npm run build:package`, and before every `npm pack`: bundles command line, harness and dashboard into `dist/package`, so that whoever
 * installs Ringback installs one native module with it and nothing else.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { build } from 'vite'
import { DASHBOARD_FOLDER, ensureDashboard } from './dashboard-build.ts'

const root = path.join(import.meta.dirname, '..')
const out = path.join(root, 'dist/package')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: object }

/** What is installed beside the package, or by whoever uses it. */
const external = [...Object.keys(manifest.dependencies), 'vitest', /^node:/, ...builtinModules]

async function bundle(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    resolve: { conditions: ['node', 'import', 'module', 'default'] },
    build: {
      ssr: true,
      outDir: path.join(out, 'lib'),
      emptyOutDir: true,
      target: 'node22',
      // Names stay: the stack of a defect is to be read by the person who has it.
      minify: false,
      rolldownOptions: {
        // An old package that Koa needs names its functions with eval; there is nothing to be done about it here.
        onLog: (level, log, report) => log.code !== 'EVAL' && report(level, log),
        input: {
          main: path.join(root, 'server/cli/main.ts'),
          index: path.join(root, 'server/index.ts'),
          vitest: path.join(root, 'server/vitest.ts'),
        },
        external,
        // One folder: `../dashboard` is where it is from every file of it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

/** Declarations of everything that the entries name, with the endings that JavaScript has. */
function declare(): void {
  const made = path.join(root, 'dist/types')
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  const config = path.join(made, 'tsconfig.json')
  const files = ['server/index.ts', 'server/vitest.ts'].map(file => path.join(root, file))
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: made }
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: [], files, compilerOptions }),
  )
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The declarations could not be made. Run "npm run typecheck".')
  const wanted = ['server/index.d.ts', 'server/vitest.d.ts']
  for (const file of wanted) {
    const text = readFileSync(path.join(made, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)) {
      const imported = path.join(path.dirname(file), `${specifier}.d.ts`)
      // The list grows while it is read, until everything that is imported is on it.
      if (!wanted.includes(imported)) wanted.push(imported)
    }
    const target = path.join(out, 'types', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text.replace(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'))
  }
  rmSync(made, { recursive: true, force: true })
}

rmSync(out, { recursive: true, force: true })
await bundle()
declare()
if (!ensureDashboard()) throw new Error('The dashboard could not be built. Run "npm run build:dashboard" to see why.')
cpSync(DASHBOARD_FOLDER, path.join(out, 'dashboard'), { recursive: true })
