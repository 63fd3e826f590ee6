/** One row of the list of threats and faults that the project holds itself to. Its tests carry its id: `(threat A14)`, `(without A14)`. */
export interface Threat {
  /** P0: before anyone relies on it. P1: before a CI relies on it. P2: later. */
  readonly priority: 'P0' | 'P1' | 'P2'
  readonly threat: string
  /** Why there is no defence that could be taken out, where that is so. */
  readonly nothingToTakeOut?: string | undefined
  /** What of the goal has no test, in plain words. */
  readonly notCovered?: string
}

/** Headings of the table, with the first letters of the ids below each. */
export const GROUPS = {
  A: 'A. The local server',
  B: 'B. The desktop shell',
  C: 'C. The sender of webhooks',
  D: 'D. The store and the process',
  E: 'E. HTTP',
  FG: 'F and G. Limits, clock and repeatability',
} as const

export const THREATS = {
  A1: {
    priority: 'P0',
    threat: 'A foreign name is rebound to loopback, and a page of it talks to the emulator as to its own server.',
  },
  A2: {
    priority: 'P0',
    threat: 'A Host that only looks allowed, or that no parser takes, passes or ends the process.',
    notCovered: '1,700 random values in npm test; 100,000 in the long tier.',
  },
  A3: {
    priority: 'P0',
    threat: 'A page of another site changes state with a request that a browser sends without asking.',
  },
  A4: { priority: 'P0', threat: 'A link or an image is enough to change state, because a GET does.' },
  A5: { priority: 'P0', threat: 'CORS headers hand answers to any page that asks.' },
  A6: { priority: 'P0', threat: 'A page of another origin opens the event stream and reads along.' },
  A7: { priority: 'P0', threat: 'Answers are embedded as scripts, images or frames by other pages.' },
  A8: { priority: 'P0', threat: 'The listener is reachable from other machines without anyone having asked for it.' },
  A9: { priority: 'P1', threat: 'An address that means "any" reaches loopback from a browser.' },
  A10: { priority: 'P1', threat: 'A browser is trusted to ask its user before it reaches loopback.' },
  A11: {
    priority: 'P1',
    threat: 'Keys of a fixture follow from its seed, so anyone who knows the seed knows the key of /api/v1.',
    notCovered:
      'Keys that are random for each folder: by decision a seed of 1 is the default, and the gate alone protects.',
  },
  A12: {
    priority: 'P1',
    threat: 'Keys, tokens and signing secrets leak through logs, streams, lists and messages of errors.',
  },
  A13: { priority: 'P1', threat: 'Text of customers, calls or bodies runs as script in the dashboard.' },
  A14: { priority: 'P1', threat: 'A path in a request reads or writes files of the machine.' },
  A15: {
    priority: 'P2',
    threat: 'A client of the stream that does not read makes the process keep everything for it.',
  },
  B1: {
    priority: 'P0',
    threat: 'A page of the app has the powers of Node.js.',
    notCovered: 'Where no Electron binary can be had, the same attacks run against a stand-in of Electron only.',
  },
  B2: {
    priority: 'P0',
    threat: 'A link, redirect, frame or script leads a window to another place or opens one.',
    notCovered: 'Where no Electron binary can be had, the same attacks run against a stand-in of Electron only.',
  },
  B3: {
    priority: 'P0',
    threat: 'A page gets the camera, the place or a device without anyone having been asked.',
    notCovered: 'Where no Electron binary can be had, the same attacks run against a stand-in of Electron only.',
  },
  B4: {
    priority: 'P0',
    threat: 'The scheme of the app serves files outside of its folder, or pages without a policy.',
  },
  B5: {
    priority: 'P0',
    threat: 'A frame that is not the page of the app gives orders to the main process, or odd arguments crash it.',
  },
  B6: { priority: 'P1', threat: 'The page gets a general messenger instead of a few named functions.' },
  B7: {
    priority: 'P1',
    threat: 'Switches in the packaged binary let it run as plain Node.js or take other code.',
    notCovered: 'On a machine without an Electron binary the fuses of a package cannot be read.',
  },
  B8: {
    priority: 'P1',
    threat: 'The flavour that can be tested is not the one that is shipped.',
    nothingToTakeOut: 'the two flavours are compared, and whatever differs beside the inspector fails.',
    notCovered: 'The smoke of the release flavour needs an Electron binary.',
  },
  B9: { priority: 'P1', threat: 'The command line drags Electron in, or the database freezes the window.' },
  B10: { priority: 'P1', threat: 'A later change opens what was closed.', notCovered: 'An external scanner.' },
  B11: { priority: 'P1', threat: 'A second start, or a page that crashes, takes the emulator down.' },
  B12: {
    priority: 'P2',
    threat: 'Electron, or what is shipped with it, grows old.',
    notCovered:
      'The versions of today: they are on the network, which no test asks. npm run check:dependencies does, for a weekly job.',
  },
  C1: { priority: 'P0', threat: 'A process that is killed loses an event that was promised.' },
  C2: { priority: 'P0', threat: 'Ids of deliveries or events change between attempts.' },
  C3: { priority: 'P0', threat: 'The signature is over other bytes than those that are sent.' },
  C4: { priority: 'P0', threat: 'A redirect takes a delivery to an address that nobody registered.' },
  C5: {
    priority: 'P0',
    threat: 'A receiver drips, never ends or sends a bomb, and holds the sender or fills its memory.',
  },
  C6: { priority: 'P0', threat: 'Retries come at other times in every run.' },
  C7: { priority: 'P0', threat: 'A test reaches a real customer, a metadata service, or the emulator itself.' },
  C8: { priority: 'P0', threat: 'A URL means one thing where it is checked and another where it is used.' },
  C9: {
    priority: 'P0',
    threat: 'A receiver with a wrong certificate gets deliveries, or a right one of a developer cannot.',
  },
  C10: { priority: 'P1', threat: 'One slow receiver holds up the others.' },
  C11: { priority: 'P1', threat: 'Receivers see first attempts out of order and nobody can say why.' },
  C12: {
    priority: 'P0',
    threat: 'A delivery starts after its webhook was deleted or switched off.',
    notCovered: '60 races in npm test; 5,000 in the long tier.',
  },
  C13: { priority: 'P0', threat: 'Events over the daily send limit are sent, or counted by subscriber.' },
  C14: { priority: 'P1', threat: 'A status means success to one and failure to another.' },
  C15: {
    priority: 'P1',
    threat: 'A proxy of the environment, or a connection that died idle, gets or loses a delivery.',
  },
  D1: { priority: 'P0', threat: 'A kill loses what was acknowledged, or leaves tables that disagree.' },
  D2: { priority: 'P0', threat: 'How durable a commit is depends on who opened the file first.' },
  D3: {
    priority: 'P0',
    threat: 'Two processes write one file, or one waits for the other with everything standing still.',
  },
  D4: { priority: 'P0', threat: 'A full disk leaves something half-written, or the process useless.' },
  D5: { priority: 'P0', threat: 'A damaged, truncated or foreign file is opened and made worse.' },
  D6: { priority: 'P0', threat: 'A file of a newer version is opened and changed.' },
  D7: {
    priority: 'P0',
    threat: 'A migration that breaks off leaves a schema between two versions.',
    notCovered: 'Files of released versions: there is one schema so far.',
  },
  D8: { priority: 'P0', threat: 'A version of SQLite with a known fault is used.' },
  D9: { priority: 'P0', threat: 'An older Node.js crashes without a word.' },
  D10: {
    priority: 'P1',
    threat: 'The package lacks its native part, or runs scripts when it is installed.',
    nothingToTakeOut: 'the archive itself is unpacked, listed and run; a file more or less in it is what fails.',
  },
  D11: { priority: 'P1', threat: 'The store changes a value on its way through: half characters, big numbers, NUL.' },
  D12: { priority: 'P1', threat: 'Synchronous work of the database holds up everybody else.' },
  D13: {
    priority: 'P2',
    threat: 'Logs grow without an end.',
    notCovered:
      '576 requests over a day of the clock in npm test, 24,000 in the long tier. What is no log is kept: customers, calls, events and deliveries with their attempts.',
  },
  D14: {
    priority: 'P1',
    threat: 'A folder on a network breaks the guarantees of the write-ahead log.',
    notCovered:
      'A file system that does not say that it is one of another machine: macOS and mapped drives of Windows.',
  },
  E1: {
    priority: 'P0',
    threat: 'Some request gets a 5xx, or an answer that its contract does not know.',
    notCovered: '20,000 requests in npm test; 500,000 in the long tier.',
  },
  E2: { priority: 'P0', threat: 'What the parser of HTTP refuses is answered without envelope and identifier.' },
  E3: { priority: 'P0', threat: 'Deep JSON is read but cannot be written, and the answer loses its headers.' },
  E4: { priority: 'P0', threat: 'Unknown paths and methods are answered by the framework in its own words.' },
  E5: { priority: 'P0', threat: 'A body that is no JSON counts as an empty one.' },
  E6: { priority: 'P0', threat: 'A large body, or one that unfolds, fills the memory.' },
  E7: { priority: 'P0', threat: 'JSON is read as something else than was written: bytes, numbers, names.' },
  E8: { priority: 'P0', threat: 'Odd text is changed, cut in the middle, or taken for other text.' },
  E9: { priority: 'P0', threat: 'A phone number with other digits or a line end passes, or a mask shows all of it.' },
  E10: {
    priority: 'P0',
    threat: 'A date that does not exist is taken for another one, or depends on the zone of the machine.',
  },
  E11: { priority: 'P0', threat: 'An odd page number breaks the query.' },
  E12: {
    priority: 'P0',
    threat: 'An id in a path is decoded into something else, or names what belongs to another tenant.',
  },
  E13: {
    priority: 'P0',
    threat: 'A key in another spelling opens the API, or the refusal tells which part was wrong.',
  },
  E14: { priority: 'P1', threat: 'Clients that send or read slowly keep everybody else out.' },
  E15: { priority: 'P1', threat: 'Two readers of one connection see different requests.' },
  E16: { priority: 'P1', threat: 'A stop cuts off what is being answered, or never ends.' },
  E17: { priority: 'P1', threat: 'A port that is taken, or any free one, leaves a script without an address.' },
  F1: { priority: 'P0', threat: 'Requests at once get more slots than there are.' },
  F2: { priority: 'P0', threat: 'A window ends a millisecond too early or too late.' },
  F3: { priority: 'P0', threat: 'The clock goes back.' },
  F4: { priority: 'P0', threat: 'A restart in the middle of a window forgets what was used.' },
  F5: { priority: 'P0', threat: 'A client that waits as long as it was told is refused again.' },
  F6: { priority: 'P1', threat: 'Headers tell another time than the clock of the world.' },
  G1: { priority: 'P0', threat: 'Two runs of the same commands differ.' },
  G2: { priority: 'P0', threat: 'Code of the core reads the real clock or real randomness.' },
  G3: { priority: 'P1', threat: 'Random runs never reach the hard situations.' },
  G4: { priority: 'P1', threat: 'Faults hit other requests in every run.' },
} as const satisfies Record<string, Threat>
