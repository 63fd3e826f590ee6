import type { AssumptionId } from '../contract/assumptions.ts'
import { DAY_ZONE_OFFSET_HOURS, TEST_KEY_PREFIX } from '../contract/constants.ts'
import type { MeasuredFile } from '../contract/measured-file.ts'
import type { PlanName } from '../contract/plans.ts'
import { HOUR } from '../kernel/instant.ts'
import { baseAddress, MeasureRefusal } from './base-address.ts'
import type { Exchange, HarmClass } from './exchange.ts'
import { findingsIn } from './findings.ts'
import { exchangesHar } from './har-out.ts'
import { Known } from './known.ts'
import { Ledger, type LedgerLine, type LedgerWriter } from './ledger.ts'
import { BUDGET, type MeasureClock } from './pace.ts'
import { makePlan, type Plan } from './plan.ts'
import type { Received } from './receiver.ts'
import { type RunReceiver, runPlan } from './run.ts'
import { Seen } from './seen.ts'
import { type Keys, Sender } from './sender.ts'
import type { Need } from './step.ts'
import type { Wire } from './wire.ts'

/** What a run is told about the service and the tenant. */
export interface MeasureSetting {
  readonly base: string
  readonly keys: Keys
  readonly classes: readonly HarmClass[]
  readonly only?: readonly AssumptionId[] | undefined
  /** `none`: the tenant has no plan. */
  readonly plan?: PlanName | 'none' | undefined
  /** Requests of the day that the tenant has used already. */
  readonly dayUsed?: number | undefined
  readonly openApiOff?: boolean | undefined
  readonly staff?: number | undefined
  readonly project?: number | undefined
  readonly liveKeyForWrites?: boolean | undefined
  readonly clock: MeasureClock
  /** The ledger of the run that is continued. */
  readonly resume?: readonly LedgerLine[] | undefined
}

/** A receiver that the service can reach. */
export interface MeasureReceiver extends RunReceiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Gives it the secret of a webhook, to check signatures with. */
  secretIs(secretOf: () => string | undefined): void
}

export interface Running {
  readonly wire: Wire
  readonly receiver?: MeasureReceiver | undefined
  readonly write: LedgerWriter
  /** A short id in lower-case hex, made up for each new run. */
  readonly run: string
  readonly version: string
  readonly signal: AbortSignal
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
}

export interface MeasureOutcome {
  readonly file: MeasuredFile
  /** The traffic as a HAR, without values. */
  readonly har: object
  readonly stopped: string | undefined
  /** Steps of the plan that were not sent, because no answer showed what they are filled in with. */
  readonly leftOut: readonly string[]
}

/** What would be sent. It sends nothing. */
export async function planMeasurement(
  setting: MeasureSetting,
  { receiver }: { receiver: boolean } = { receiver: false },
): Promise<Plan> {
  baseAddress(setting.base)
  refuseLiveKeys(setting)
  const done = new Map<string, number>()
  for (const line of setting.resume ?? [])
    if ('exchange' in line) done.set(line.exchange.step, (done.get(line.exchange.step) ?? 0) + 1)
  const isKnown = setting.plan !== undefined || setting.dayUsed !== undefined
  return makePlan({
    classes: new Set<HarmClass>(['0', ...setting.classes]),
    given: await givenIn(setting, receiver),
    most: isKnown ? BUDGET.most : BUDGET.mostUnknown,
    only: setting.only,
    plan: planOf(setting),
    done,
  })
}

/** Sends the plan, and says what was found out. */
export async function measure(setting: MeasureSetting, running: Running): Promise<MeasureOutcome> {
  const base = baseAddress(setting.base)
  const plan = await planMeasurement(setting, { receiver: running.receiver !== undefined })
  const { clock, keys } = setting
  const ledger = new Ledger(running.write, setting.resume)
  const run = ledger.run ?? running.run
  const began = await clock.now()
  if (ledger.run === undefined)
    ledger.begin({ run, base_origin: new URL(base).origin, at: new Date(began).toISOString() })
  const known = new Known({
    run,
    staff: setting.staff,
    project: setting.project,
    receiver: running.receiver?.url,
    began,
  })
  for (const exchange of ledger.exchanges) known.add(exchange)
  running.receiver?.secretIs(() => known.secretOf(known.get('id:received_webhook') ?? ''))
  const sender = new Sender({
    base,
    keys,
    classes: new Set<HarmClass>(['0', ...setting.classes]),
    liveKeyForWrites: setting.liveKeyForWrites === true,
    ledger,
    wire: running.wire,
    now: () => clock.now(),
  })
  const { stopped, leftOut } = await runPlan({
    plan,
    planName: planOf(setting),
    sender,
    known,
    ledger,
    clock,
    receiver: running.receiver,
    onExchange: running.onExchange,
    signal: running.signal,
  })
  const found = findingsIn(new Seen(known.seen, running.receiver?.received), {
    plan: planOf(setting),
    missing: id => plan.leftOut.get(id) ?? [],
  })
  const secrets = [keys.main, keys.second ?? '', ...known.secrets].filter(text => text !== '')
  const har = exchangesHar(known.seen, { base, version: running.version })
  const file: MeasuredFile = {
    version: 1,
    base_origin: new URL(base).origin,
    run,
    measured_at: `${new Date(began).toISOString().slice(0, 19)}Z`,
    ringback: running.version,
    classes: setting.classes.map(name => (/^\d$/.test(name) ? Number(name) : name)),
    tenant_plan: planOf(setting) ?? null,
    ...found,
    residue: [...ledger.residue],
    requests: { planned: [...plan.counts.values()].reduce((sum, count) => sum + count, 0), sent: sender.sent },
    stopped: stopped ?? null,
  }
  for (const text of [JSON.stringify(file), JSON.stringify(har)]) refuseSecrets(text, secrets)
  return { file, har, stopped, leftOut }
}

/** @throws MeasureRefusal when more than reading is asked for with a key that could do real harm */
function refuseLiveKeys({ classes, keys, liveKeyForWrites }: MeasureSetting): void {
  if (liveKeyForWrites || classes.every(name => name === '0')) return
  for (const key of [keys.main, keys.second ?? TEST_KEY_PREFIX])
    if (!key.startsWith(TEST_KEY_PREFIX))
      throw new MeasureRefusal(
        `Classes above 0 need keys that begin with ${TEST_KEY_PREFIX}. Give one, run class 0 only, or add --live-key-for-writes.`,
      )
}

const planOf = ({ plan }: Pick<MeasureSetting, 'plan'>): PlanName | undefined => (plan === 'none' ? undefined : plan)

async function givenIn(setting: MeasureSetting, receiver: boolean): Promise<ReadonlySet<Need>> {
  const { keys, plan } = setting
  const tokyo = new Date((await setting.clock.now()) + DAY_ZONE_OFFSET_HOURS * HOUR).getUTCHours()
  const facts: { readonly [Name in Need]: boolean } = {
    test_key: keys.main.startsWith(TEST_KEY_PREFIX),
    second_key: keys.second !== undefined,
    receiver,
    free: plan === 'free',
    window: plan === 'free' || plan === 'pro',
    without_plan: plan === 'none',
    open_api_off: setting.openApiOff === true,
    early_hours: tokyo < DAY_ZONE_OFFSET_HOURS,
  }
  return new Set((Object.keys(facts) as Need[]).filter(name => facts[name]))
}

/** The last look before anything is written: what must not leave this process is not in it. */
function refuseSecrets(text: string, secrets: readonly string[]): void {
  const leaked = secrets.find(secret => text.includes(secret))
  if (leaked !== undefined)
    throw new Error('What would be written contains a key, a secret or a phone number. Nothing was written.')
}
