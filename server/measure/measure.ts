import { DAY_ZONE_OFFSET_HOURS, TEST_KEY_PREFIX } from '../contract/constants.ts'
import { MEASURED_FILE_SCHEMA_PATH, type MeasuredFile } from '../contract/measured-file.ts'
import { limitsOfPlan, type PlanName } from '../contract/plans.ts'
import { shown } from '../contract/shown.ts'
import { DAY, type Duration, fixedWindow, HOUR, parseDuration } from '../kernel/instant.ts'
import { baseAddress, MeasureRefusal } from './base-address.ts'
import { type Exchange, HARM_CLASSES, type HarmClass } from './exchange.ts'
import { findingsIn } from './findings.ts'
import { exchangesHar } from './har-out.ts'
import { Known } from './known.ts'
import { Ledger, type LedgerLine, type LedgerWriter } from './ledger.ts'
import { BUDGET, type MeasureClock, slowestGap } from './pace.ts'
import { type Asked, fillCount, makePlan, type Plan } from './plan.ts'
import type { MeasureReceiver } from './receiver.ts'
import { runPlan } from './run.ts'
import { Seen } from './seen.ts'
import { type Keys, Sender } from './sender.ts'
import type { Need } from './step.ts'
import { Waiting } from './waiting.ts'
import { LATE } from './watch.ts'
import type { Wire } from './wire.ts'

/** What a run is told about the service and the tenant. */
export interface MeasureSetting {
  readonly base: string
  readonly keys: Keys
  readonly classes: readonly HarmClass[]
  readonly only?: readonly Asked[] | undefined
  /** `none`: the tenant has no plan. */
  readonly plan?: PlanName | 'none' | undefined
  /** Requests of the day that the tenant has used already. */
  readonly dayUsed?: number | undefined
  readonly openApiOff?: boolean | undefined
  readonly staff?: number | undefined
  readonly project?: number | undefined
  /** The name of the tenant, typed by somebody who owns it. */
  readonly ownedTenant?: string | undefined
  readonly liveKeyForWrites?: boolean | undefined
  readonly clock: MeasureClock
  /** How long the run may wait for what happens by itself, as `P3D`; not at all when left out. */
  readonly watch?: string | undefined
  /** The ledger of the run that is continued. */
  readonly resume?: readonly LedgerLine[] | undefined
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
  return makePlan({
    classes: classesOf(setting),
    given: await givenIn(setting, receiver),
    most: mostIn(setting),
    only: setting.only,
    plan: planOf(setting),
    dayUsed: setting.dayUsed ?? 0,
    watch: watchOf(setting),
    done,
  })
}

/** Sends the plan, and says what was found out. */
export async function measure(setting: MeasureSetting, running: Running): Promise<MeasureOutcome> {
  const base = baseAddress(setting.base)
  const plan = await planMeasurement(setting, { receiver: running.receiver !== undefined })
  const { clock, keys } = setting
  const classes = classesOf(setting)
  const ledger = new Ledger(running.write, setting.resume)
  const run = ledger.run ?? running.run
  const began = await clock.now()
  if (ledger.run === undefined)
    ledger.begin({ run, base_origin: new URL(base).origin, at: new Date(began).toISOString() })
  else ledger.resume(began)
  const known = new Known({
    run,
    staff: setting.staff,
    project: setting.project,
    receiver: running.receiver?.url,
    began,
  })
  for (const exchange of ledger.exchanges) known.add(exchange)
  for (const received of ledger.received) known.took(received)
  const waiting = new Waiting({
    receiver: running.receiver,
    known,
    ledger,
    clock,
    most: watchOf(setting),
    signal: running.signal,
  })
  const sender = new Sender({
    base,
    keys,
    classes,
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
    waiting,
    onExchange: running.onExchange,
    signal: running.signal,
  })
  const found = findingsIn(new Seen(known.seen, { received: known.received, breaks: ledger.breaks }), {
    plan: planOf(setting),
    missing: id => plan.leftOut.get(id) ?? [],
  })
  const secrets = [keys.main, keys.second ?? '', ...known.secrets].filter(text => text !== '')
  const har = exchangesHar(known.seen, { base, version: running.version })
  const file: MeasuredFile = {
    $schema: MEASURED_FILE_SCHEMA_PATH,
    version: 1,
    base_origin: new URL(base).origin,
    run,
    measured_at: `${new Date(began).toISOString().slice(0, 19)}Z`,
    ringback: running.version,
    classes: HARM_CLASSES.filter(name => classes.has(name)).map(name => (/^\d$/.test(name) ? Number(name) : name)),
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

/** How many requests the day of the tenant bears, classes 3 and 4 not counted. */
function mostIn({ plan, dayUsed }: MeasureSetting): number {
  if (plan === undefined && dayUsed === undefined) return BUDGET.mostUnknown
  // The smallest day, when nobody says which it is.
  const { per_day } = limitsOfPlan(plan === 'none' ? null : (plan ?? 'free'))
  return Math.min(BUDGET.most, Math.floor((per_day - (dayUsed ?? 0)) * BUDGET.shareOfDay))
}

function watchOf({ watch }: Pick<MeasureSetting, 'watch'>): Duration {
  if (watch === undefined) return 0
  const length = parseDuration(watch)
  if (length !== undefined && length > 0) return length
  throw new MeasureRefusal(
    `The time to watch is an ISO 8601 duration, such as PT30M or P3D (got ${shown(watch)}). Give one.`,
  )
}

/** Reading is part of every run: without it nothing is known of the tenant. */
const classesOf = ({ classes }: Pick<MeasureSetting, 'classes'>) => new Set<HarmClass>(['0', ...classes])

const planOf = ({ plan }: Pick<MeasureSetting, 'plan'>): PlanName | undefined => (plan === 'none' ? undefined : plan)

async function givenIn(setting: MeasureSetting, receiver: boolean): Promise<ReadonlySet<Need>> {
  const { keys, plan, dayUsed = 0 } = setting
  const now = await setting.clock.now()
  const { start, end } = fixedWindow(now, DAY, DAY_ZONE_OFFSET_HOURS * HOUR)
  const day = { plan: planOf(setting), dayUsed }
  const facts: { readonly [Name in Need]: boolean } = {
    test_key: keys.main.startsWith(TEST_KEY_PREFIX),
    second_key: keys.second !== undefined,
    receiver,
    free: plan === 'free',
    window: plan === 'free' || plan === 'pro',
    without_plan: plan === 'none',
    open_api_off: setting.openApiOff === true,
    early_hours: now - start < DAY_ZONE_OFFSET_HOURS * HOUR,
    own_day: plan === 'free' || setting.ownedTenant !== undefined,
    late_hours: end - now <= LATE && end - now > fillCount('day', day) * slowestGap(day.plan),
  }
  return new Set((Object.keys(facts) as Need[]).filter(name => facts[name]))
}

/** The last look before anything is written: what must not leave this process is not in it. */
function refuseSecrets(text: string, secrets: readonly string[]): void {
  const leaked = secrets.find(secret => text.includes(secret))
  if (leaked !== undefined)
    throw new Error('What would be written contains a key, a secret or a phone number. Nothing was written.')
}
