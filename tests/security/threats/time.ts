import { defects, inFile, MODEL, type Threat } from './threat.ts'

const LIMITS = 'tests/contract/limits.test.ts'
const KERNEL = 'server/kernel/kernel.test.ts'
const DETERMINISM = 'tests/contract/determinism.test.ts'
const ARCHITECTURE = 'tests/architecture/imports.test.ts'
const NAIVE_TIME = 'tests/security/naive-time.test.ts'
const HOST_TIME = 'tests/scenarios/host-time.test.ts'
const FAULTS = 'tests/contract/control-faults.test.ts'

/** Limits, the clock, and that the same run is the same run. */
export const TIME: readonly Threat[] = [
  {
    id: 'F1',
    priority: 'P0',
    threat: 'Requests at once get more slots than there are.',
    tests: inFile(LIMITS, '200 requests in parallel with $slots slots left in the $window admit exactly $slots'),
    mutations: [
      {
        off: 'counting left out',
        file: 'tests/security/naive-parts.test.ts',
        title: 'that is never counted is never reached',
      },
    ],
  },
  {
    id: 'F2',
    priority: 'P0',
    threat: 'A window ends a millisecond too early or too late.',
    tests: inFile(
      LIMITS,
      '$window: refused with retry_after 1 a millisecond before the window ends, admitted at its end',
      'a fixed window lets twice its limit pass across its boundary',
    ),
    mutations: [
      {
        off: 'a window that ends a millisecond late',
        file: 'tests/security/naive-parts.test.ts',
        title: 'whose window ends a millisecond late refuses at its end',
      },
    ],
  },
  {
    id: 'F3',
    priority: 'P0',
    threat: 'The clock goes back.',
    tests: inFile(
      KERNEL,
      'cannot be advanced to before the present',
      'never goes back, whatever advances, paces, restarts and settings of the system clock come together',
    ),
    mutations: [
      {
        off: 'the clock of the system as it is',
        file: NAIVE_TIME,
        title: 'that is read off the clock of the system goes back with it',
      },
    ],
  },
  {
    id: 'F4',
    priority: 'P0',
    threat: 'A restart in the middle of a window forgets what was used.',
    tests: [
      ...inFile(KERNEL, 'a restart anywhere is the same as none'),
      ...inFile(
        'tests/cli/store.test.ts',
        'a store keeps its data and its clock over a restart, and says in one line which flags have no effect',
      ),
    ],
    mutations: defects('a restart forgets what was used', 'a restart forgets a retry'),
  },
  {
    id: 'F5',
    priority: 'P0',
    threat: 'A client that waits as long as it was told is refused again.',
    tests: inFile(LIMITS, 'a client that waits exactly retry_after is not refused for the same reason'),
    mutations: [
      {
        off: 'a second too few told',
        file: 'tests/security/naive-parts.test.ts',
        title: 'that tells a second too few refuses a client that waits as long as it was told',
      },
    ],
  },
  {
    id: 'F6',
    priority: 'P1',
    threat: 'Headers tell another time than the clock of the world.',
    tests: inFile(DETERMINISM, 'HTTP Date is the clock of the world'),
    mutations: [
      { off: 'no Date of ours', file: NAIVE_TIME, title: 'of Node is what HTTP Date tells when the world does not' },
      ...defects('reset is a second late'),
    ],
  },
  {
    id: 'G1',
    priority: 'P0',
    threat: 'Two runs of the same commands differ.',
    tests: [
      ...inFile(DETERMINISM, 'two runs with the same seed and commands give byte-equal responses and deliveries'),
      ...inFile(HOST_TIME, 'changes no byte: %s tells the same as New York'),
      ...inFile(
        'tests/scenarios/advance-equality.test.ts',
        'eight hours in one step and in 2,880 steps of ten seconds leave equal journals and databases',
      ),
    ],
    mutations: [
      { off: 'another seed', file: DETERMINISM, title: 'another seed gives other tenants, ids and outcomes' },
      {
        off: 'days of the host',
        file: HOST_TIME,
        title: 'would change them, were the days of a range those of the host',
      },
    ],
  },
  {
    id: 'G2',
    priority: 'P0',
    threat: 'Code of the core reads the real clock or real randomness.',
    tests: [
      ...inFile(ARCHITECTURE, '$name stays in its home'),
      ...inFile(
        KERNEL,
        'a frozen clock does not hear of a system clock that is set forward, set back, or stands still',
      ),
      ...inFile(HOST_TIME, 'changes no byte of a frozen world, and nothing that node-cron carries happens in it'),
    ],
    mutations: [
      {
        off: 'a planted line',
        file: ARCHITECTURE,
        title: 'a line with $name would be seen, and not in a comment',
      },
      { off: 'a clock that is not frozen', file: HOST_TIME, title: 'would change it, were the world not frozen' },
    ],
  },
  {
    id: 'G3',
    priority: 'P1',
    threat: 'Random runs never reach the hard situations.',
    tests: inFile(MODEL, 'it came about: %s', '%s was checked'),
    mutations: [
      {
        off: 'a situation without a course that leads to it',
        file: MODEL,
        title: 'what nobody saw did not come about, so the tests above can fail',
      },
    ],
  },
  {
    id: 'G4',
    priority: 'P1',
    threat: 'Faults hit other requests in every run.',
    tests: inFile(
      FAULTS,
      'the same victims for the same seed, others for another, about as often as its probability says',
    ),
    mutations: [
      {
        off: 'chance of the process',
        file: NAIVE_TIME,
        title: 'of the process gives a fault other victims in every run',
      },
    ],
  },
]
