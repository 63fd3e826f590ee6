import { defects, inFile, MODEL, type Threat } from './threat.ts'

const RAW = 'tests/security/raw-http.test.ts'
const ERRORS = 'tests/security/error-renderer.test.ts'
const JSON_UNIT = 'server/http/parse-json.test.ts'
const BAD_INPUT = 'tests/contract/bad-input.test.ts'
const CUSTOMERS = 'tests/contract/customers.test.ts'
const CALLS = 'tests/contract/calls.test.ts'
const LISTENER = 'server/http/listener.test.ts'
const CLI = 'tests/cli/start.test.ts'
const FUZZ = 'tests/security/fuzz.test.ts'
const NAIVE = 'tests/security/naive-parts.test.ts'
const CHECK = 'tests/contract/validate-response.test.ts'

/** Requests to the emulated API, from nonsense to nearly right. */
export const HTTP: readonly Threat[] = [
  {
    id: 'E1',
    priority: 'P0',
    threat: 'Some request gets a 5xx, or an answer that its contract does not know.',
    tests: [
      ...inFile(
        FUZZ,
        'the emulated API answers each with its contract: never a 5xx, always the headers',
        'the control API answers each with JSON, and errors with the envelope: never a 5xx',
      ),
      ...inFile(MODEL, '%s was checked', 'is less than 300 MB in the end'),
    ],
    mutations: [
      {
        off: 'answers spoilt in one place',
        file: CHECK,
        title: 'refuses %s with a field too many, a field too few, or no body',
      },
      { off: 'a header left out', file: CHECK, title: 'refuses %s without one of its headers' },
      ...defects('one answer is a 500', 'a rejection that nobody handles'),
      { off: 'something large that is kept', file: MODEL, title: 'would be more, were anything large kept' },
    ],
    notCovered: '20,000 requests in npm test; 500,000 in the long tier.',
  },
  {
    id: 'E2',
    priority: 'P0',
    threat: 'What the parser of HTTP refuses is answered without envelope and identifier.',
    tests: inFile(
      RAW,
      '%s',
      'after the answers to the whole requests before it',
      'once, however much more the client sends',
    ),
    mutations: [
      { off: 'listener part parser_errors', file: RAW, title: '%s would get neither without our answer' },
      {
        off: 'listener part gate_answers_missing_host',
        file: RAW,
        title: 'a missing Host would get neither from Node',
      },
    ],
  },
  {
    id: 'E3',
    priority: 'P0',
    threat: 'Deep JSON is read but cannot be written, and the answer loses its headers.',
    tests: [
      ...inFile(JSON_UNIT, 'nested %i levels deep is malformed'),
      ...inFile(ERRORS, '%s is a 500 that tells nothing, and is reported'),
    ],
    mutations: [
      {
        off: 'body part depth',
        file: JSON_UNIT,
        title: 'nested too deep would be read without the check, and could not be written again',
      },
      {
        off: 'chain part error_renderer',
        file: ERRORS,
        title: '%s would be plain text without the identifier in Koa',
      },
    ],
  },
  {
    id: 'E4',
    priority: 'P0',
    threat: 'Unknown paths and methods are answered by the framework in its own words.',
    tests: [
      ...inFile(
        BAD_INPUT,
        '$method $path is 405 method_not_allowed with Allow',
        '%s is 404 not_found',
        'HEAD is GET without a body',
      ),
      ...inFile(
        ERRORS,
        '405 with Allow on a path that is there, for every method that it lacks, known to the router or not',
      ),
    ],
    mutations: [{ off: 'chain part error_renderer', file: ERRORS, title: 'where it would be plain text' }],
  },
  {
    id: 'E5',
    priority: 'P0',
    threat: 'A body that is no JSON counts as an empty one.',
    tests: [
      ...inFile(BAD_INPUT, 'a body with %s is 415 unsupported_media_type'),
      ...inFile(JSON_UNIT, 'must not be %j', 'must not be missing'),
    ],
    mutations: [
      {
        off: 'body part media_type',
        file: NAIVE,
        title: 'takes a body of another type for JSON',
      },
    ],
  },
  {
    id: 'E6',
    priority: 'P0',
    threat: 'A large body, or one that unfolds, fills the memory.',
    tests: [
      ...inFile(BAD_INPUT, 'a body over the limit of %s is 413 payload_too_large', 'a compressed body is 415'),
      ...inFile(
        RAW,
        'of exactly the limit is read, one byte more is not',
        'over the limit is refused before it is sent, when its length says so',
      ),
    ],
    mutations: [
      { off: 'body part limit', file: RAW, title: 'over the limit would be kept without the limit' },
      {
        off: 'body part encoding',
        file: RAW,
        title: 'in a content coding is not read, and would be without the check',
      },
    ],
  },
  {
    id: 'E7',
    priority: 'P0',
    threat: 'JSON is read as something else than was written: bytes, numbers, names.',
    tests: [
      ...inFile(
        JSON_UNIT,
        'with %s is malformed',
        '%s is invalid at %j',
        'keeps __proto__ and constructor as ordinary names, and no prototype changes',
      ),
      ...inFile(
        BAD_INPUT,
        '__proto__ and constructor are unknown fields, and no prototype changes',
        'of equal keys the last one counts',
      ),
    ],
    mutations: [
      {
        off: 'body part utf8',
        file: JSON_UNIT,
        title: 'of invalid UTF-8 would be read with replacement characters without the check',
      },
    ],
  },
  {
    id: 'E8',
    priority: 'P0',
    threat: 'Odd text is changed, cut in the middle, or taken for other text.',
    tests: [
      ...inFile(
        'tests/security/naughty-strings.test.ts',
        'every text of the emulated API comes back as it went in: %s',
        'what no text may hold is refused in every field: %s',
      ),
      ...inFile(CUSTOMERS, 'external_id has at most 255 characters, counted in code points'),
      ...inFile(CALLS, 'external ids are compared byte by byte'),
    ],
    mutations: [
      {
        off: 'a plain table without the check',
        file: 'server/store/store.test.ts',
        title: 'would keep half a character as another one, so it is refused before',
      },
    ],
  },
  {
    id: 'E9',
    priority: 'P0',
    threat: 'A phone number with other digits or a line end passes, or a mask shows all of it.',
    tests: inFile(CALLS, 'refuses the phone number %j with 422', '%s is masked as %s'),
    mutations: [
      {
        off: 'a schema without the pattern',
        file: NAIVE,
        title: 'takes a phone number with other digits or a line end, when the schema says no more than text',
      },
      { off: 'a mask cut out of the text', file: NAIVE, title: 'masks a short number by showing digits of it twice' },
      ...defects('the list of calls shows phone numbers'),
    ],
  },
  {
    id: 'E10',
    priority: 'P0',
    threat: 'A date that does not exist is taken for another one, or depends on the zone of the machine.',
    tests: [
      ...inFile(
        'server/kernel/instant.test.ts',
        'every day of 2020 to 2032 exists as text, and no other day of a month does',
        'a Tokyo day begins at 00:00:00 of Tokyo by ICU, and all its instants have one date',
      ),
      ...inFile(CALLS, '%s: ranges over 31 days, or from more than 180 days ago, are 422'),
      ...inFile('tests/scenarios/host-time.test.ts', 'changes no byte: %s tells the same as New York'),
    ],
    mutations: [
      {
        off: 'new Date in the place of the check',
        file: NAIVE,
        title: 'takes dates that do not exist',
      },
    ],
  },
  {
    id: 'E11',
    priority: 'P0',
    threat: 'An odd page number breaks the query.',
    tests: [
      ...inFile(
        CUSTOMERS,
        'page %s is 422, or the first page where the register says so',
        'lists have 50 a page; the pages together are the whole, without a duplicate',
      ),
      ...inFile(FUZZ, 'the emulated API answers each with its contract: never a 5xx, always the headers'),
    ],
    mutations: [
      {
        off: 'the page given to SQLite as it is',
        file: 'tests/security/naive-store.test.ts',
        title: 'that is asked for an odd page itself throws',
      },
    ],
  },
  {
    id: 'E12',
    priority: 'P0',
    threat: 'An id in a path is decoded into something else, or names what belongs to another tenant.',
    tests: [
      ...inFile(CUSTOMERS, 'customer id %s names nothing: 404'),
      ...inFile('tests/contract/webhooks.test.ts', 'the list has all webhooks of the tenant, and none of another'),
      { file: MODEL, title: '%s was checked' },
    ],
    mutations: [
      { off: 'Number in the place of the check', file: NAIVE, title: 'takes ids that are none' },
      ...defects("another tenant's customer is shown"),
    ],
  },
  {
    id: 'E13',
    priority: 'P0',
    threat: 'A key in another spelling opens the API, or the refusal tells which part was wrong.',
    tests: inFile(
      BAD_INPUT,
      'the scheme %s is taken, in any case',
      '%s is 401, always with the same bytes',
      'two Authorization headers are 401, even when both are right',
    ),
    mutations: [
      {
        off: 'the header as Node reads it',
        file: NAIVE,
        title: 'takes the first of two keys, and a request with two lengths when it is lenient',
      },
    ],
  },
  {
    id: 'E14',
    priority: 'P1',
    threat: 'Clients that send or read slowly keep everybody else out.',
    tests: [
      ...inFile(
        'tests/security/slow-clients.test.ts',
        'hundreds of slow clients do not slow the API: 95 of 100 answers within 100 ms',
      ),
      ...inFile(
        LISTENER,
        'gets 408 with our body when its headers do not arrive',
        'gets 408 when its body does not arrive',
        'is waited for as long as the contract of this room says',
      ),
    ],
    mutations: [
      {
        off: 'listener part limits',
        file: LISTENER,
        title: 'over the number of connections is turned away, and let in when the limit is off',
      },
    ],
  },
  {
    id: 'E15',
    priority: 'P1',
    threat: 'Two readers of one connection see different requests.',
    tests: inFile(RAW, '%s', 'chunks with small extensions, and a trailer'),
    mutations: [
      {
        off: 'the lenient parser of Node',
        file: NAIVE,
        title: 'takes the first of two keys, and a request with two lengths when it is lenient',
      },
      { off: 'listener part parser_errors', file: RAW, title: '%s would get neither without our answer' },
    ],
  },
  {
    id: 'E16',
    priority: 'P1',
    threat: 'A stop cuts off what is being answered, or never ends.',
    tests: [
      ...inFile(
        CLI,
        'a request that is being answered at SIGTERM is finished, and the process ends with 0',
        'a second signal ends the process at once',
      ),
      ...inFile(
        LISTENER,
        'lets a request in flight finish, ends idle connections at once, and refuses new ones',
        'cuts what is left when the grace is over, and not before',
      ),
      ...inFile('tests/contract/control-stream.test.ts', 'ends streams and answers held lists at once'),
    ],
    mutations: [
      {
        off: 'the close of Node alone',
        file: LISTENER,
        title: 'would wait for an idle connection without us: Node alone leaves one that never spoke',
      },
    ],
  },
  {
    id: 'E17',
    priority: 'P1',
    threat: 'A port that is taken, or any free one, leaves a script without an address.',
    tests: inFile(
      CLI,
      'a port in use exits with 5 and names the process that holds it',
      'start --json writes exactly one line to stdout, when requests are answered',
    ),
    mutations: [
      {
        off: 'the listen of Node alone',
        file: NAIVE,
        title: 'ends with a trace when a port is taken, and names neither who has it nor a way out',
      },
    ],
  },
]
