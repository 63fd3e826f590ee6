import { type Command, Option } from 'commander'
import { PLAN_NAMES } from '../../contract/plans.ts'
import { KEY_MODES, SCOPES } from '../../contract/scopes.ts'
import { named, shown } from '../../contract/shown.ts'
import type { CreateTenantBody, IssueKeyBody, UpdateTenantBody } from '../../index.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { table } from '../output.ts'
import { here } from '../own-command.ts'
import { onWorld, withExamples, withSubcommandExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'

interface PlanFlags {
  plan?: string
  staff?: string
  projects?: string
  openApi?: string
}
interface KeyFlags {
  mode: string
  scopes: string
  label: string
}

const PLANS = [...PLAN_NAMES, 'none']

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback tenant create acme --plan pro',
    'ringback tenant change acme --plan free',
    'ringback tenant issue-key acme --scopes customers:read,calls:read --label reader',
  )
  onWorld(command.command('list').summary('list tenants with their keys'), async ({ world, print }) => {
    const { tenants } = await world.refresh()
    const rows = tenants.flatMap(({ tenant, plan, open_api_enabled, keys }) =>
      (keys.length === 0 ? [undefined] : keys).map(key => [
        tenant,
        plan ?? 'none',
        open_api_enabled ? 'on' : 'off',
        key?.label,
        key?.key_id,
        key === undefined ? undefined : key.revoked_at === null ? (key.key ?? key.masked) : 'revoked',
      ]),
    )
    print(tenants, () => table(['TENANT', 'PLAN', 'OPEN API', 'KEY', 'KEY ID', 'VALUE'], rows, 'No tenants.'))
  })
  const create = command
    .command('create')
    .argument('<slug>', 'slug of the new tenant')
    .summary('create a tenant with a live key that has all scopes')
    .addOption(new Option('--plan <plan>', 'plan').choices(PLANS).default('pro'))
    .option('--staff <count>', 'how many staff members', '1')
    .option('--projects <count>', 'how many projects', '1')
  onWorld(create, async ({ world, print }, tenant: string) => {
    const { plan, staff, projects } = create.opts<PlanFlags>()
    const handle = await world.createTenant({
      tenant,
      plan: planOf(plan) as CreateTenantBody['plan'],
      staff: wholeNumber('staff', staff ?? '1'),
      projects: wholeNumber('projects', projects ?? '1'),
    })
    print({ tenant, key: handle.key }, `Tenant ${tenant} has the key ${handle.key}`)
  })
  const change = command
    .command('change')
    .argument('<slug>', 'slug of the tenant')
    .summary('change the plan, or switch the Open API')
    .addOption(new Option('--plan <plan>', 'plan').choices(PLANS))
    .option('--open-api <state>', 'on or off')
  onWorld(change, async ({ world, print }, slug: string) => {
    const { plan, openApi } = change.opts<PlanFlags>()
    const body: UpdateTenantBody = {}
    if (plan !== undefined) body.plan = planOf(plan) as NonNullable<UpdateTenantBody['plan']>
    if (openApi !== undefined) body.open_api_enabled = isOn(openApi)
    const view = await world.tenant(slug).update(body)
    print(view, `Tenant ${slug}: plan ${view.plan ?? 'none'}, Open API ${view.open_api_enabled ? 'on' : 'off'}.`)
  })
  const issue = command
    .command('issue-key')
    .argument('<slug>', 'slug of the tenant')
    .summary('issue a key; its value is shown once')
    .addOption(new Option('--mode <mode>', 'what the key is for').choices(KEY_MODES).default('live'))
    .option('--scopes <scopes>', 'separated by commas', SCOPES.join(','))
    .option('--label <label>', 'name of the key', 'issued')
  onWorld(issue, async ({ world, print }, slug: string) => {
    const { mode, scopes, label } = issue.opts<KeyFlags>()
    const wanted = { mode, scopes: scopesOf(scopes), label } as IssueKeyBody
    const key = await world.tenant(slug).issueKey(wanted)
    print(key, `Key ${key.key_id}: ${key.key}`)
  })
  onWorld(
    command
      .command('revoke-key')
      .argument('<slug>', 'slug of the tenant')
      .argument('<key_id>', 'id of the key, as list shows it')
      .summary('revoke a key'),
    async ({ world, print }, slug: string, key_id: string) => {
      const { tenants } = await world.refresh()
      const key = tenants.find(({ tenant }) => tenant === slug)?.keys.find(row => row.key_id === key_id)
      if (key === undefined)
        throw new CommandError(
          `Tenant ${shown(slug)} has no key ${named(key_id)}. "${here('tenant list')}" shows them.`,
        )
      await world.tenant(slug).revokeKey(key.key_id)
      print({ revoked: key_id }, `Key ${key_id} of ${slug} is revoked.`)
    },
  )
  withSubcommandExamples(command, {
    list: 'ringback tenant list',
    create: 'ringback tenant create acme --plan free --staff 3',
    change: 'ringback tenant change pro --plan free --open-api off',
    'issue-key': 'ringback tenant issue-key pro --scopes customers:read,calls:read --label reader',
    'revoke-key': 'ringback tenant revoke-key free key_441ec65762995ead',
  })
}

const planOf = (text: string | undefined) => (text === 'none' ? null : text)

function isOn(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new CommandError(`--open-api is on or off (got ${shown(text)}).`, EXIT.usage)
}

/** @throws CommandError (usage) when one is not known */
function scopesOf(text: string): string[] {
  const scopes = text.split(',').map(scope => scope.trim())
  const unknown = scopes.find(scope => !(SCOPES as readonly string[]).includes(scope))
  if (unknown === undefined) return scopes
  throw new CommandError(`--scopes takes one or more of ${SCOPES.join(', ')} (got ${shown(unknown)}).`, EXIT.usage)
}
