import { inFile, type Threat } from './threat.ts'

const CLI = 'tests/cli/store.test.ts'
const KERNEL = 'server/kernel/kernel.test.ts'
const SENDS = 'server/kernel/kernel-sends.test.ts'
const DAMAGED = 'tests/security/damaged-store.test.ts'
const MIGRATE = 'server/store/migrate.test.ts'
const NAIVE = 'tests/security/naive-store.test.ts'
const INBOX = 'server/domain/webhooks/inbox.test.ts'
const JOURNAL = 'server/journal/exchanges.test.ts'
const READ_ONLY = 'tests/security/read-only-store.test.ts'
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
    mutations: [
      {
        off: 'an answer before the commit',
        file: NAIVE,
        title: 'would lose what it has acknowledged, were it not committed before the answer',
      },
      {
        off: 'every statement commits by itself',
        file: NAIVE,
        title: 'would leave a delivery that nobody sends, were the end of a call not one transaction',
      },
    ],
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
        file: NAIVE,
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
        'tests/security/full-file-system.test.ts',
        'a file system that is full costs what writes, and is over without a restart',
      ),
      ...inFile(
        SENDS,
        'a job is neither run nor dropped, time stops before it, and an advance says so',
        'who asks for the time is answered, and the jobs run when it can be written again',
      ),
    ],
    mutations: [
      {
        off: 'every statement commits by itself',
        file: NAIVE,
        title: 'without transactions keeps half of a request when the disk is full',
      },
    ],
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
      ...inFile(
        READ_ONLY,
        'in its %s exits with 6, says which part it is and the way out, and is left as it is',
        'is told of the folder in which it would have to be made',
      ),
    ],
    mutations: [
      {
        off: 'an open without the check',
        file: DAMAGED,
        title: 'opening alone takes a file that is damaged in the middle, so it is the check that refuses it',
      },
      {
        off: 'rights to write',
        file: READ_ONLY,
        title: 'starts once it may be written, so what is refused above is refused for that',
      },
    ],
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
        file: NAIVE,
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
    tests: inFile(UNIT, 'runs on a SQLite without the faults that are known', '%s is refused with the way out'),
    mutations: [{ off: 'a version without the fault', file: UNIT, title: '%s is taken' }],
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
    mutations: [
      {
        off: 'no look at the version',
        file: 'tests/cli/older-node.test.ts',
        title: 'without the look at the version it goes on to load what comes next',
      },
    ],
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
    nothingToSwitchOff: 'the archive itself is unpacked, listed and run; a file more or less in it is what fails.',
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
      ...inFile('tests/scenarios/long-turns.test.ts', 'the largest bulk holds everybody else up for less than 50 ms'),
    ],
    mutations: [
      {
        off: 'a fixture made at once',
        file: 'fixtures/large.test.ts',
        title: 'a fixture that is made at once lets nobody have a turn meanwhile, one that is made in steps does',
      },
    ],
  },
  {
    id: 'D13',
    priority: 'P2',
    threat: 'Logs grow without an end.',
    tests: [
      ...inFile(
        'tests/scenarios/virtual-day.test.ts',
        'a day of load takes less than 300 MB of memory and 200 MB of disk, log included, and its second half next to no more memory',
      ),
      ...inFile(JOURNAL, 'the journal keeps its limit of exchanges, and the oldest leave by the thousand'),
      ...inFile(
        JOURNAL,
        'stay under their limit: the oldest leave, no more than have to',
        'stays under 200 MB together with its log',
      ),
      ...inFile(
        INBOX,
        'inboxes keep their limit of messages, the newest, and a portion more at most',
        'inboxes keep their limit of bytes, all together, and the oldest leave first',
      ),
      ...inFile('server/store/store.test.ts', 'sets its pragmas at every open, whatever the file was left with'),
      ...inFile(
        'server/recurrences.test.ts',
        'retention drops counters that no report can reach, and keeps the others',
      ),
    ],
    mutations: [
      {
        off: 'the limit not reached',
        file: JOURNAL,
        title: 'nothing leaves before a thousand are over the limit, so it is the limit that makes them leave',
      },
      {
        off: 'no limit of bytes',
        file: JOURNAL,
        title: 'grows beyond that when the count of exchanges is the only limit',
      },
      {
        off: 'the limit of an inbox not reached',
        file: INBOX,
        title: 'the limit of a world is 10,000 messages: without one more than a portion nothing leaves',
      },
      {
        off: 'memory that grows',
        file: 'tests/scenarios/virtual-day.test.ts',
        title: 'memory that grows by 3 MB an hour is over the limit whatever its noise, so the test above can fail',
      },
    ],
    notCovered:
      '576 requests over a day of the clock in npm test, 24,000 in the long tier. What is no log is kept: customers, calls, events and deliveries with their attempts.',
  },
  {
    id: 'D14',
    priority: 'P1',
    threat: 'A folder on a network breaks the guarantees of the write-ahead log.',
    tests: [
      ...inFile(
        'server/store/shared-folder.test.ts',
        'on the file system %i is told to be on %s, with the way out',
        'in %s is told to be copied',
        'on a share of Windows is told to be on another machine',
      ),
      ...inFile(CLI, 'a store in a folder that is copied elsewhere works, and stderr says what can become of it'),
    ],
    mutations: [
      {
        off: 'a disk of this machine',
        file: 'server/store/shared-folder.test.ts',
        title: 'on a disk of this machine (%i) is not spoken of',
      },
    ],
    notCovered:
      'A file system that does not say that it is one of another machine: macOS and mapped drives of Windows.',
  },
]
