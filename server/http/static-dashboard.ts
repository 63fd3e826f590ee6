import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { escaped } from '../contract/markup.ts'
import { pathOf, surfaceOf } from './addresses.ts'
import { chooseVariant, type DashboardFile, type DashboardFiles, readDashboard } from './dashboard-files.ts'
import { DASHBOARD_POLICY } from './page-policy.ts'
import type { HttpContext, HttpMiddleware } from './state.ts'

const REVALIDATE = 'no-cache'
const FOREVER = 'public, max-age=31536000, immutable'
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

interface DashboardOptions {
  /** Where the build is: `dist/renderer` of the repository, or the folder in the package. */
  readonly directory: string
  /** The command that the page suggests when there is no build. */
  readonly buildCommand?: string
}

/**
 * Serves the built dashboard at `/`: its files by name, and its page for every other path to which a person navigates, because the page's
 * own router knows what exists. Leaves `/api` and `/control` alone. The build is read when it is first needed, and again when its page has
 * changed.
 */
export function serveDashboard(options: DashboardOptions): HttpMiddleware {
  const build = new Build(options.directory)

  return async function dashboard(ctx, next) {
    const path = pathOf(ctx.req.url ?? '')
    if (surfaceOf(path) !== 'dashboard' || path === '/api' || path.startsWith('/api/')) return next()
    const page = path === '/' || path === '/index.html'
    const navigation = page || (isPlace(path) && isNavigation(ctx))
    const files = await build.files({ fresh: navigation })
    const file = navigation ? files?.get('/index.html') : files?.get(path)
    if (!file && !navigation) return next()
    if (!READS.has(ctx.method)) {
      ctx.status = 405
      ctx.set('Allow', 'GET, HEAD')
      return
    }
    if (navigation) ctx.set('Content-Security-Policy', DASHBOARD_POLICY)
    if (file) sendFile(ctx, file)
    else sendHowToBuild(ctx, options.buildCommand ?? 'npm run build:dashboard')
  }
}

/** The files of one build, which may appear or be replaced while the emulator runs. */
class Build {
  readonly #directory: string
  #loaded: Promise<DashboardFiles | undefined> | undefined
  #version: number | undefined

  constructor(directory: string) {
    this.#directory = directory
  }

  async files({ fresh }: { fresh: boolean }): Promise<DashboardFiles | undefined> {
    if (fresh || !this.#loaded) {
      const version = await stat(join(this.#directory, 'index.html')).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      )
      if (version !== this.#version || !this.#loaded) {
        this.#version = version
        this.#loaded = version === undefined ? Promise.resolve(undefined) : readDashboard(this.#directory)
        // A build that is only half written is read again the next time.
        this.#loaded.catch(() => {
          this.#version = undefined
          this.#loaded = undefined
        })
      }
    }
    return this.#loaded
  }
}

/**
 * Whether a path may belong to the page's router and is not a file name, because a missing file must be a 404 and not a page. Files of a
 * build are at its root and under `/assets/`; below a screen, or a world, a dot belongs to an id (`/assumptions/gates.order`,
 * `/w/my.world`).
 */
function isPlace(path: string): boolean {
  const [first = '', ...rest] = path.slice(1).split('/')
  return first !== 'assets' && (rest.length > 0 || !first.includes('.'))
}

function isNavigation(ctx: HttpContext): boolean {
  const mode = ctx.req.headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return (ctx.req.headers.accept ?? '').includes('text/html')
}

function sendFile(ctx: HttpContext, file: DashboardFile): void {
  const { variant, coding } = chooseVariant(file, ctx.req.headers['accept-encoding']?.toString())
  ctx.set('ETag', variant.etag)
  ctx.set('Cache-Control', file.immutable ? FOREVER : REVALIDATE)
  if (file.compressed.size > 0) ctx.vary('Accept-Encoding')
  if (isKnown(ctx.req.headers['if-none-match'], variant.etag)) {
    ctx.status = 304
    return
  }
  ctx.status = 200
  if (coding) ctx.set('Content-Encoding', coding)
  ctx.set('Content-Type', file.type)
  ctx.body = variant.bytes
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map(text => text.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

function sendHowToBuild(ctx: HttpContext, buildCommand: string): void {
  ctx.status = 503
  ctx.set('Content-Type', 'text/html; charset=utf-8')
  ctx.set('Cache-Control', 'no-store')
  ctx.body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ringback: the dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>The emulator runs: <code>/api/v1</code> and <a href="/control/health"><code>/control</code></a> answer. Only this page is missing.</p>
<p>Build it with <code>${escaped(buildCommand)}</code>, then reload. To do without it, start with <code>--no-dashboard</code>.</p>
</html>
`
}
