import { readFile } from 'node:fs/promises'
import { mediaTypeOf } from '../../server/http/media-types.ts'
import { DASHBOARD_POLICY, SECURITY_HEADERS } from '../../server/http/page-policy.ts'
import type { ProtocolPort } from '../ports.ts'
import { APP_SCHEME, isAppUrl } from './app-origin.ts'
import { isEmulatorPath, proxyToEmulator } from './proxy.ts'
import { decodeAppPath, listStaticFiles, type StaticFiles } from './static-files.ts'

/** To be called before the app is ready: Chromium learns its schemes once, at start. */
export function registerAppScheme(protocol: ProtocolPort): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
}

interface AppSchemeOptions {
  /** Folder of the built dashboard. */
  directory: string
  /** Where the emulator listens at this moment. */
  emulatorUrl: () => string | undefined
}

/** Answers every `app://` request: the built dashboard from its folder, `/api` and `/control` from the emulator. */
export function handleAppScheme(protocol: ProtocolPort, options: AppSchemeOptions): void {
  protocol.handle(APP_SCHEME, createAppHandler(options))
}

export function createAppHandler(options: AppSchemeOptions): (request: Request) => Promise<Response> {
  const { directory, emulatorUrl } = options
  const files = listStaticFiles({ directory })
  return request => {
    if (!isAppUrl(request.url)) return Promise.resolve(refused(404, 'There is nothing at this host.'))
    const { pathname, search } = new URL(request.url)
    if (isEmulatorPath(pathname)) {
      return proxyToEmulator({ request, pathAndQuery: `${pathname}${search}`, target: emulatorUrl() })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return Promise.resolve(refused(405, 'The dashboard is read with GET.', { allow: 'GET, HEAD' }))
    }
    const file = findFile({ url: request.url, files })
    return file === undefined ? Promise.resolve(refused(404, 'There is no such file.')) : sendFile(file)
  }
}

interface Lookup {
  url: string
  files: StaticFiles
}

/** The file of a path; a path that is no file is a screen of the dashboard, and `index.html` shows it. */
function findFile({ url, files }: Lookup): string | undefined {
  const wanted = decodeAppPath(url)
  if (wanted === undefined) return undefined
  const found = files.get(wanted)
  if (found !== undefined || wanted.startsWith('/assets/')) return found
  return files.get('/index.html')
}

async function sendFile(file: string): Promise<Response> {
  // A type that is not listed is sent as bytes, which no page interprets.
  const type = mediaTypeOf(file) ?? 'application/octet-stream'
  const headers = new Headers({ 'content-type': type, ...SECURITY_HEADERS })
  if (type.startsWith('text/html')) {
    headers.set('cache-control', 'no-store')
    headers.set('content-security-policy', DASHBOARD_POLICY)
  }
  try {
    return new Response(await readFile(file), { headers })
  } catch {
    return refused(404, 'There is no such file.')
  }
}

function refused(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(message, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...SECURITY_HEADERS, ...headers },
  })
}
