import { defects, inFile, type Threat } from './threat.ts'

const WEBHOOKS = 'server/domain/webhooks'
const TRANSPORT = `${WEBHOOKS}/transport.test.ts`
const FAULTS = `${WEBHOOKS}/transport-faults.test.ts`
const POLICY = `${WEBHOOKS}/transport-policy.test.ts`
const TLS = `${WEBHOOKS}/transport-tls.test.ts`
const EGRESS = `${WEBHOOKS}/egress.test.ts`
const KERNEL = 'server/kernel/kernel.test.ts'
const SENDS = 'server/kernel/kernel-sends.test.ts'
const RETRIES = 'tests/scenarios/retries.test.ts'
const DELIVERY_FAULTS = 'tests/contract/delivery-faults.test.ts'
const RACES = 'tests/scenarios/deletion-races.test.ts'
const NAIVE = 'tests/security/naive-sender.test.ts'

/** What leaves the emulator: deliveries to receivers. */
export const WEBHOOK_SENDER: readonly Threat[] = [
  {
    id: 'C1',
    priority: 'P0',
    threat: 'A process that is killed loses an event that was promised.',
    tests: [
      ...inFile(
        'tests/scenarios/kill.test.ts',
        `\${KILLS} kills under load lose no acknowledged write and no delivery`,
      ),
      ...inFile(KERNEL, 'commit together with their removal and the move of the clock'),
      ...inFile(
        SENDS,
        'a process that dies between sending and recording sends again after its restart, in the old order',
      ),
    ],
    mutations: [
      {
        off: 'every statement commits by itself',
        file: 'tests/security/naive-store.test.ts',
        title: 'would leave a delivery that nobody sends, were the end of a call not one transaction',
      },
      ...defects('a restart forgets a retry', 'a delivery is written down and never sent'),
    ],
  },
  {
    id: 'C2',
    priority: 'P0',
    threat: 'Ids of deliveries or events change between attempts.',
    tests: [
      ...inFile(
        RETRIES,
        'a receiver that fails three times sees four attempts at the scheduled instants, with one id and the same bytes',
      ),
      ...inFile(
        'tests/scenarios/subscriptions.test.ts',
        'webhooks share the id of the event; each delivery has one of its own, and the secret of its webhook',
      ),
      ...inFile(
        'tests/contract/control-webhooks.test.ts',
        'redelivery is a further attempt now, with the same id and the same bytes',
      ),
    ],
    mutations: defects('a re-delivery has an id of its own'),
  },
  {
    id: 'C3',
    priority: 'P0',
    threat: 'The signature is over other bytes than those that are sent.',
    tests: [
      ...inFile(
        `${WEBHOOKS}/signature.test.ts`,
        '$name is signed as the golden vector says',
        'a signature verifies for its own bytes and for no others',
        'the prefix of the secret is part of the key',
      ),
      ...inFile(TRANSPORT, 'with exactly the bytes and headers that were given'),
    ],
    mutations: [
      {
        off: 'other bytes than those signed',
        file: `${WEBHOOKS}/signature.test.ts`,
        title: '$name: a header that differs in any way is refused',
      },
      ...defects('the key of signatures lacks whsec_'),
    ],
  },
  {
    id: 'C4',
    priority: 'P0',
    threat: 'A redirect takes a delivery to an address that nobody registered.',
    tests: [
      ...inFile(TRANSPORT, 'never by following a redirect: %i'),
      ...inFile(RETRIES, 'a redirect is a failure and is never followed'),
    ],
    mutations: [
      { off: 'fetch in the place of the sender', file: NAIVE, title: 'follows a redirect with the body in hand' },
    ],
  },
  {
    id: 'C5',
    priority: 'P0',
    threat: 'A receiver drips, never ends or sends a bomb, and holds the sender or fills its memory.',
    tests: [
      ...inFile(FAULTS, 'with %s', 'an endless body, which is cut'),
      ...inFile(`${WEBHOOKS}/transport-memory.test.ts`, '%s costs next to no memory, however often it comes'),
      ...inFile(TRANSPORT, 'nothing is decompressed'),
      ...inFile(TLS, 'when the handshake never ends, and the time for connecting ends it'),
    ],
    mutations: [
      { off: 'fetch in the place of the sender', file: NAIVE, title: 'unfolds what is compressed, all of it' },
    ],
  },
  {
    id: 'C6',
    priority: 'P0',
    threat: 'Retries come at other times in every run.',
    tests: inFile(
      RETRIES,
      'a receiver that fails three times sees four attempts at the scheduled instants, with one id and the same bytes',
      'a delivery that never succeeds fails after the whole schedule, and nothing is sent afterwards',
      'while the clock stands, a retry that is planned does not happen',
    ),
    mutations: defects('the first retry comes a second late', 'retries are forgotten'),
  },
  {
    id: 'C7',
    priority: 'P0',
    threat: 'A test reaches a real customer, a metadata service, or the emulator itself.',
    tests: [
      ...inFile(
        EGRESS,
        'is permitted by the default rule exactly when it is loopback or private',
        'is never link-local, multicast or unspecified, even with everything open',
        'must not be a port of the emulator itself on loopback, in any spelling',
      ),
      ...inFile(
        POLICY,
        'and %s is refused even when everything may be reached',
        'between judging and dialling cannot matter: a connection asks once, and dials what was judged',
      ),
      ...inFile(
        'tests/security/offline.test.ts',
        'a day of calls and deliveries dials loopback alone, and looks up no name but that of a webhook',
        'the command line serves a client, which starts an emulator of its own in its process, and neither dials out',
        'every scenario, and what the harness does, passes in a namespace that has a loopback interface and no route',
      ),
    ],
    mutations: [
      {
        off: 'assumption webhooks.reach at anywhere',
        file: EGRESS,
        title: '%s: %s, %s when hosts are listed, %s when anywhere',
      },
      {
        off: 'a process without the emulator',
        file: 'tests/security/offline.test.ts',
        title: 'the watch sees connections, look-ups and datagrams, so it would see those of the emulator',
      },
    ],
  },
  {
    id: 'C8',
    priority: 'P0',
    threat: 'A URL means one thing where it is checked and another where it is used.',
    tests: inFile(
      `${WEBHOOKS}/webhook-url.test.ts`,
      '%j because it %s',
      'whatever is accepted means the same to every reader, and no text makes the check throw',
    ),
    mutations: [
      { off: 'a URL parser alone', file: NAIVE, title: 'takes addresses that are no https URL as they are written' },
    ],
  },
  {
    id: 'C9',
    priority: 'P0',
    threat: 'A receiver with a wrong certificate gets deliveries, or a right one of a developer cannot.',
    tests: inFile(
      TLS,
      'when a CA that was added has issued it for the address',
      'when %s',
      'when the same CA was not added',
      'even with the variable that switches verification off in Node',
      'with a receiver that speaks TLS 1.1 at most',
    ),
    mutations: [
      { off: 'rejectUnauthorized', file: NAIVE, title: 'hands its body to a certificate that nobody trusts' },
    ],
  },
  {
    id: 'C10',
    priority: 'P1',
    threat: 'One slow receiver holds up the others.',
    tests: [
      ...inFile(
        'tests/scenarios/slow-receivers.test.ts',
        'does not delay the deliveries of nine healthy ones',
        'of many webhooks at most sixteen attempts are under way at once',
      ),
      ...inFile(FAULTS, 'a hanging receiver does not delay the others'),
      ...inFile(
        'server/kernel/lanes.test.ts',
        'lanes take turns, so a long queue does not keep a short one waiting',
        'a lane that hangs keeps its place, and the others go on',
      ),
    ],
    mutations: [
      { off: 'one lane for all webhooks', file: NAIVE, title: 'one for all wait for whoever hangs' },
      {
        off: 'more at once than the limit',
        file: 'server/kernel/lanes.test.ts',
        title: 'with a higher limit more is under way, so the limit is what holds it back',
      },
    ],
  },
  {
    id: 'C11',
    priority: 'P1',
    threat: 'Receivers see first attempts out of order and nobody can say why.',
    tests: [
      ...inFile(SENDS, 'of one lane come one after the other, and of all lanes no more at once than allowed'),
      ...inFile(
        DELIVERY_FAULTS,
        'holds a delivery back until the next one to its webhook has been attempted',
        'makes the first attempt later on the emulated clock, and what happens meanwhile comes before it',
        'sends what was acknowledged again, with the same identifier, signature and bytes',
        'has the same victims for the same seed, and others for another',
      ),
    ],
    mutations: [
      {
        off: 'a lane for each delivery',
        file: NAIVE,
        title: 'one for each arrive while an earlier one is still under way',
      },
      {
        off: 'the fault taken away',
        file: DELIVERY_FAULTS,
        title: 'swaps deliveries in pairs as long as it lasts, each sent once, and without it they come in order',
      },
    ],
  },
  {
    id: 'C12',
    priority: 'P0',
    threat: 'A delivery starts after its webhook was deleted or switched off.',
    tests: [
      ...inFile(
        'tests/scenarios/subscriptions.test.ts',
        'stops what is pending at once, and says so in the ledger',
        'lets the attempt in flight end, and starts none of those that queue behind it',
        'drops what is pending; enabling it again brings nothing back',
      ),
      ...inFile(RACES, `no attempt begins once the end of its webhook was answered, in \${RACES} races`),
      ...inFile('tests/contract/control-webhooks.test.ts', 'redelivery to a deleted webhook is 409'),
    ],
    mutations: [
      {
        off: 'neither cancelled nor asked for',
        file: RACES,
        title: 'without the cancelling some begin after it, so the races are close enough to tell',
      },
      ...defects('what is pending goes on after its webhook was disabled'),
    ],
    notCovered: '60 races in npm test; 5,000 in the long tier.',
  },
  {
    id: 'C13',
    priority: 'P0',
    threat: 'Events over the daily send limit are sent, or counted by subscriber.',
    tests: [
      ...inFile(
        'tests/scenarios/subscriptions.test.ts',
        'the 5,001st event of the day is not delivered, nor later; the first after midnight in Tokyo is',
        'counts an event once however many webhooks it goes to, and not at all when it goes to none',
        'retries of what was accepted go on over the limit and past midnight, uncounted',
        'a test goes out over the limit, signed like any delivery, and is counted as a request only',
      ),
      ...inFile(
        'tests/contract/control-events.test.ts',
        'an event over the daily send limit answers with the entry of the ledger',
      ),
    ],
    mutations: [
      {
        off: 'a limit that always has room',
        file: 'tests/security/naive-parts.test.ts',
        title: 'of sends that always has room sends over it',
      },
      ...defects('an event over the send limit is sent', 'an event counts once for each webhook'),
      {
        off: 'a plan without a limit',
        file: 'tests/scenarios/subscriptions.test.ts',
        title: 'neither the tenant without a plan nor one on max meets the limit of pro',
      },
    ],
  },
  {
    id: 'C14',
    priority: 'P1',
    threat: 'A status means success to one and failure to another.',
    tests: inFile(TRANSPORT, 'with status %i: %s'),
    mutations: [
      {
        off: 'fetch in the place of the sender',
        file: NAIVE,
        title: 'takes a redirect that leads to a page, and an answer that breaks off, for success',
      },
      ...defects('a delivery that succeeded is sent once more'),
    ],
  },
  {
    id: 'C15',
    priority: 'P1',
    threat: 'A proxy of the environment, or a connection that died idle, gets or loses a delivery.',
    tests: inFile(
      TRANSPORT,
      'past the proxies of the environment',
      'over a new connection when the receiver has closed the idle one',
      'even at a receiver that closes every connection without saying so',
    ),
    mutations: [
      { off: 'an agent that reads the environment', file: NAIVE, title: 'goes through the proxy of the environment' },
    ],
  },
]
