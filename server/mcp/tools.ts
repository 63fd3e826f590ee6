import { CALL_STEPS } from '../contract/calls.ts'
import { deliveryUrl } from '../contract/delivery-url.ts'
import { SUBSCRIBABLE_EVENTS } from '../contract/events.ts'
import { FIXTURE_NAMES } from '../contract/fixture-names.ts'
import { named } from '../contract/shown.ts'
import type { Tool, ToolCall, ToolResult } from './tool.ts'

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 2_000, description })
const tenant = text('Slug of a tenant: free, pro, max, unplanned, disabled, neighbour')
const limit = { type: 'integer', minimum: 1, maximum: 50, description: 'How many rows, 10 when left out' }
const USUAL_LIMIT = 10
/** Longest explanation, in characters. */
const LONGEST_TEXT = 2_000

const short = (value: string) => (value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT - 1)}…` : value)
const lines = (rows: readonly string[], none: string) => (rows.length === 0 ? none : rows.join('\n'))
const rows = (data: readonly unknown[], said: readonly string[], none: string): ToolResult => ({
  data: { rows: data },
  text: lines(said, none),
})

/** What agents can do with an emulator: few tools, each whole. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'world_open',
    title: 'Open a world',
    description: 'Shows a world with its address, keys, clock and tenants; creates it when it is not there.',
    properties: {
      fixture: { enum: [...FIXTURE_NAMES] },
      clock: text('Instant at which a new world starts: 2026-03-10T03:00:00Z'),
    },
    opensWorld: true,
    run: async ({ world }) => {
      const view = await world.refresh()
      const keys = view.tenants.flatMap(({ tenant: slug, plan, keys: all }) => {
        const key = all.find(({ label }) => label === 'live')?.key
        return key === undefined ? [] : [`${slug} (${plan ?? 'no plan'}): ${key}`]
      })
      return {
        data: { world_id: world.id, base_url: world.baseUrl, now: view.now, pace: view.pace, tenants: view.tenants },
        text: [`World ${world.id} at ${world.baseUrl}, clock ${view.now} (${view.pace}). Live keys:`, ...keys].join(
          '\n',
        ),
      }
    },
  },
  {
    name: 'world_reset',
    title: 'Reset a world',
    description: 'Starts a world afresh: its data, journal, counters, clock and faults are lost.',
    properties: {
      fixture: { enum: [...FIXTURE_NAMES] },
      seed: { type: 'integer', minimum: 0 },
      clock: text('Instant to start at'),
    },
    destructive: true,
    run: async ({ world, args: { fixture, seed, clock } }) => {
      await world.reset({ fixture, seed, clock })
      return {
        data: { world_id: world.id, now: world.view.now },
        text: `World ${world.id} starts afresh at ${world.view.now}.`,
      }
    },
  },
  {
    name: 'clock',
    title: 'Show or move the clock',
    description:
      'Without arguments, shows the emulated time. Moves it by a duration (PT10M) or to next-burst, next-minute, next-tokyo-midnight, next-job or an instant; sets the pace.',
    properties: {
      by: text('Duration: PT10M'),
      to: text('Instant or target'),
      pace: { anyOf: [{ enum: ['frozen', 'live', 'eager'] }, { type: 'number', exclusiveMinimum: 0 }] },
    },
    run: async ({ world, args: { by, to, pace } }) => {
      if (pace !== undefined) await (typeof pace === 'number' ? world.clock.run(pace) : paceOf(world, pace))
      const moved = by === undefined && to === undefined ? undefined : await world.clock.advance({ by, to })
      const clock = await world.clock.get()
      const happened = moved === undefined ? '' : ` ${moved.fired.length} things happened on the way.`
      return { data: { ...clock }, text: `It is ${clock.now} (${clock.pace}).${happened}` }
    },
  },
  {
    name: 'limits',
    title: 'Show or set what is used of the limits',
    description:
      'Per tenant: requests of the minute, the burst of ten seconds and the Tokyo day, webhook sends. A value is a number, limit, or limit-1.',
    properties: {
      tenant,
      ...Object.fromEntries(
        ['minute', 'burst', 'day', 'webhook_sends'].map(name => [
          name,
          { type: ['integer', 'string'], description: 'Number, limit, limit-1' },
        ]),
      ),
    },
    required: ['tenant'],
    run: async ({ world, args: { tenant: slug, world: _, ...used } }) => {
      const { limits } = world.tenant(slug)
      const wanted = Object.fromEntries(Object.entries(used).map(([name, value]) => [name, { used: value as number }]))
      const view = Object.keys(wanted).length === 0 ? await limits.get() : await limits.set(wanted)
      return { data: { ...view }, text: short(JSON.stringify(view)) }
    },
  },
  {
    name: 'call_place',
    title: 'Place a simulated call',
    description: 'As if it happened in the service. Its outcome follows from the seed, the number and the external_id.',
    properties: {
      tenant,
      phone_number: text('+81312340001'),
      external_id: text('Your id'),
      call_type: { enum: ['outbound', 'inbound'] },
    },
    required: ['tenant', 'phone_number'],
    run: async ({ world, args: { world: _, ...call } }) => {
      const placed = await world.calls.place(call)
      return {
        data: { ...placed },
        text: `Call ${placed.call_id} is ${placed.status}. Move the clock, or take it on with call_step.`,
      }
    },
  },
  {
    name: 'call_step',
    title: 'Take a call to its next status',
    description: 'By hand, which takes it off its script. A refusal names the steps that are possible.',
    properties: { call_id: text('Id of the call'), to: { enum: [...CALL_STEPS] } },
    required: ['call_id', 'to'],
    run: async ({ world, args: { call_id, to } }) => {
      const call = await world.calls.step(call_id, to)
      return { data: { ...call }, text: `Call ${call.call_id} is ${call.status}.` }
    },
  },
  {
    name: 'event_trigger',
    title: 'Trigger an event',
    description: 'Delivers call.completed or call.missed to the webhooks of a tenant, or says why it is not sent.',
    properties: {
      tenant,
      event: { enum: [...SUBSCRIBABLE_EVENTS] },
      data: { type: 'object', description: 'Overrides of the payload by path' },
    },
    required: ['tenant', 'event'],
    run: async ({ world, args: { world: _, ...event } }) => {
      const result = await world.events.trigger(event)
      const said =
        'suppressed' in result
          ? `Not sent: ${result.suppressed.reason}.`
          : `Event ${result.event_id} to ${result.deliveries.length} webhooks.`
      return { data: { ...result }, text: said }
    },
  },
  {
    name: 'requests_search',
    title: 'Search the requests of clients',
    description: 'The journal, newest first: by method, path, status (429, 4xx), code text, tenant or any text.',
    properties: {
      method: text('GET'),
      path: text('/customers'),
      status: text('429, 4xx'),
      tenant,
      q: text('Any text'),
      limit,
    },
    readOnly: true,
    run: async ({ world, args: { world: _, limit: most = USUAL_LIMIT, ...filter } }) => {
      const found = await world.requests.list({ ...filter, limit: most })
      const said = found.map(
        ({ seq, at, method, path, status, code, request_id }) =>
          `#${seq} ${at} ${method} ${path} ${status} ${code ?? ''} (${request_id})`,
      )
      return rows(found, said, 'No request matches.')
    },
  },
  {
    name: 'request_explain',
    title: 'Explain the answer to a request',
    description: 'Which check decided, why, what would have refused it too, and which assumptions it rests on.',
    properties: { request_id: text('X-Request-ID of the answer') },
    required: ['request_id'],
    readOnly: true,
    run: async ({ world, args: { request_id } }) => {
      const { method, path, status, code, explanation, trace, assumptions, caused } =
        await world.requests.get(request_id)
      return {
        data: { method, path, status, code, trace, assumptions, caused },
        text: short(
          `${method} ${path} was answered ${status}. ${explanation}\nRests on: ${lines(assumptions, 'no assumption')}`,
        ),
      }
    },
  },
  {
    name: 'deliveries',
    title: 'List deliveries of webhooks',
    description: 'Newest first, with status, attempts and the newest failure; or one, sent again.',
    properties: {
      tenant,
      status: text('pending, delivered, failed, cancelled'),
      redeliver: text('Id of a delivery to send again'),
      limit,
    },
    run: async ({ world, args: { world: _, limit: most = USUAL_LIMIT, redeliver, ...filter } }) => {
      if (redeliver !== undefined) {
        const { attempts, ...again } = await world.deliveries.redeliver(redeliver)
        return {
          data: { ...again },
          text: `Delivery ${redeliver} is ${again.status} after ${attempts.length} attempts.`,
        }
      }
      const found = await world.deliveries.list({ ...filter, limit: most })
      const said = found.map(
        ({ delivery_id, event, url, last_url, status, attempt_count, last_status_code, last_error }) =>
          `${delivery_id} ${event} to ${deliveryUrl({ status, url, last_url })}: ${status} after ${attempt_count} (${last_error ?? last_status_code ?? 'not tried'})`,
      )
      return rows(found, said, 'There are no deliveries.')
    },
  },
  {
    name: 'inbox_read',
    title: 'Read a receiver inside Ringback',
    description: 'What came to https://inbox.ringback.test/<name>, and whether each signature is valid.',
    properties: { name: text('Name of the inbox, default when left out') },
    readOnly: true,
    run: async ({ world, args: { name = 'default' } }) => {
      const messages = await world.inbox(name).messages()
      const said = messages.map(
        ({ received_at, event, verified, delivery_id }) =>
          `${received_at} ${event ?? '-'} ${verified ? 'valid' : 'INVALID'} ${delivery_id ?? ''}`,
      )
      return rows(messages.slice(-50), said.slice(-50), `Inbox ${name} is empty.`)
    },
  },
  {
    name: 'fault_add',
    title: 'Make something go wrong',
    description:
      'effect is one of {"status":503}, {"latency":"PT2S"}, {"drop":true}, {"truncate":100} for requests, {"delay":"PT1M"}, {"duplicate":true}, {"forge":"tampered"} for deliveries.',
    properties: {
      effect: { type: 'object' },
      match: {
        type: 'object',
        description:
          'method, path, tenant, outcome (success or error: what the service has answered); for deliveries event, tenant',
      },
      times: { type: 'integer', minimum: 1 },
    },
    required: ['effect'],
    run: async ({ world, args: { effect, match, times } }) => {
      const fault = await world.faults.add({ effect, match, times })
      return {
        data: { ...fault },
        text: `Fault ${fault.id} acts from now on${times === undefined ? '' : `, ${times} times`}.`,
      }
    },
  },
  {
    name: 'fault_clear',
    title: 'End all faults',
    description: 'Of the world, or one by its id.',
    properties: { id: { type: 'integer', minimum: 1 } },
    destructive: true,
    run: async ({ world, args: { id } }) => {
      if (id === undefined) await world.faults.clear()
      else await world.faults.remove(id)
      return {
        data: { faults: await world.faults.list() },
        text: id === undefined ? 'No fault acts any more.' : `Fault ${id} has ended.`,
      }
    },
  },
  {
    name: 'verdicts',
    title: 'Judge the clients',
    description: 'Which rules of good behaviour the clients of the world broke, with evidence and how to mend it.',
    properties: {},
    readOnly: true,
    run: async ({ world }) => {
      const judged = await world.verdicts()
      const failed = judged.filter(({ state }) => state === 'failed')
      const said = failed.map(
        ({ rule, severity, findings: [first], fix }) =>
          `${rule} (${severity}${first?.kept?.by === 'capsule' ? ', found in the run of the capsule' : ''}): ${first?.message ?? ''} ${fix}`,
      )
      const passed = judged.filter(({ state }) => state === 'passed').length
      return {
        data: { failed, passed, not_met: judged.length - passed - failed.length },
        text: short(lines(said, `No rule was broken; ${passed} were met and kept.`)),
      }
    },
  },
  {
    name: 'drill_run',
    title: 'Stage a bad day',
    description:
      'Stages a drill in the world, for a client that you then run yourself; without drill, lists them. Call it again with drill_id to see how it went.',
    properties: {
      drill: text('Name of the drill'),
      drill_id: text('Id of a staged drill'),
      end: { type: 'boolean', description: 'End the drill' },
    },
    run: runDrill,
  },
  {
    name: 'contract',
    title: 'Read the contract',
    description:
      'Endpoints with scopes and statuses; or all of one endpoint from the OpenAPI document, as this world answers.',
    properties: { path: text('/customers/{customerId}') },
    readOnly: true,
    run: async ({ emulator, world, args: { path } }) => {
      const document = await emulator.client.call<{ paths: { [path: string]: object } }>(
        'GET',
        '/control/contract/openapi.json',
        {
          query: { world: world.id },
        },
      )
      const { [path ?? '']: one } = document.paths
      if (path !== undefined) {
        if (one === undefined)
          throw new Error(`The contract has no path ${named(path)}. It has ${Object.keys(document.paths).join(', ')}.`)
        return { data: { path, operations: one }, text: short(JSON.stringify(one)) }
      }
      const said = Object.entries(document.paths).flatMap(([name, operations]) =>
        Object.entries(operations).map(([method, { summary }]) => `${method.toUpperCase()} ${name}: ${summary}`),
      )
      return { data: { endpoints: said }, text: said.join('\n') }
    },
  },
]

const paceOf = (world: ToolCall['world'], pace: 'frozen' | 'live' | 'eager') =>
  pace === 'frozen' ? world.clock.freeze() : world.clock[pace]()

interface Staged {
  readonly drill_id: string
  readonly drill: string
  readonly state: string
  readonly steps: readonly { readonly text: string; readonly done: boolean }[]
  readonly not_met_because: string | null
}

async function runDrill({ world, args: { drill, drill_id, end } }: ToolCall): Promise<ToolResult> {
  if (drill === undefined && drill_id === undefined) {
    const { data } = await world.client.get<{ data: { drill: string; title: string }[] }>(['drills'])
    return rows(
      data,
      data.map(row => `${row.drill}: ${row.title}`),
      '',
    )
  }
  if (end === true && drill_id !== undefined) {
    await world.client.remove(['drills', drill_id])
    return { data: { drill_id, state: 'ended' }, text: `Drill ${drill_id} has ended.` }
  }
  const staged =
    drill_id === undefined
      ? await world.client.send<Staged>('POST', ['drills'], { drill })
      : await world.client.get<Staged>(['drills', drill_id])
  const steps = staged.steps.map(step => `${step.done ? '✓' : '·'} ${step.text}`)
  const because = staged.not_met_because === null ? '' : ` ${staged.not_met_because}`
  return {
    data: { ...staged },
    text: [`Drill ${staged.drill} (${staged.drill_id}) is ${staged.state}.${because}`, ...steps].join('\n'),
  }
}
