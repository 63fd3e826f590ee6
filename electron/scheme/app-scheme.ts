import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ProtocolPort } from '../ports.ts'
import { CONTENT_SECURITY_POLICY } from '../security/content-security-policy.ts'
import type { Rules } from '../security/rules.ts'
import { APP_SCHEME, isAppUrl } from './app-origin.ts'
import { isEmulatorPath, proxyToEmulator } from './proxy.ts'
import { decodeAppPath, listStaticFiles, mediaType, rawPath, type StaticFiles } from './static-files.ts'

/** To be called before the app is ready: Chromium learns its schemes once, at start. */
export function registerAppScheme(protocol: ProtocolPort): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
}

export interface AppSchemeOptions {
  /** Folder of the built dashboard. */
  directory: string
  rules: Rules
  /** Where the emulator listens at this moment. */
  emulatorUrl: () => string | undefined
}

/** Answers every `app://` request: the built dashboard from its folder, `/api` and `/control` from the emulator. */
export function handleAppScheme(protocol: ProtocolPort, options: AppSchemeOptions): void {
  protocol.handle(APP_SCHEME, createAppHandler(options))
}

export function createAppHandler(options: AppSchemeOptions): (request: Request) => Promise<Response> {
  const { directory, rules, emulatorUrl } = options
  const files = listStaticFiles({ directory, rules })
  return request => {
    if (!isAppUrl(request.url)) return Promise.resolve(refused(404, 'There is nothing at this host.'))
    const { pathname, search } = new URL(request.url)
    if (isEmulatorPath(pathname)) {
      return proxyToEmulator({ request, pathAndQuery: `${pathname}${search}`, target: emulatorUrl(), rules })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return Promise.resolve(refused(405, 'The dashboard is read with GET.', { allow: 'GET, HEAD' }))
    }
    const file = findFile({ url: request.url, directory, files, rules })
    return file === undefined ? Promise.resolve(refused(404, 'There is no such file.')) : sendFile(file, rules)
  }
}

interface Lookup {
  url: string
  directory: string
  files: StaticFiles
  rules: Rules
}

/** The file of a path; a path that is no file is a screen of the dashboard, and `index.html` shows it. */
function findFile({ url, directory, files, rules }: Lookup): string | undefined {
  if (!rules.app_paths) {
    const naive = path.join(directory, decodeURIComponent(rawPath(url)))
    return files.get(decodeURIComponent(rawPath(url))) ?? naive
  }
  const wanted = decodeAppPath(url)
  if (wanted === undefined) return undefined
  const found = files.get(wanted)
  if (found !== undefined || wanted.startsWith('/assets/')) return found
  return files.get('/index.html')
}

async function sendFile(file: string, rules: Rules): Promise<Response> {
  const type = mediaType(file)
  const headers = new Headers({ 'content-type': type, ...HARDENING })
  if (type.startsWith('text/html')) {
    headers.set('cache-control', 'no-store')
    if (rules.content_security_policy) headers.set('content-security-policy', CONTENT_SECURITY_POLICY)
  }
  try {
    return new Response(await readFile(file), { headers })
  } catch {
    return refused(404, 'There is no such file.')
  }
}

const HARDENING = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function refused(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(message, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...HARDENING, ...headers },
  })
}
