import { mutated, type Patch } from '../../support/mutated.ts'

const GUARDS = 'electron/security/guards.ts'
const IPC = 'electron/security/ipc.ts'
const SCHEME = 'electron/scheme/app-scheme.ts'
const FILES = 'electron/scheme/static-files.ts'

/** The security rules of the desktop shell, one name each, with the change that takes the rule out of the app. */
export const RULES = {
  sandbox: {
    says: 'Every renderer runs in the sandbox of the operating system.',
    without: [
      [GUARDS, '    sandbox: true,\n', '    sandbox: false,\n'],
      ['electron/app.ts', '  app.enableSandbox()\n', ''],
    ],
  },
  context_isolation: {
    says: 'The page and the preload script never share JavaScript objects.',
    without: [[GUARDS, 'contextIsolation: true', 'contextIsolation: false']],
  },
  no_node_integration: {
    says: 'A page has no Node.js: no require, no process, also not in frames and workers.',
    without: [[GUARDS, 'nodeIntegrationInWorker: false', 'nodeIntegrationInWorker: true']],
  },
  web_security: {
    says: 'The same-origin policy is on and mixed content is refused.',
    without: [[GUARDS, 'allowRunningInsecureContent: false', 'allowRunningInsecureContent: true']],
  },
  no_webviews: {
    says: 'No page can embed a webview.',
    without: [
      [GUARDS, 'webviewTag: false', 'webviewTag: true'],
      [GUARDS, "contents.on('will-attach-webview', event => {\n    event.preventDefault()\n  })", ''],
    ],
  },
  permission_requests: {
    says: 'Every permission that a page asks for is denied, but writing text to the clipboard.',
    without: [[GUARDS, 'callback(granted)', 'callback(granted || true)']],
  },
  permission_checks: {
    says: 'Every permission that a page has checked is denied, but writing text to the clipboard.',
    without: [[GUARDS, 'return granted\n', 'return granted || true\n']],
  },
  device_permissions: {
    says: 'No page gets a USB, HID, serial or Bluetooth device, or the screen.',
    without: [[GUARDS, 'setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)']],
  },
  navigation: {
    says: 'A window never leaves the origin of the app.',
    without: [
      [
        GUARDS,
        "contents.on('will-navigate', event => {\n    if (!isAppUrl(event.url))",
        "contents.on('will-navigate', event => {\n    if (false)",
      ],
    ],
  },
  redirects: {
    says: 'No redirect leads a window out of the origin of the app.',
    without: [
      [
        GUARDS,
        "contents.on('will-redirect', event => {\n    if (!isAppUrl(event.url))",
        "contents.on('will-redirect', event => {\n    if (false)",
      ],
    ],
  },
  frame_navigation: {
    says: 'No frame leaves the origin of the app.',
    without: [[GUARDS, 'if (event.isMainFrame) return\n', 'if (event.url) return\n']],
  },
  new_windows: {
    says: 'No page opens a window.',
    without: [[GUARDS, "return { action: 'deny' }", "return { action: 'allow' }"]],
  },
  external_links: {
    says: 'Only https links to listed hosts are handed to the browser of the system.',
    without: [['electron/security/external-links.ts', 'if (!isExternalLinkAllowed(url)) return false', '']],
  },
  app_paths: {
    says: 'A path of the app scheme names a file of the built dashboard, never one above it.',
    without: [
      [
        SCHEME,
        '  const wanted = decodeAppPath(url)\n',
        '  const naive = decodeURIComponent(/^[^:]*:\\/\\/[^/]*([^?#]*)/.exec(url)![1]!)\n  return files.get(naive) ?? [directory, naive].join("/")\n  const wanted = decodeAppPath(url)\n',
      ],
      [
        SCHEME,
        'findFile({ url, files }: Lookup)',
        'findFile({ url, files, directory }: Lookup & { directory: string })',
      ],
      [SCHEME, 'findFile({ url: request.url, files })', 'findFile({ url: request.url, files, directory })'],
    ],
  },
  symlinks: {
    says: 'A symbolic link among the built files is not followed.',
    without: [[FILES, 'else if (entry.isFile())', 'else if (entry.isFile() || entry.isSymbolicLink())']],
  },
  content_security_policy: {
    says: 'Every document of the app scheme carries the content security policy.',
    without: [[SCHEME, "headers.set('content-security-policy', DASHBOARD_POLICY)", '']],
  },
  proxy_origin: {
    says: 'Only the page of the app reaches the emulator through the app scheme.',
    without: [['electron/scheme/proxy.ts', 'if (!comesFromApp(request))', 'if (false)']],
  },
  ipc_sender: {
    says: 'A message counts only when it comes from the main frame of a window of ours, at the origin of the app.',
    without: [[IPC, 'if (!isTrusted(event, isOwnWindow))', 'if (false)']],
  },
  ipc_arguments: {
    says: 'The arguments of a message match the schema of its channel.',
    without: [[IPC, 'if (!validate(args))', 'if (false)']],
  },
  bridge_functions: {
    says: 'The bridge gives the page functions and nothing else.',
    without: [['electron/bridge.ts', 'if (foreign !== undefined)', 'if (false)']],
  },
  no_background_download: {
    says: 'The spell checker is off, since it fetches dictionaries from the network.',
    without: [[GUARDS, 'spellcheck: false', 'spellcheck: true']],
  },
  links_only_navigate: {
    says: 'A ringback:// link shows a screen; it changes nothing and opens no file.',
    without: [
      [
        'electron/shell/open-requests.ts',
        "  if (host !== 'open') return undefined\n",
        "  if (host === 'capsule') return { kind: 'capsule', file: decodeURIComponent(pathname) }\n",
      ],
    ],
  },
  capsule_files: {
    says: 'Only a regular file of a bounded size with the extension of a capsule is read.',
    without: [
      ['electron/shell/capsules.ts', 'if (path.extname(file).toLowerCase() !== CAPSULE_EXTENSION)', 'if (false)'],
      ['electron/shell/capsules.ts', 'if (!found.isFile())', 'if (false)'],
    ],
  },
  message_schema: {
    says: 'Messages between the app and the emulator process match their schema.',
    without: [
      [
        'electron/emulator/messages.ts',
        'return FROM_EMULATOR(message) ? message : undefined',
        'return message as FromEmulator',
      ],
    ],
  },
} as const satisfies Record<string, { says: string; without: readonly Patch[] }>

export type RuleName = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as RuleName[]

/** The parts of the app that the attacks go against. */
export interface AppParts {
  readonly startAppForTest: typeof import('./started-app.ts').startAppForTest
  readonly attachPreload: typeof import('./started-app.ts').attachPreload
  readonly exposeBridge: typeof import('../../../electron/bridge.ts').exposeBridge
  readonly readLink: typeof import('../../../electron/shell/open-requests.ts').readLink
  readonly readCapsule: typeof import('../../../electron/shell/capsules.ts').readCapsule
}

/** The app without one of its rules. */
export function appWithout(name: RuleName): Promise<AppParts> {
  return mutated<AppParts>('tests/desktop/support/app-parts.ts', ...RULES[name].without)
}
