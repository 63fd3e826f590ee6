import { PLAN_NAMES, type PlanName } from '../contract/plans.ts'
import { shown } from '../contract/shown.ts'
import { HARM_CLASSES, type HarmClass } from '../measure/exchange.ts'
import type { LedgerLine } from '../measure/ledger.ts'
import type { MeasureSetting } from '../measure/measure.ts'
import { ASKED, type Asked } from '../measure/plan.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { readInput } from './files.ts'
import { here } from './own-command.ts'
import { wholeNumber } from './whole-number.ts'

export interface MeasureFlags {
  keyFile?: string
  secondKeyFile?: string
  run?: string
  only?: string
  plan?: string
  dayUsed?: string
  staffId?: string
  projectId?: string
  openApiOff?: boolean
  receiver?: string
  receiverPort?: string
  watch?: string
  proxy?: string
  iOwnThisTenant?: string
  liveKeyForWrites?: boolean
  resume?: string
  har?: string
  diff?: string[]
  output: string
  junit?: string
  json?: boolean
}

/** The day is used up, and an administrator waited for, only where somebody writes so. */
const BY_DEFAULT = HARM_CLASSES.filter(name => name !== '4' && name !== '5')

const usage = (message: string) => new CommandError(message, EXIT.usage)

/** What the flags say of the service and the tenant. */
export function settingOf({
  base,
  flags,
  clock,
  resume,
}: {
  base: string
  flags: MeasureFlags
  clock: MeasureSetting['clock']
  resume: readonly LedgerLine[] | undefined
}): MeasureSetting {
  if (flags.receiver !== undefined && !/^https:\/\/[^/]/.test(flags.receiver))
    throw usage('--receiver must be an https address that the service can reach (a tunnel to this machine).')
  if (flags.receiver !== undefined && flags.receiverPort === undefined)
    throw usage('--receiver needs --receiver-port: the port of this machine to which the address leads.')
  return {
    base,
    keys: { main: keyOf(flags), second: secondKeyOf(flags) },
    classes: classesOf(flags.run ?? BY_DEFAULT.join(','), flags),
    only: flags.only === undefined ? undefined : idsOf(flags.only),
    plan: planOf(flags.plan),
    dayUsed: numberOf('day-used', flags.dayUsed),
    openApiOff: flags.openApiOff,
    staff: numberOf('staff-id', flags.staffId),
    project: numberOf('project-id', flags.projectId),
    ownedTenant: tenantOf(flags.iOwnThisTenant),
    liveKeyForWrites: flags.liveKeyForWrites,
    clock,
    watch: flags.watch,
    resume,
  }
}

/** Without --run the plan shows everything that the key may be used for. */
function classesOf(text: string, { run, keyFile, liveKeyForWrites }: MeasureFlags): readonly HarmClass[] {
  if (text === 'safe') return ['0']
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(HARM_CLASSES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw usage(`--run takes safe, or classes out of ${HARM_CLASSES.join(', ')} (got ${shown(unknown)}).`)
  const isLive = !keyText(keyFile, 'RINGBACK_MEASURE_KEY')?.startsWith('svc_test_')
  return run === undefined && isLive && !liveKeyForWrites ? ['0'] : (names as HarmClass[])
}

function keyOf({ keyFile }: MeasureFlags): string {
  const key = keyText(keyFile, 'RINGBACK_MEASURE_KEY')
  if (key === undefined) throw usage('Give a key of your own tenant with --key-file, or in RINGBACK_MEASURE_KEY.')
  return key
}

const secondKeyOf = ({ secondKeyFile }: MeasureFlags) => keyText(secondKeyFile, 'RINGBACK_MEASURE_SECOND_KEY')

/** Other users of the machine can read flags, so a key is never one. */
function keyText(file: string | undefined, variable: string): string | undefined {
  const text = file === undefined ? process.env[variable] : readInput(file).toString('utf8')
  const key = text?.trim()
  if (key === undefined || key === '') return undefined
  if (!/^svc_(?:live|test)_[\w-]{8,}$/.test(key)) throw usage(`${file ?? variable} does not hold one API key.`)
  return key
}

function idsOf(text: string): readonly Asked[] {
  return text.split(',').flatMap(name => {
    const found = ASKED.filter(id => id === name || id.startsWith(`${name}.`))
    if (found.length === 0)
      throw usage(`There is no assumption ${shown(name)}. List them with: ${here('assumptions')}.`)
    return found
  })
}

function planOf(text: string | undefined): PlanName | 'none' | undefined {
  if (text === undefined) return undefined
  const names = [...PLAN_NAMES, 'none'] as const
  const plan = names.find(name => name === text)
  if (plan === undefined) throw usage(`--plan must be one of ${names.join(', ')} (got ${shown(text)}).`)
  return plan
}

function tenantOf(name: string | undefined): string | undefined {
  if (name !== undefined && name.trim() === '')
    throw usage('--i-own-this-tenant takes the name of the tenant, as its administrators see it.')
  return name
}

const numberOf = (flag: string, text: string | undefined) => (text === undefined ? undefined : wholeNumber(flag, text))
