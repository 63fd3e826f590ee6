import { inFile, type Threat } from './threat.ts'

const EVERY = 'tests/security/every-route.test.ts'
const GATE = 'tests/security/request-gate.test.ts'
const GATE_UNIT = 'server/http/request-gate.test.ts'
const SSE = 'tests/security/sse.test.ts'
const ADDRESSES = 'tests/security/addresses.test.ts'
const LISTENER = 'server/http/listener.test.ts'
const HEADERS = 'tests/security/headers.test.ts'
const PAGE = 'server/http/static-dashboard.test.ts'

/** The process that listens on this machine, as other pages and programs of it see it. */
export const LOCAL_SERVER: readonly Threat[] = [
  {
    id: 'A1',
    priority: 'P0',
    threat: 'A foreign name is rebound to loopback, and a page of it talks to the emulator as to its own server.',
    tests: [
      ...inFile(EVERY, 'refuses %j with 403 and changes nothing'),
      ...inFile(GATE, 'HTTP/1.0 without a Host', 'a target that names a host of its own, and CONNECT'),
    ],
    mutations: [
      { off: 'gate check host', file: GATE, title: '%s passes when the gate is switched off' },
      {
        off: 'gate check host',
        file: GATE_UNIT,
        title: '%j is let in when the check is switched off, so the check is what refuses it',
      },
    ],
  },
  {
    id: 'A2',
    priority: 'P0',
    threat: 'A Host that only looks allowed, or that no parser takes, passes or ends the process.',
    tests: [
      ...inFile(GATE_UNIT, '%j is refused with 403', 'missing or sent twice is refused, also when both are allowed'),
      ...inFile(
        GATE,
        'never end the process, never give a 5xx, never pass unless they are an allowed name',
        'nor do connections that are cut in the middle of them',
      ),
    ],
    mutations: [
      {
        off: 'gate check host',
        file: GATE_UNIT,
        title: '%j is let in when the check is switched off, so the check is what refuses it',
      },
    ],
    notCovered: '1,700 random values in npm test; 100,000 in the long tier.',
  },
  {
    id: 'A3',
    priority: 'P0',
    threat: 'A page of another site changes state with a request that a browser sends without asking.',
    tests: [
      ...inFile(
        EVERY,
        'refuses a page of %s and changes nothing',
        'of the control API that changes something takes JSON only',
      ),
      ...inFile(
        GATE,
        'origin × type × method × path',
        'without an Origin either, when the browser says that the site is another',
      ),
    ],
    mutations: [
      { off: 'the gate', file: GATE, title: 'would, were the gate switched off' },
      { off: 'gate check origin', file: GATE_UNIT, title: '%j is let in when the check is switched off' },
      {
        off: 'gate check fetch_site',
        file: GATE_UNIT,
        title: '%j is refused, and let in with the check switched off',
      },
    ],
  },
  {
    id: 'A4',
    priority: 'P0',
    threat: 'A link or an image is enough to change state, because a GET does.',
    tests: [
      ...inFile(EVERY, 'that reads changes nothing, asked once or twice, by GET or HEAD'),
      ...inFile('tests/security/reads.test.ts', 'no GET of the control API changes a row of a world that has lived'),
    ],
    mutations: [
      {
        off: 'a write in the place of the reads',
        file: 'tests/security/reads.test.ts',
        title: 'a single write would be seen',
      },
    ],
  },
  {
    id: 'A5',
    priority: 'P0',
    threat: 'CORS headers hand answers to any page that asks.',
    tests: [
      ...inFile(GATE, 'is absent for everybody else, and everywhere when no origin is listed'),
      ...inFile(HEADERS, 'no answer of any route has a header of CORS, preflights included'),
    ],
    mutations: [
      {
        off: '--cors-origin given',
        file: HEADERS,
        title: 'a listed origin gets them on /api/v1 alone, so the scan would see them',
      },
    ],
  },
  {
    id: 'A6',
    priority: 'P0',
    threat: 'A page of another origin opens the event stream and reads along.',
    tests: [
      ...inFile(SSE, 'is refused to a page of another origin like everything else'),
      ...inFile('tests/security/raw-http.test.ts', 'an Upgrade that nobody offers is an ordinary request'),
    ],
    mutations: [{ off: 'gate check origin', file: GATE_UNIT, title: '%j is let in when the check is switched off' }],
  },
  {
    id: 'A7',
    priority: 'P0',
    threat: 'Answers are embedded as scripts, images or frames by other pages.',
    tests: [
      ...inFile(GATE, 'are on every answer, refusals and missing paths included, and not on /api/v1'),
      ...inFile(HEADERS, 'every answer of the dashboard and the control API has the protective headers'),
    ],
    mutations: [{ off: 'chain part security_headers', file: GATE, title: 'are absent when switched off' }],
  },
  {
    id: 'A8',
    priority: 'P0',
    threat: 'The listener is reachable from other machines without anyone having asked for it.',
    tests: [
      ...inFile(
        ADDRESSES,
        'are 127.0.0.1 and ::1 with one port, and no other',
        'stay those whatever the environment says about hosts',
      ),
      ...inFile(LISTENER, 'reaches no other address of the machine'),
      ...inFile(GATE_UNIT, 'refuses to bind to %j without a token', 'must have 128 bits'),
      ...inFile('tests/cli/start.test.ts', 'usage error: %j exits with 2 and says what to do'),
    ],
    mutations: [
      {
        off: '--host 0.0.0.0 with a token',
        file: ADDRESSES,
        title: 'are more once every interface is asked for with a token, so the test above would see it',
      },
      { off: 'gate check token', file: GATE_UNIT, title: 'refuses %j' },
    ],
  },
  {
    id: 'A9',
    priority: 'P1',
    threat: 'An address that means "any" reaches loopback from a browser.',
    tests: [
      ...inFile(GATE_UNIT, '%j is refused with 403', 'answers to the address it is bound to, and to no wildcard'),
    ],
    mutations: [
      {
        off: 'gate check host',
        file: GATE_UNIT,
        title: '%j is let in when the check is switched off, so the check is what refuses it',
      },
    ],
  },
  {
    id: 'A10',
    priority: 'P1',
    threat: 'A browser is trusted to ask its user before it reaches loopback.',
    tests: [...inFile(GATE, 'origin × type × method × path', 'forged through an HTTP client')],
    mutations: [{ off: 'the gate', file: GATE, title: 'would, were the gate switched off' }],
  },
  {
    id: 'A11',
    priority: 'P1',
    threat: 'Keys of a fixture follow from its seed, so anyone who knows the seed knows the key of /api/v1.',
    tests: [
      ...inFile(EVERY, 'refuses %j with 403 and changes nothing', 'refuses a page of %s and changes nothing'),
      ...inFile(
        'fixtures/keys.test.ts',
        'gives the same keys for the same seed and world, and no key to two worlds, seeds or tenants',
      ),
    ],
    mutations: [{ off: 'gate check host', file: GATE, title: '%s passes when the gate is switched off' }],
    notCovered:
      'Keys that are random for each folder: by decision a seed of 1 is the default, and the gate alone protects.',
  },
  {
    id: 'A12',
    priority: 'P1',
    threat: 'Keys, tokens and signing secrets leak through logs, streams, lists and messages of errors.',
    tests: [
      ...inFile(
        'tests/security/process-secrets.test.ts',
        'neither stdout nor stderr has one, whatever was asked',
        'no list, no refusal and no message of the stream has one',
        'no file of the store has an issued key or the token',
      ),
      ...inFile(
        'tests/contract/control-tenants.test.ts',
        'an issued key opens the API with its scopes, and its plaintext is never shown again',
      ),
      ...inFile(
        'tests/security/secrets.test.ts',
        'is shown by nothing after it was issued, and is nowhere in the store',
        'is in no message of the stream',
        'is masked wherever the journal is shown',
      ),
      ...inFile('tests/contract/webhooks.test.ts', 'the secret appears in the registration response only'),
      ...inFile(
        'server/domain/webhooks/signature-doctor.test.ts',
        'texts end with a way out, stay short, and never carry a secret',
      ),
    ],
    mutations: [
      {
        off: '?reveal=secrets',
        file: 'tests/security/secrets.test.ts',
        title: 'is shown with the exact bytes to those who ask for secrets',
      },
      {
        off: 'secrets looked for where they are revealed on purpose',
        file: 'tests/security/process-secrets.test.ts',
        title: 'the search finds them where they are shown on purpose',
      },
    ],
  },
  {
    id: 'A13',
    priority: 'P1',
    threat: 'Text of customers, calls or bodies runs as script in the dashboard.',
    tests: [
      ...inFile(
        'tests/dashboard/requests.test.ts',
        'Markup in a body, a path and a header is shown as text and does nothing',
      ),
      ...inFile(PAGE, 'is served at / with a policy that runs and loads its own files alone'),
      ...inFile(
        'tests/security/naughty-strings.test.ts',
        'every text of the emulated API comes back as it went in: %s',
        'every text of the control API comes back as it went in: %s',
      ),
    ],
    mutations: [
      {
        off: 'static dashboard part policy',
        file: PAGE,
        title: 'has the policy of data answers only, which lets no script run, when its own is switched off',
      },
    ],
  },
  {
    id: 'A14',
    priority: 'P1',
    threat: 'A path in a request reads or writes files of the machine.',
    tests: [
      ...inFile(
        PAGE,
        'however it is spelled',
        'is not served through a link, when hidden, or of a kind that no dashboard has',
      ),
      ...inFile('tests/contract/control-snapshots.test.ts', 'cannot be named %s'),
    ],
    mutations: [
      {
        off: 'a path joined to the folder',
        file: 'tests/security/naive-parts.test.ts',
        title: 'serves any file of the machine to a path that climbs',
      },
    ],
  },
  {
    id: 'A15',
    priority: 'P2',
    threat: 'A client of the stream that does not read makes the process keep everything for it.',
    tests: [
      ...inFile(
        SSE,
        'is cut when it is more than 1 MB behind and takes nothing in for a second',
        'over the limit are turned away in the envelope, until one is closed',
        'is told of the gap when it reads again after the ring has moved on',
      ),
    ],
    mutations: [
      { off: 'stream part buffer', file: SSE, title: 'would be kept, with all that waits for it, without the limit' },
      { off: 'stream part clients', file: SSE, title: 'would all be let in without the limit' },
    ],
  },
]
