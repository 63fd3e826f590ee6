import { inFile, type Mutation, type Threat } from './threat.ts'

const RULES = 'tests/desktop/security-rules.test.ts'
const REAL = 'tests/desktop/real-app.test.ts'
const SOURCE = 'tests/desktop/source.test.ts'
const SCHEME = 'electron/scheme/app-scheme.test.ts'
const BUILT = 'tests/desktop/built-app.test.ts'
const DEPENDENCIES = 'scripts/check-dependencies.test.ts'
const APP = 'tests/desktop/app.test.ts'

const attack = inFile(RULES, '%s: the attack does not get through')
const ruleOff = (...rules: readonly string[]): Mutation[] => [
  {
    off: `rule ${rules.join(', ')}`,
    file: RULES,
    title: '%s: with this rule alone switched off, its test would fail',
  },
]
const REAL_ELECTRON = 'Where no Electron binary can be had, the same attacks run against a stand-in of Electron only.'

/** The Electron app around the emulator. */
export const DESKTOP_SHELL: readonly Threat[] = [
  {
    id: 'B1',
    priority: 'P0',
    threat: 'A page of the app has the powers of Node.js.',
    tests: [
      ...attack,
      ...inFile(
        REAL,
        'every web contents has the preferences of the security list',
        'the page has no Node.js, and the bridge is functions only',
      ),
      ...inFile(SOURCE, '%s appears nowhere but where it is meant to'),
    ],
    mutations: ruleOff('sandbox', 'context_isolation', 'no_node_integration', 'web_security', 'no_webviews'),
    notCovered: REAL_ELECTRON,
  },
  {
    id: 'B2',
    priority: 'P0',
    threat: 'A link, redirect, frame or script leads a window to another place or opens one.',
    tests: [...attack, ...inFile(REAL, 'the page neither leaves nor opens a window')],
    mutations: ruleOff('navigation', 'redirects', 'frame_navigation', 'new_windows', 'external_links'),
    notCovered: REAL_ELECTRON,
  },
  {
    id: 'B3',
    priority: 'P0',
    threat: 'A page gets the camera, the place or a device without anyone having been asked.',
    tests: [...attack, ...inFile(REAL, 'permissions are denied')],
    mutations: ruleOff('permission_requests', 'permission_checks', 'device_permissions'),
    notCovered: REAL_ELECTRON,
  },
  {
    id: 'B4',
    priority: 'P0',
    threat: 'The scheme of the app serves files outside of its folder, or pages without a policy.',
    tests: [
      ...attack,
      ...inFile(
        SCHEME,
        'of 1,000 paths made of climbing, encoded and odd segments none leads out of the folder',
        'the content security policy lets nothing in but the own files, and no inline script',
      ),
    ],
    mutations: ruleOff('app_paths', 'symlinks', 'content_security_policy'),
  },
  {
    id: 'B5',
    priority: 'P0',
    threat: 'A frame that is not the page of the app gives orders to the main process, or odd arguments crash it.',
    tests: [...attack, ...inFile(RULES, 'at most ten channels have a name, and no other is answered')],
    mutations: ruleOff('ipc_sender', 'ipc_arguments', 'message_schema', 'proxy_origin'),
  },
  {
    id: 'B6',
    priority: 'P1',
    threat: 'The page gets a general messenger instead of a few named functions.',
    tests: [...attack, ...inFile(RULES, 'the bridge of the page is these functions')],
    mutations: ruleOff('bridge_functions'),
  },
  {
    id: 'B7',
    priority: 'P1',
    threat: 'Switches in the packaged binary let it run as plain Node.js or take other code.',
    tests: inFile(BUILT, 'the fuses of the packaged binary are those of the golden file'),
    mutations: [
      {
        off: 'fuses as Electron ships them',
        file: BUILT,
        title: 'an Electron whose fuses nobody has set differs from the golden file, so the test above can fail',
      },
    ],
    notCovered: 'On a machine without an Electron binary the fuses of a package cannot be read.',
  },
  {
    id: 'B8',
    priority: 'P1',
    threat: 'The flavour that can be tested is not the one that is shipped.',
    tests: inFile(BUILT, 'the flavour for end-to-end tests differs in the inspector alone'),
    mutations: [],
    nothingToSwitchOff: 'the two flavours are compared, and whatever differs beside the inspector fails.',
    notCovered: 'The smoke of the release flavour needs an Electron binary.',
  },
  {
    id: 'B9',
    priority: 'P1',
    threat: 'The command line drags Electron in, or the database freezes the window.',
    tests: [
      ...inFile('tests/architecture/imports.test.ts', 'nothing outside electron imports electron'),
      ...inFile(SOURCE, 'only the entries import electron at run time; the rest takes it as a parameter'),
      ...inFile(
        APP,
        'the app opens one window with the dashboard, in the colours of the system, and starts one emulator',
      ),
    ],
    mutations: [
      {
        off: 'an import of electron',
        file: 'tests/architecture/imports.test.ts',
        title: 'an import of electron would be seen',
      },
    ],
  },
  {
    id: 'B10',
    priority: 'P1',
    threat: 'A later change opens what was closed.',
    tests: inFile(
      SOURCE,
      '%s appears nowhere but where it is meant to',
      'the entries run with all rules: they know none by name and read no switch',
    ),
    mutations: [{ off: 'a planted line', file: SOURCE, title: '%s would be seen' }],
    notCovered: 'An external scanner.',
  },
  {
    id: 'B11',
    priority: 'P1',
    threat: 'A second start, or a page that crashes, takes the emulator down.',
    tests: [
      ...inFile(
        APP,
        'a second instance hands its arguments to the first, comes to the front there, and ends itself',
        'a crash of the page reloads it; after the fourth within a minute the user is asked',
      ),
      ...inFile(REAL, 'a renderer that crashes comes back, and the API answers meanwhile'),
    ],
    mutations: [
      {
        off: 'a lock that everybody gets',
        file: APP,
        title: 'the app opens one window with the dashboard, in the colours of the system, and starts one emulator',
      },
      { off: 'an end that is no crash', file: APP, title: 'a page that ends by itself is not reloaded' },
    ],
  },
  {
    id: 'B12',
    priority: 'P2',
    threat: 'Electron, or what is shipped with it, grows old.',
    tests: inFile(DEPENDENCIES, 'nothing is said of %s', 'Electron is named by one version'),
    mutations: [{ off: 'an old version, or one with a known fault', file: DEPENDENCIES, title: '%s is found' }],
    notCovered:
      'The versions of today: they are on the network, which no test asks. npm run check:dependencies does, for a weekly job.',
  },
]
