import type { Json, JsonSchema } from './assumption-entry.ts'
import type { AssumptionId } from './assumptions.ts'
import { WORLD_ID_PATTERN } from './constants.ts'
import { FIXTURE_NAMES, type FixtureName } from './fixture-names.ts'

/** Who takes an option under its own name: `startEmulator`, a new world (`createWorld`, `POST /control/worlds`), a reset of a world. */
type Taker = 'harness' | 'world' | 'reset'

/** The flag of `ringback start`, which is also a key of the config file. */
export interface Flag {
  /** Without dashes. */
  readonly name: string
  /** The value as help shows it. Without this, the flag takes no value. */
  readonly value?: string
  readonly about: string
  /** The default as the help of `ringback start` shows it. */
  readonly default?: string
  /** How the text of the flag is read. Without this, it is taken as it is. */
  readonly form?: 'number' | 'list' | 'assignments' | 'forwards' | 'file' | 'verdicts'
  /** Set when the option, in a config file, opens this machine to others or sends deliveries elsewhere. */
  readonly opens?: true
}

interface StartOption {
  readonly takers: readonly Taker[]
  readonly schema: JsonSchema
  /** Without this, neither the command line nor the config file has the option. */
  readonly flag?: Flag
}

const TEXT = { type: 'string', minLength: 1 } as const
const TEXTS = { type: 'array', items: TEXT } as const
const SWITCH = { type: 'boolean' } as const
const BY_ID = { type: 'object' } as const

/** Every option of a start, in the order of the help. Everything that takes options derives from these rows. */
export const START_OPTIONS = {
  /** TCP port; 0, the default of the harness, takes any that is free. */
  port: {
    takers: ['harness'],
    schema: { type: 'integer', minimum: 0, maximum: 65_535 },
    flag: {
      name: 'port',
      value: '<number>',
      about: 'TCP port',
      default: '4010',
      form: 'number',
    },
  },
  /** Address to listen on; 127.0.0.1, which includes ::1. Any address beyond this machine needs a `token`. */
  host: {
    takers: ['harness'],
    schema: TEXT,
    flag: {
      name: 'host',
      value: '<address>',
      about: 'address to listen on; other than loopback only with --token',
      default: '127.0.0.1',
      opens: true,
    },
  },
  /** `memory` (default), or a folder that keeps the worlds. */
  store: {
    takers: ['harness'],
    schema: TEXT,
    flag: { name: 'store', value: '<where>', about: 'memory, or a folder for the data', default: 'memory' },
  },
  /** Whether every commit waits for the disk, and so survives a power failure. */
  durable: {
    takers: ['harness'],
    schema: SWITCH,
    flag: { name: 'durable', about: 'make every commit wait for the disk, so that it survives a power failure' },
  },
  /** Id of the world, safe in a path and as a file name. Made up when left out. */
  world_id: {
    takers: ['world'],
    schema: {
      type: 'string',
      pattern: WORLD_ID_PATTERN,
      description: 'Must be 1 to 64 letters, digits, - or _, the first a letter or a digit',
    },
  },
  /** Seed of all randomness, 0 to 4294967295; 1. */
  seed: {
    takers: ['harness', 'world', 'reset'],
    schema: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
    flag: { name: 'seed', value: '<number>', about: 'seed of all randomness', default: '1', form: 'number' },
  },
  /** What the worlds start with: `standard` (default), `empty`, `large`, `edge`. */
  fixture: {
    takers: ['harness', 'world', 'reset'],
    schema: { type: 'string', enum: FIXTURE_NAMES },
    flag: {
      name: 'fixture',
      value: '<name>',
      about: `what the world starts with: ${FIXTURE_NAMES.join(', ')}`,
      default: 'standard',
    },
  },
  /** A world file that takes the place of the fixture: its path, or its content. Other options go before what it says. */
  from: {
    takers: ['harness', 'world', 'reset'],
    schema: { type: ['string', 'object'], minLength: 1 },
    flag: {
      name: 'world-file',
      value: '<file>',
      about: 'world file that takes the place of the fixture: .json, or .jsonc with comments',
    },
  },
  /** What is shown where a fixture's name stands; the file's own name when a path is given. */
  from_name: { takers: ['harness', 'world', 'reset'], schema: { type: 'string', minLength: 1, maxLength: 200 } },
  /** Whether the keys that stand in the file open the world. By default those of a start and of a reset do; a further world gets new ones. */
  pin: { takers: ['world', 'reset'], schema: SWITCH },
  /** `live` (default), or an ISO 8601 instant at which the clock is frozen. */
  clock: {
    takers: ['harness', 'world', 'reset'],
    schema: TEXT,
    flag: {
      name: 'clock',
      value: '<start>',
      about: 'live, or an ISO 8601 instant to freeze the clock at',
      default: 'live',
    },
  },
  /** How the clock runs: `live`, `eager`, `frozen`, or a multiple of real time. */
  pace: {
    takers: ['harness', 'world'],
    schema: { type: ['string', 'number'], minLength: 1, exclusiveMinimum: 0 },
    flag: { name: 'pace', value: '<pace>', about: 'live, eager, frozen, or a multiple of real time such as 60' },
  },
  /** Values for the register of assumptions, by id. A text that is not a value of the assumption is read as JSON. */
  assumptions: {
    takers: ['harness', 'world'],
    schema: BY_ID,
    flag: { name: 'assume', value: '<id=value>', about: 'change an assumption', form: 'assignments' },
  },
  /** Another name of `assumptions`, as the flag is called. */
  assume: { takers: ['harness'], schema: BY_ID },
  /** Text of a file that `ringback measure` wrote. Its measured values come before the defaults, and after everything that is said here. */
  measured: {
    takers: ['harness'],
    schema: TEXT,
    flag: {
      name: 'measured',
      value: '<file>',
      about: 'file of "ringback measure", whose values take the place of defaults',
      form: 'file',
    },
  },
  /** Which https origins are delivered to which local addresses. */
  forwards: {
    takers: ['harness', 'world'],
    schema: {
      type: 'array',
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['from', 'to'],
        additionalProperties: false,
        properties: { from: { type: 'string' }, to: { type: 'string' } },
      },
    },
    flag: {
      name: 'forward',
      value: '<FROM=TO>',
      about: 'deliver webhooks for an https origin to a local address',
      form: 'forwards',
      opens: true,
    },
  },
  /** Whether the world records how to take it back, so that it can be forked before a request; every request then takes longer. */
  recording: {
    takers: ['harness', 'world'],
    schema: SWITCH,
    flag: {
      name: 'record',
      about: 'record how to take the world default back, so that it can be forked before a request',
    },
  },
  /** Whether every world that is created records, too: a run that keeps capsules needs the state before what failed. */
  recordsEveryWorld: { takers: ['harness'], schema: SWITCH },
  /** How grave each rule on clients is, by its id: `{ pages_left_out: 'off', one_by_one: { severity: 'error', from: 50 } }`; `'off'` for all. */
  verdicts: {
    takers: ['harness', 'world'],
    schema: { type: ['string', 'object'] },
    flag: {
      name: 'verdicts',
      value: '<rule=severity>',
      about: 'set how grave a rule on clients is: error, warning, information or off; off alone for all rules',
      form: 'verdicts',
    },
  },
  /** More host names that requests to the emulator may use, and hosts that deliveries may reach. */
  allowedHosts: {
    takers: ['harness'],
    schema: TEXTS,
    flag: {
      name: 'allow-host',
      value: '<name>',
      about: 'another host name of this emulator that deliveries may also reach',
      form: 'list',
      opens: true,
    },
  },
  /** Secret of at least 128 bits that the control API requires. */
  token: {
    takers: ['harness'],
    schema: TEXT,
    flag: {
      name: 'token',
      value: '<token>',
      about: 'secret that the control API requires, at least 128 bits (start: default RINGBACK_TOKEN)',
    },
  },
  /** Origins whose pages may read `/api/v1`. */
  corsOrigins: {
    takers: ['harness'],
    schema: TEXTS,
    flag: {
      name: 'cors-origin',
      value: '<origin>',
      about: 'origin whose pages may read /api/v1',
      form: 'list',
      opens: true,
    },
  },
  /** PEM text of certificate authorities that deliveries trust besides the system's. */
  ca: {
    takers: ['harness'],
    schema: TEXT,
    flag: {
      name: 'ca',
      value: '<file>',
      about: 'PEM file of additional certificate authorities that deliveries trust',
      form: 'file',
    },
  },
  /** Whether the dashboard is served; true by default. */
  dashboard: {
    takers: ['harness'],
    schema: SWITCH,
    flag: { name: 'dashboard', about: 'do not serve the dashboard' },
  },
  /** What the command line prints is not the emulator's business. */
  json: {
    takers: [],
    schema: SWITCH,
    flag: { name: 'json', about: 'print one line of JSON to stdout when ready' },
  },
  /** Folder of a built dashboard, for an app that has its own; by default that of the package. */
  dashboardFolder: { takers: ['harness'], schema: TEXT },
  /**
   * Whether the emulator keeps its process running. True, but false under a test runner (Vitest, Jest, Mocha, node:test), so that a
   * forgotten `close()` does not keep the tests from ending.
   */
  keepAlive: { takers: ['harness'], schema: SWITCH },
  /**
   * Longest wait of `waitFor`, in milliseconds of real time: 0.8 of what the test runner gives a test by default, or 10000 where there is
   * no such limit.
   */
  waitTimeout: { takers: ['harness'], schema: { type: 'number', minimum: 0 } },
} as const satisfies { readonly [name: string]: StartOption }

type Table = typeof START_OPTIONS
export type OptionName = keyof Table

/** The type of the values that a schema in the table allows. */
type ValueOf<Schema> = Schema extends { readonly type: readonly (infer Type)[] }
  ? ValueOf<{ readonly type: Type }>
  : Schema extends { readonly type: 'array'; readonly items: infer Item }
    ? readonly ValueOf<Item>[]
    : Schema extends { readonly properties: infer Members }
      ? { readonly [Name in keyof Members]: ValueOf<Members[Name]> }
      : Schema extends { readonly type: infer Type extends keyof Plain }
        ? Plain[Type]
        : never
interface Plain {
  string: string
  integer: number
  number: number
  boolean: boolean
  object: { readonly [name: string]: Json }
}

type TakenBy<Who extends Taker> = {
  [Name in OptionName]: Who extends Table[Name]['takers'][number] ? Name : never
}[OptionName]
/** What is known better than a schema says it: the values that an editor offers, `(string & {})` where others are taken too. */
interface Known {
  fixture: FixtureName
  clock: 'live' | (string & {})
  pace: 'live' | 'eager' | 'frozen' | (string & {}) | number
  assumptions: AssumedValues
  assume: AssumedValues
}
type AssumedValues = { readonly [Id in AssumptionId]?: Json | undefined }
type OptionsOf<Who extends Taker> = {
  readonly [Name in keyof Pick<Table, TakenBy<Who>>]?:
    | (Name extends keyof Known ? Known[Name] : ValueOf<Table[Name]['schema']>)
    | undefined
}

/** How an emulator starts. Every option may be left out. */
export type StartOptions = OptionsOf<'harness'>
/** Options of a new world; what is left out is as the emulator was started. */
export type WorldOptions = OptionsOf<'world'>
/** Options that a reset may change. */
export type ResetOptions = OptionsOf<'reset'>

const rows = Object.entries<StartOption>(START_OPTIONS)

/** The schemas of all options for one taker, by name. */
export function optionsOf(who: Taker): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(
    rows.flatMap(([name, { takers, schema }]) => (takers.includes(who) ? [[name, schema]] : [])),
  )
}
