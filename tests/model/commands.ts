import fc from 'fast-check'
import type { Behaviour, Plan, Step, Window } from './vocabulary.ts'

export const TENANTS = ['free', 'pro', 'max', 'unplanned', 'disabled'] as const
export type Key = 'live' | 'test' | 'reader' | 'issued' | 'unknown' | 'none'
/** An id of the tenant's own, of another tenant, or of nothing. */
export type Of = 'own' | 'foreign' | 'missing'

/** A request, by what matters about it; numbers choose among what there is. */
export type Asking =
  | { route: 'listCustomers' | 'listWebhooks' | 'unknown' | 'wrongMethod' }
  | { route: 'createCustomer'; bad: boolean }
  | { route: 'bulk'; n: number; bad: boolean }
  | { route: 'getCustomer' | 'getCall' | 'deleteWebhook' | 'testWebhook'; of: Of; nth: number }
  | { route: 'updateCustomer'; of: Of; nth: number; change: 'name' | 'project' }
  | { route: 'initiate'; external: 'none' | 'new' | 'taken'; ending: number; bad: boolean }
  | { route: 'listCalls' | 'summary' | 'reportCalls' | 'reportUsers'; ago: number; days: number }
  | {
      route: 'createWebhook'
      bad: boolean
      at: 'inbox' | 'http'
      events: 'both' | 'completed' | 'missed'
      filter: 'none' | 'project' | 'status'
      enabled: boolean
    }
  | { route: 'updateWebhook'; of: Of; nth: number; change: 'label' | 'on' | 'off' | 'events' }

/** One step of a run, as data: it can be kept, shrunk and done again. What it names and cannot be found makes it do nothing. */
export type Command =
  | { do: 'ask'; tenant: number; key: Key; what: Asking }
  | { do: 'parallel'; tenant: number; what: 'list' | 'create' | 'initiate'; n: number }
  | { do: 'limit'; tenant: number; window: Window; left: number }
  | { do: 'advance'; by: number }
  | { do: 'boundary'; of: 'burst' | 'minute' | 'midnight' | 'job'; shift: -1 | 0 | 1 }
  | { do: 'wait'; tenant: number }
  | { do: 'restart'; how: 'clean' | 'kill' }
  | { do: 'killSend' | 'killTest'; tenant: number; nth: number }
  | { do: 'plan'; tenant: number; plan: Plan }
  | { do: 'openApi'; tenant: number }
  | { do: 'issueKey'; tenant: number; scopes: number }
  | { do: 'revokeKey'; tenant: number }
  | { do: 'place'; tenant: number; inbound: boolean; script: [number, Step][] }
  | { do: 'step'; tenant: number; nth: number; to: number }
  | { do: 'behave'; tenant: number; nth: number; behaviour: Behaviour; times: number }
  | { do: 'redeliver'; nth: number }
  | { do: 'fault'; tenant: number; effect: 'answer' | 'drop' }
  | { do: 'pages' | 'reports'; tenant: number }

const small = fc.nat({ max: 5 })
/** Mostly one tenant, so that much comes together there; the first two have limits that are soon reached. */
const tenant = fc.constantFrom(0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4)
const of = fc.constantFrom<Of>('own', 'own', 'own', 'foreign', 'missing')
const rarely = fc.constantFrom(false, false, false, false, true)
const days = fc.constantFrom(0, 1, 2, 7, 30, 31, 32, 33)
const ago = fc.constantFrom(0, 0, 1, 5, 29, 30, 179, 180, 181, 400)

const asking: fc.Arbitrary<Asking> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ route: fc.constantFrom('listCustomers', 'listWebhooks', 'unknown', 'wrongMethod') }),
  },
  { weight: 2, arbitrary: fc.record({ route: fc.constant('createCustomer'), bad: rarely }) },
  {
    weight: 1,
    arbitrary: fc.record({ route: fc.constant('bulk'), n: fc.constantFrom(0, 1, 3, 60, 60, 500, 501), bad: rarely }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      route: fc.constantFrom('getCustomer', 'getCall', 'deleteWebhook', 'testWebhook'),
      of,
      nth: small,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      route: fc.constant('updateCustomer'),
      of,
      nth: small,
      change: fc.constantFrom('name', 'name', 'project'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      route: fc.constant('initiate'),
      external: fc.constantFrom('none', 'new', 'new', 'taken'),
      ending: fc.integer({ min: 1, max: 5 }),
      bad: rarely,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ route: fc.constantFrom('listCalls', 'summary', 'reportCalls', 'reportUsers'), ago, days }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      route: fc.constant('createWebhook'),
      bad: rarely,
      at: fc.constantFrom('inbox', 'http'),
      events: fc.constantFrom('both', 'both', 'completed', 'missed'),
      filter: fc.constantFrom('none', 'none', 'project', 'status'),
      enabled: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      route: fc.constant('updateWebhook'),
      of,
      nth: small,
      change: fc.constantFrom('label', 'on', 'off', 'events'),
    }),
  },
) as fc.Arbitrary<Asking>

const script = fc.constantFrom<[number, Step][]>(
  [],
  [[2, 'no_answer']],
  [
    [1, 'ringing'],
    [4, 'missed_call'],
  ],
  [
    [3, 'connected'],
    [30, 'ended'],
  ],
  [[40_000, 'busy']],
)

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant('ask'),
      tenant,
      key: fc.constantFrom<Key>(
        ...(['live', 'live', 'live', 'live', 'live', 'test', 'reader', 'issued', 'issued', 'unknown', 'none'] as const),
      ),
      what: asking,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('parallel'),
      tenant,
      what: fc.constantFrom('list', 'create', 'initiate'),
      n: fc.integer({ min: 2, max: 25 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('limit'),
      tenant,
      window: fc.constantFrom<Window>('minute', 'burst', 'day', 'sends', 'sends'),
      left: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('advance'), by: fc.constantFrom(0, 1, 999, 5_000, 70_000, 400_000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance'), by: fc.integer({ min: 1, max: 200_000_000 }) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('boundary'),
      of: fc.constantFrom('burst', 'minute', 'midnight', 'job', 'job'),
      shift: fc.constantFrom(-1, 0, 0, 1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), tenant }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart'), how: fc.constantFrom('clean', 'kill') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('killSend', 'killTest'), tenant, nth: small }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('plan'), tenant, plan: fc.constantFrom<Plan>('free', 'pro', 'max', null) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('openApi'), tenant }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('issueKey'),
      tenant: fc.constantFrom(0, 1, 1, 1),
      scopes: fc.nat({ max: 63 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revokeKey'), tenant: fc.constantFrom(0, 1, 1, 1) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('place'), tenant, inbound: fc.boolean(), script }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('step'), tenant, nth: small, to: small }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('behave'),
      tenant,
      nth: small,
      behaviour: fc.constantFrom<Behaviour>(
        ...(['ok', 'slow', 'calls_back', 'error', 'error', 'gone', 'redirect', 'reset', 'hang'] as const),
      ),
      times: fc.constantFrom(1, 2, 3, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('redeliver'), nth: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fault'), tenant, effect: fc.constantFrom('answer', 'drop') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pages', 'reports'), tenant }) },
) as fc.Arbitrary<Command>
