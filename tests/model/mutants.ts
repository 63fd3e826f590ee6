import type { Emulator } from '../../server/emulator.ts'
import type { Response } from '../../server/turn/answer.ts'
import type { WorldRuntime } from '../../server/world/runtime.ts'
import { changeAnswers } from '../support/inside.ts'
import type { Command } from './commands.ts'
import type { InvariantId } from './proof.ts'
import { STORIES } from './stories.ts'

/** A defect that is built into a running emulator, and the invariants that its first trace may violate. */
export interface Mutant {
  readonly title: string
  readonly violates: readonly InvariantId[]
  readonly commands: readonly Command[]
  readonly mutate: (emulator: Emulator) => void
}

type Services = WorldRuntime['services']
/** Puts other methods in the place of an object's own. */
const patch = <Thing extends object>(thing: Thing, methods: (own: Thing) => Partial<Thing>) => {
  const own = Object.create(Object.getPrototypeOf(thing), Object.getOwnPropertyDescriptors(thing)) as Thing
  Object.assign(thing, methods(bound(thing, own)))
}
/** The methods as they were, each still on the object itself, whose private fields it needs. */
function bound<Thing extends object>(thing: Thing, own: Thing): Thing {
  const get = (_: Thing, name: string | symbol) => {
    const value = Reflect.get(own, name, thing) as unknown
    return typeof value === 'function' ? value.bind(thing) : value
  }
  return new Proxy(own, { get })
}

const services = (mutate: (services: Services, runtime: WorldRuntime) => void) => (emulator: Emulator) =>
  mutate(emulator.defaultWorld.runtime.services, emulator.defaultWorld.runtime)

/** Changes every answer of the emulated API on its way out. */
const answers = (change: (response: Response, runtime: WorldRuntime) => Response) => (emulator: Emulator) => {
  const { runtime } = emulator.defaultWorld
  changeAnswers(runtime, response => change(response, runtime))
}
const withHeader =
  (name: string, change: (value: string) => string) =>
  (response: Response): Response => ({
    ...response,
    headers: response.headers.map(([key, value]) => (key === name ? [key, change(value)] : [key, value])),
  })
const withBody =
  (change: (text: string, runtime: WorldRuntime) => string) =>
  (response: Response, runtime: WorldRuntime): Response => ({
    ...response,
    body: response.body && Buffer.from(change(response.body.toString(), runtime)),
  })
const more = (value: string) => String(Number(value) + 1)

/** Runs only when the emulator has been started again. */
const afterRestart = (mutate: (emulator: Emulator) => void) => {
  let starts = 0
  return (emulator: Emulator) => {
    if (++starts > 1) mutate(emulator)
  }
}

const { windows, lastOfDay, customers, calls, keys, plans, reports, retries, sendLimit, callsBack, deleted } = STORIES

export const MUTANTS: readonly Mutant[] = [
  {
    title: 'one request too many passes the rate limit',
    violates: ['I1'],
    commands: windows.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({
        checkRate: (subject, now) => {
          const verdict = own.checkRate(subject, now)
          const { minute, burst } = verdict
          return { ...verdict, exceeded: minute.used > minute.limit || burst.used > burst.limit }
        },
      })),
    ),
  },
  {
    title: 'requests of one tenant use slots of the next',
    violates: ['I2'],
    commands: windows.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({
        countRequest: (tenant, now) => {
          own.countRequest(tenant, now)
          own.countRequest(tenant + 1, now)
        },
      })),
    ),
  },
  {
    title: 'remaining is one too high',
    violates: ['I3'],
    commands: windows.commands,
    mutate: answers(withHeader('X-RateLimit-Remaining', more)),
  },
  {
    title: 'reset is a second late (without F6)',
    violates: ['I4'],
    commands: windows.commands,
    mutate: answers(withHeader('X-RateLimit-Reset', more)),
  },
  {
    title: 'every request has the same X-Request-ID',
    violates: ['I5'],
    commands: windows.commands,
    mutate: answers(withHeader('X-Request-ID', () => '00000000-0000-4000-8000-000000000000')),
  },
  {
    title: 'Retry-After is a second more than retry_after',
    violates: ['I6'],
    commands: windows.commands,
    mutate: answers(withHeader('Retry-After', more)),
  },
  {
    title: 'a tenant that waited is refused a second longer',
    violates: ['I1', 'I7'],
    commands: windows.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({
        checkRate: (subject, now) =>
          own.checkRate(subject, now - 1_000).exceeded && now % 10_000 < 1_000
            ? { ...own.checkRate(subject, now - 1_000), retryAfterSeconds: 1 }
            : own.checkRate(subject, now),
      })),
    ),
  },
  {
    title: 'failed requests use the quota',
    violates: ['I8'],
    commands: keys.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({
        countRequest: (tenant, now) => {
          own.countRequest(tenant, now)
          own.countSuccess({ tenant_id: tenant, plan: null }, now)
        },
        countSuccess: () => {},
      })),
    ),
  },
  {
    title: 'X-Quota-Used is not used of the details',
    violates: ['I9'],
    commands: lastOfDay.commands,
    mutate: answers(withHeader('X-Quota-Used', more)),
  },
  {
    title: 'the quota is never exceeded',
    violates: ['I10'],
    commands: lastOfDay.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({ checkQuota: (subject, now) => ({ ...own.checkQuota(subject, now), exceeded: false }) })),
    ),
  },
  {
    title: 'a refused request leaves a trace in the counters',
    violates: ['I11'],
    commands: windows.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({
        checkRate: (subject, now) => {
          const verdict = own.checkRate(subject, now)
          if (verdict.exceeded) own.set(subject, 'webhook_sends', 0, now)
          return verdict
        },
      })),
    ),
  },
  {
    title: 'every key has every scope',
    violates: ['I12'],
    commands: keys.commands,
    mutate: services(({ tenants }) =>
      patch(tenants, own => ({
        callerOf: hash => {
          const caller = own.callerOf(hash)
          return caller && { ...caller, scopes: ['customers:write', 'customers:read'] }
        },
      })),
    ),
  },
  {
    title: 'a tenant whose Open API is off is served',
    violates: ['I13'],
    commands: [...plans.commands.slice(0, 7), { do: 'ask', tenant: 1, key: 'live', what: { route: 'listCustomers' } }],
    mutate: services(({ tenants }) =>
      patch(tenants, own => ({
        callerOf: hash => {
          const caller = own.callerOf(hash)
          return caller && { ...caller, open_api_enabled: true }
        },
      })),
    ),
  },
  {
    title: "another tenant's customer is shown (without E12)",
    violates: ['I14'],
    commands: customers.commands,
    mutate: services(({ customers, tenants }) =>
      patch(customers, own => ({
        find: (_, id) =>
          tenants
            .all()
            .map(tenant => own.find(tenant.tenant_id, id))
            .find(found => found !== undefined),
      })),
    ),
  },
  {
    title: 'errors have a field more',
    violates: ['I15'],
    commands: keys.commands,
    mutate: answers(withBody(text => text.replace('{"error":{', '{"error":{"status":400,'))),
  },
  {
    title: 'a page is one item short',
    violates: ['I16'],
    commands: customers.commands,
    mutate: services(({ customers }) =>
      patch(customers, own => ({
        list: (tenant, filters, page) => {
          const found = own.list(tenant, filters, page)
          return { ...found, rows: found.rows.slice(0, 49) }
        },
      })),
    ),
  },
  {
    title: 'an update does not move updated_at',
    violates: ['I17'],
    commands: [
      ...customers.commands.slice(4, 5),
      { do: 'advance', by: 1_000 },
      { do: 'ask', tenant: 1, key: 'live', what: { route: 'updateCustomer', of: 'own', nth: 0, change: 'name' } },
    ],
    mutate: services(({ customers }) =>
      patch(customers, own => ({ update: (customer, fields) => own.update(customer, fields, customer.updated_at) })),
    ),
  },
  {
    title: 'a bulk that fails keeps its first half',
    violates: ['I18'],
    commands: customers.commands,
    mutate: services(({ customers }, { store }) => {
      patch(customers, own => ({
        problems: (tenant, fields, prefix) => (prefix ? {} : own.problems(tenant, fields, '')),
      }))
      patch(store, own => ({ transaction: work => (store.inTransaction ? work() : own.transaction(work)) }))
    }),
  },
  {
    title: 'an external_id can be used twice',
    violates: ['I19'],
    commands: calls.commands,
    mutate: services(({ calls }, { store }) => {
      store.db.exec('DROP INDEX calls_by_external_id')
      patch(calls, () => ({ requireUnique: () => {} }))
    }),
  },
  {
    title: 'the list of calls shows phone numbers (without E9)',
    violates: ['I20'],
    commands: calls.commands,
    mutate: answers(
      withBody((text, { store }) => {
        const full = store.all(store.query.selectFrom('calls').select('phone_number'))
        return text.includes('"pagination"')
          ? text.replace(/"phone_number":"[^"]*"/, `"phone_number":"${full[0]?.phone_number}"`)
          : text
      }),
    ),
  },
  {
    title: 'filters of webhooks are not asked',
    violates: ['I21', 'I22'],
    commands: calls.commands,
    mutate: services(({ webhooks }) =>
      patch(webhooks, own => ({ active: tenant => own.active(tenant).map(row => ({ ...row, filters: null })) })),
    ),
  },
  {
    title: 'an event counts once for each webhook (without C13)',
    violates: ['I22'],
    commands: callsBack.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({
        countSend: (subject, now) => own.countSend(subject, now) && own.countSend(subject, now),
      })),
    ),
  },
  {
    title: 'an event over the send limit is sent (without C13)',
    violates: ['I21', 'I23'],
    commands: sendLimit.commands,
    mutate: services(({ limits }) =>
      patch(limits, own => ({ countSend: (subject, now) => own.countSend(subject, now) || true })),
    ),
  },
  {
    title: 'a re-delivery has an id of its own (without C2)',
    violates: ['I24'],
    commands: retries.commands,
    mutate: services(({ deliveries, random }) =>
      patch(deliveries, own => ({
        sendNow: (delivery, webhook, signal) => {
          const delivery_id = delivery.attempts === 0 ? delivery.delivery_id : random.uuid(`${delivery.attempts}`)
          return own.sendNow({ ...delivery, delivery_id }, webhook, signal)
        },
      })),
    ),
  },
  {
    title: 'the key of signatures lacks whsec_ (without C3)',
    violates: ['I25'],
    commands: retries.commands,
    mutate: services(({ deliveries }) =>
      patch(deliveries, own => ({
        sendNow: (delivery, webhook, signal) =>
          own.sendNow(delivery, { ...webhook, secret: webhook.secret.replace('whsec_', '') }, signal),
      })),
    ),
  },
  {
    title: 'what is pending goes on after its webhook was disabled (without C12)',
    violates: ['I21', 'I26'],
    commands: STORIES.switchedOff.commands,
    mutate: services(({ deliveries }) => patch(deliveries, () => ({ cancelPending: () => {} }))),
  },
  {
    title: 'a delivery that succeeded is sent once more (without C14)',
    violates: ['I26'],
    commands: retries.commands,
    mutate: services(({ deliveries }) =>
      patch(deliveries, own => ({
        sendNow: async (delivery, webhook, signal) => {
          await own.sendNow(delivery, webhook, signal)
          return own.sendNow(delivery, webhook, signal)
        },
      })),
    ),
  },
  {
    title: 'the first retry comes a second late (without C6)',
    violates: ['I27'],
    commands: retries.commands,
    mutate: services((_, { kernel }) =>
      patch(kernel, own => ({
        schedule: job => own.schedule(job.inPlaceOf === undefined ? job : { ...job, due_at: job.due_at + 1_000 }),
      })),
    ),
  },
  {
    title: 'retries are forgotten (without C6)',
    violates: ['I26', 'I27', 'I28'],
    commands: retries.commands,
    mutate: services((_, { kernel }) =>
      patch(kernel, own => ({
        schedule: job => {
          if (job.inPlaceOf === undefined) own.schedule(job)
        },
      })),
    ),
  },
  {
    title: 'a delivery is written down and never sent (without C1)',
    violates: ['I26', 'I29'],
    commands: deleted.commands,
    mutate: services(({ deliveries }, { kernel }) =>
      patch(deliveries, () => ({
        sendNow: async (_, { url }) => ({
          url,
          started_at: kernel.catchUp(),
          headers: {},
          assumptions: '',
          nth: 1,
          outcome: {
            ...{ target: 'nowhere', status_code: 500, response_headers: {}, response_body: '' },
            ...{ error: null, duration_ms: 0 },
          },
        }),
      })),
    ),
  },
  {
    title: 'steps of calls are stamped a second early',
    violates: ['I30'],
    commands: calls.commands,
    mutate: services(({ calls }) =>
      patch(calls, own => ({ runStep: (job, fired) => own.runStep({ ...job, due_at: job.due_at - 1_000 }, fired) })),
    ),
  },
  {
    title: 'a restart forgets what was used (without F4)',
    violates: ['I31'],
    commands: STORIES.exhausted.commands,
    mutate: afterRestart(services((_, { store }) => void store.db.exec('DELETE FROM counters'))),
  },
  {
    title: 'a restart forgets a retry (without C1) (without F4)',
    violates: ['I31'],
    commands: retries.commands,
    mutate: afterRestart(
      services((_, { store }) => void store.db.exec("DELETE FROM jobs WHERE kind = 'webhook.attempt'")),
    ),
  },
  {
    title: 'a range of 32 days is taken',
    violates: ['I33'],
    commands: reports.commands,
    mutate: services(({ register }) => register.set('dates.range_counting', 'difference')),
  },
  {
    title: 'the summary counts a call too many',
    violates: ['I34'],
    commands: reports.commands,
    mutate: services(({ reports }) =>
      patch(reports, own => ({
        summary: (tenant, range, period) => {
          const summary = own.summary(tenant, range, period)
          return { ...summary, totals: { ...summary.totals, total_calls: summary.totals.total_calls + 1 } }
        },
      })),
    ),
  },
  {
    title: 'a rejection that nobody handles (without E1)',
    violates: ['I35'],
    commands: keys.commands,
    mutate: answers(response => {
      void Promise.reject(new Error('nobody handles this'))
      return response
    }),
  },
  {
    title: 'one answer is a 500 (without E1)',
    violates: ['I35'],
    commands: keys.commands,
    mutate: answers(response => (response.status === 200 ? { ...response, status: 500 } : response)),
  },
]
