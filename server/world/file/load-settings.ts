import { API_PREFIX, WEBHOOK_SECRET_PREFIX } from '../../contract/constants.ts'
import { limitsOfPlan, sendsNone } from '../../contract/plans.ts'
import { shown } from '../../contract/shown.ts'
import { DERIVED, type WebhookInFile } from '../../contract/world-file/world-file.ts'
import { scriptMatchProblem } from '../../domain/calls/script-match.ts'
import { scriptProblem } from '../../domain/calls/scripts.ts'
import { faultProblem } from '../../domain/faults/fault-problem.ts'
import { LimitHistory, Limits } from '../../domain/limits/limits.ts'
import { usedOf } from '../../domain/limits/used.ts'
import { COUNTER_KINDS } from '../../domain/limits/windows.ts'
import { minted } from '../../domain/minting.ts'
import { secretProblem } from '../../domain/real-keys.ts'
import { checkAssumptionValue } from '../../domain/validation/assumption-value.ts'
import { readBody } from '../../domain/validation/read-body.ts'
import { validateBody } from '../../domain/validation/validate-body.ts'
import { validateForwards } from '../../domain/webhooks/forward.ts'
import { isInboxName } from '../../domain/webhooks/inbox-url.ts'
import { parseDuration } from '../../kernel/instant.ts'
import type { Store } from '../../store/store.ts'
import { Counters } from '../../store/tables/counters.ts'
import { saveAssumption } from '../../store/tables/settings.ts'
import { RULES } from '../../verdicts/rules.ts'
import { faultsOf } from '../../verdicts/settings.ts'
import type { LoadedTenant, Loading, LoadOptions } from './loading.ts'
import { wrong } from './problems.ts'

/** Stores the assumptions of the file, and those that go before them. Every other rule depends on them. */
export function loadAssumptions(store: Store, { file, assumptions, measured }: LoadOptions): void {
  for (const [id, { value }] of measured) saveAssumption(store, id, JSON.stringify(value))
  for (const [id, value] of Object.entries(file.assumptions ?? {})) {
    const checked = checkAssumptionValue(id, value)
    if (!checked.ok) throw wrong(`assumptions.${id}`, checked.message)
    saveAssumption(store, checked.id, JSON.stringify(checked.value))
  }
  for (const [id, value] of Object.entries(assumptions)) saveAssumption(store, id, JSON.stringify(value))
}

export function loadWebhooks(loading: Loading, tenants: readonly LoadedTenant[]): void {
  const { rows } = loading
  const given = tenants.flatMap(({ tenant }) => tenant.webhooks?.map(({ webhook_id = 0 }) => webhook_id) ?? [])
  let nextId = given.reduce((most, id) => Math.max(most, id), rows.highest('webhooks')) + 1
  const seen = new Set<number>()
  for (const { path, row, tenant } of tenants) {
    const { webhooks = [] } = tenant
    if (webhooks.length > 0) requireSends(loading, { path, row })
    const most = loading.register.values['webhooks.max_per_tenant']
    if (webhooks.length > most) loading.wrong(`${path}.webhooks`, `A tenant may have at most ${most}.`)
    for (const [index, webhook] of webhooks.entries()) {
      const at = `${path}.webhooks.${index}`
      const webhook_id = webhook.webhook_id ?? nextId++
      if (seen.has(webhook_id)) loading.wrong(`${at}.webhook_id`, `There is another webhook ${webhook_id}.`)
      else loadWebhook(loading, webhook, { path: at, row, webhook_id })
      seen.add(webhook_id)
    }
  }
}

/** A webhook that no event could ever reach is refused, as both APIs refuse it. */
function requireSends(loading: Loading, { path, row }: Pick<LoadedTenant, 'path' | 'row'>): void {
  if (sendsNone(limitsOfPlan(row.plan)))
    loading.wrong(`${path}.webhooks`, `The plan ${row.plan} has no webhooks. Change plan, or leave them out.`)
  else if (row.open_api_enabled === 0 && loading.register.values['webhooks.open_api_disabled'] === 'suppress')
    loading.wrong(`${path}.webhooks`, 'The Open API of the tenant is disabled, so nothing would be sent to them.')
}

function loadWebhook(
  loading: Loading,
  { webhook_id: _, secret = DERIVED, created_at, updated_at, ...fields }: WebhookInFile,
  { path, row, webhook_id }: Pick<LoadedTenant, 'path' | 'row'> & { webhook_id: number },
): void {
  const { values } = loading.register
  const { tenant_id } = row
  const problem = validateBody({ endpoint: 'createWebhook', value: fields, values, note: () => undefined })
  if (problem !== undefined) loading.wrongIn(path, problem)
  const notFit = secret === DERIVED ? undefined : secretProblem(secret)
  if (notFit !== undefined) loading.wrong(`${path}.secret`, notFit)
  if (problem !== undefined || notFit !== undefined) return
  const given = readBody('createWebhook', fields, values)
  for (const [index, id] of (given.filters?.project_ids ?? []).entries())
    if (loading.tenants.project(tenant_id, id) === undefined)
      loading.wrong(`${path}.filters.project_ids.${index}`, `The tenant ${shown(row.slug)} has no project ${id}.`)
  const created = loading.past(`${path}.created_at`, created_at) ?? loading.options.now
  loading.rows.webhook.run({
    webhook_id,
    tenant_id,
    label: given.label ?? null,
    url: given.url,
    events: JSON.stringify(given.events),
    filters: given.filters ? JSON.stringify(given.filters) : null,
    is_enabled: given.is_enabled === false ? 0 : 1,
    secret:
      secret === DERIVED ? WEBHOOK_SECRET_PREFIX + minted(loading.identity, `webhook.secret:${webhook_id}`) : secret,
    created_at: created,
    updated_at: loading.past(`${path}.updated_at`, updated_at) ?? created,
    deleted_at: null,
  })
}

/** What is used of the windows around the clock. */
export function loadLimits(loading: Loading, tenants: readonly LoadedTenant[]): void {
  const { store, now } = loading.options
  const limits = new Limits({
    counters: new Counters(store),
    history: new LimitHistory(store),
    register: loading.register,
  })
  for (const { path, row, tenant } of tenants) {
    for (const kind of COUNTER_KINDS) {
      const { used } = tenant.limits?.[kind] ?? {}
      if (used === undefined) continue
      const count = usedOf(used, limits.counter(row, kind, now).limit)
      if (count === undefined)
        loading.wrong(`${path}.limits.${kind}.used`, `${kind} has no limit for this tenant. Give a number.`)
      else limits.set(row, kind, count, now)
    }
  }
}

export function loadScripts(loading: Loading): void {
  for (const [index, { match, steps, times = null, used = 0 }] of (loading.options.file.call_scripts ?? []).entries()) {
    const problem = scriptProblem(steps) ?? scriptMatchProblem(match, loading.tenants)
    if (problem !== undefined) loading.wrong(`call_scripts.${index}`, problem)
    loading.rows.script.run({ match: JSON.stringify(match), steps: JSON.stringify(steps), times, used })
  }
}

export function loadFaults(loading: Loading, isWebhook: (webhook_id: number) => boolean): void {
  for (const [index, fault] of (loading.options.file.faults ?? []).entries()) {
    const path = `faults.${index}`
    const problem = faultProblem(fault)
    if (problem !== undefined) loading.wrong(path, problem)
    const { tenant, webhook_id, path: below } = fault.match ?? {}
    if (tenant !== undefined && loading.tenants.bySlug(tenant) === undefined)
      loading.wrong(`${path}.match.tenant`, `There is no tenant ${shown(tenant)}.`)
    if (webhook_id !== undefined && !isWebhook(webhook_id))
      loading.wrong(
        `${path}.match.webhook_id`,
        `There is no webhook ${webhook_id}. Give one of the file that webhook_id.`,
      )
    const match =
      below?.startsWith(`${API_PREFIX}/`) === true
        ? { ...fault.match, path: below.slice(API_PREFIX.length) }
        : (fault.match ?? {})
    const created_at = loading.past(`${path}.created_at`, fault.created_at) ?? loading.options.now
    loading.rows.fault.run({
      match: JSON.stringify(match),
      effect: JSON.stringify(fault.effect),
      times: fault.times ?? null,
      probability: fault.probability ?? null,
      created_at,
      expires_at: fault.ttl === undefined ? null : created_at + (parseDuration(fault.ttl) ?? 0),
      seen: fault.seen ?? 0,
      fired: fault.fired ?? 0,
    })
  }
}

export function loadInboxes(loading: Loading): void {
  for (const [name, behaviour] of Object.entries(loading.options.file.inbox ?? {})) {
    const path = `inbox.${name}`
    if (!isInboxName(name))
      loading.wrong(path, 'The name of an inbox has 1 to 64 letters, digits, dots, underscores and hyphens.')
    const delay = parseDuration(behaviour.delay ?? 'PT0S')
    if (delay === undefined || delay < 0)
      loading.wrong(`${path}.delay`, 'Must be an ISO 8601 duration of real time such as PT2S.')
    loading.rows.inbox.run({ name, behaviour: JSON.stringify(behaviour), remaining: behaviour.times ?? null })
  }
}

/** What stands in the file and is used later: where deliveries are led, and how clients are judged. */
export function checkRest(loading: Loading): void {
  const { forwards = [], verdicts = {} } = loading.options.file
  const unread = forwards.findIndex(({ from, to }) => /\$\{/.test(from + to))
  const problem = validateForwards(forwards)
  if (unread !== -1)
    loading.wrong(
      `forwards.${unread}`,
      'Names a variable of the environment, which is known only where a file is read: "ringback start --world-file", or createWorld({ from: "file" }).',
    )
  else if (problem !== undefined) loading.wrong('forwards', problem)
  for (const [place, fault] of Object.entries(faultsOf(verdicts.rules ?? {})))
    loading.wrong(place === '' ? 'verdicts.rules' : `verdicts.rules.${place}`, fault)
  for (const [index, { rule }] of (verdicts.expect ?? []).entries())
    if (!RULES.some(({ id }) => id === rule))
      loading.wrong(
        `verdicts.expect.${index}.rule`,
        `There is no such rule. Rules: ${RULES.map(({ id }) => id).join(', ')}.`,
      )
}
