import { inFile, type Threat } from './threat.ts'

const CLI = 'tests/cli/store.test.ts'
const KERNEL = 'server/kernel/kernel.test.ts'
const DAMAGED = 'tests/security/damaged-store.test.ts'
const MIGRATE = 'server/store/migrate.test.ts'
const UNIT = 'server/store/store.test.ts'

/** The database file and the life of the process around it. */
export const STORE: readonly Threat[] = [
  {
    id: 'D1',
    priority: 'P0',
    threat: 'A kill loses what was acknowledged, or leaves tables that disagree.',
    tests: [
      ...inFile(
        'tests/scenarios/kill.test.ts',
        `\${KILLS} kills under load lose no acknowledged write and no delivery`,
      ),
      ...inFile(KERNEL, 'a process that is killed on the way goes on at the job that committed last'),
    ],
    mutations: [],
    notCovered: 'A mutation check.',
  },
  {
    id: 'D2',
    priority: 'P0',
    threat: 'How durable a commit is depends on who opened the file first.',
    tests: inFile(UNIT, 'sets its pragmas at every open, whatever the file was left with'),
    mutations: [{ off: 'a plain open', file: UNIT, title: 'a plain open of the same file has others' }],
  },
  {
    id: 'D3',
    priority: 'P0',
    threat: 'Two processes write one file, or one waits for the other with everything standing still.',
    tests: [
      ...inFile(
        CLI,
        'a second process on the same store exits with 5 and names pid and URL of the first',
        'the lock of a process that was killed is taken over',
        'a lock whose process number now belongs to a later process is taken over',
      ),
      ...inFile(UNIT, 'tells a second process at once that it is in use'),
    ],
    mutations: [
      {
        off: 'two plain opens',
        file: 'tests/security/naive-parts.test.ts',
        title: 'that two open plainly is written by both',
      },
    ],
  },
  {
    id: 'D4',
    priority: 'P0',
    threat: 'A full disk leaves something half-written, or the process useless.',
    tests: [
      ...inFile(
        'tests/security/full-disk.test.ts',
        'a full disk costs the requests that write and nothing else, and is over when there is room again',
      ),
      ...inFile(
        KERNEL,
        'a job is neither run nor dropped, time stops before it, and an advance says so',
        'who asks for the time is answered, and the jobs run when it can be written again',
      ),
    ],
    mutations: [],
    notCovered: 'A mutation check; a file that is limited by the file system instead of by SQLite.',
  },
  {
    id: 'D5',
    priority: 'P0',
    threat: 'A damaged, truncated or foreign file is opened and made worse.',
    tests: [
      ...inFile(
        DAMAGED,
        'damage at a random place is refused with the way out and the file left as it is, or is in no structure at all',
        'a file that ends too early is refused and left as it is, wherever it ends',
      ),
      ...inFile(
        CLI,
        'a store whose database is %s exits with 6 and is left as it is',
        'a store whose path is a file exits with 6',
      ),
    ],
    mutations: [
      {
        off: 'an open without the check',
        file: DAMAGED,
        title: 'opening alone takes a file that is damaged in the middle, so it is the check that refuses it',
      },
    ],
    notCovered: 'A file that may not be written: the tests run as a user who may.',
  },
  {
    id: 'D6',
    priority: 'P0',
    threat: 'A file of a newer version is opened and changed.',
    tests: [
      ...inFile(
        CLI,
        'a store of a newer schema exits with 6, names the two ways out, and is byte for byte what it was',
      ),
      ...inFile(MIGRATE, 'of a newer schema, or of a database of somebody else, is refused without a byte changed'),
    ],
    mutations: [
      {
        off: 'a plain open',
        file: 'tests/security/naive-parts.test.ts',
        title: 'of a newer schema that is opened plainly takes whatever is written',
      },
    ],
  },
  {
    id: 'D7',
    priority: 'P0',
    threat: 'A migration that breaks off leaves a schema between two versions.',
    tests: inFile(
      MIGRATE,
      'brings an older schema to the newest, and keeps a whole copy of the old file beside it',
      'that fails half-way leaves the schema as it was',
      'whose process is killed half-way is done by the next start, although its copy is there already',
    ),
    mutations: [
      { off: 'no transaction', file: MIGRATE, title: 'outside of a transaction would leave a schema between the two' },
    ],
    notCovered: 'Files of released versions: there is one schema so far.',
  },
  {
    id: 'D8',
    priority: 'P0',
    threat: 'A version of SQLite with a known fault is used.',
    tests: inFile(UNIT, 'runs on a SQLite without the faults that are known'),
    mutations: [],
    notCovered: 'A mutation check: the library is part of the dependency.',
  },
  {
    id: 'D9',
    priority: 'P0',
    threat: 'An older Node.js crashes without a word.',
    tests: inFile(
      'tests/cli/older-node.test.ts',
      'the first file of the command line imports nothing before it has looked at the version of Node',
      'an older Node prints one line with the way out and exits with 2',
    ),
    mutations: [],
    notCovered: 'A mutation check.',
  },
  {
    id: 'D10',
    priority: 'P1',
    threat: 'The package lacks its native part, or runs scripts when it is installed.',
    tests: inFile(
      'tests/desktop/built-app.test.ts',
      'the packaged app holds all that it needs: unpacked from its archive, it runs in the same way',
      'the archive holds the bundles and the one native package, and only its addon stands outside',
    ),
    mutations: [],
    notCovered: 'A mutation check.',
  },
  {
    id: 'D11',
    priority: 'P1',
    threat: 'The store changes a value on its way through: half characters, big numbers, NUL.',
    tests: [
      ...inFile(
        'server/http/parse-json.test.ts',
        'is found wherever JSON can write it: random values, compared with a plain recursive reading',
      ),
      ...inFile(
        'tests/security/naughty-strings.test.ts',
        'every text of the emulated API comes back as it went in: %s',
      ),
      ...inFile('tests/contract/customers.test.ts', 'text comes back as it went in: emoji, NFC and NFD, bidi, markup'),
    ],
    mutations: [
      {
        off: 'a plain table without the check',
        file: UNIT,
        title: 'would keep half a character as another one, so it is refused before',
      },
    ],
  },
  {
    id: 'D12',
    priority: 'P1',
    threat: 'Synchronous work of the database holds up everybody else.',
    tests: [
      ...inFile(
        'fixtures/large.test.ts',
        'large has 100,000 calls and 20,000 customers on max, made without holding the process up',
      ),
      ...inFile(
        'tests/security/slow-clients.test.ts',
        'hundreds of slow clients do not slow the API: 95 of 100 answers within 100 ms',
      ),
    ],
    mutations: [],
    notCovered: 'A mutation check; the delay of the event loop is measured by npm run bench, not judged.',
  },
  {
    id: 'D13',
    priority: 'P2',
    threat: 'Logs grow without an end.',
    tests: inFile(
      'server/recurrences.test.ts',
      'retention drops counters that no report can reach, and keeps the others',
    ),
    mutations: [],
    notCovered: 'File size and memory over a long run.',
  },
  {
    id: 'D14',
    priority: 'P1',
    threat: 'A folder on a network breaks the guarantees of the write-ahead log.',
    tests: [],
    mutations: [],
  },
]
