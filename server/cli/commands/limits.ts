import type { Command } from 'commander'
import { shown } from '../../contract/shown.ts'
import { LIMIT_NAMES, type LimitName, type LimitsView, type SetLimitsBody } from '../../index.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { tokyoTime } from '../log-table.ts'
import { table } from '../output.ts'
import { onWorld, type Target, withExamples, withSubcommandExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(command, 'ringback limits show --tenant pro', 'ringback limits set day=limit-1 burst=0 --tenant pro')
  const show = command
    .command('show', { isDefault: true })
    .summary('show what is used of each limit')
    .option('--tenant <slug>', 'only this tenant')
  onWorld(show, async ({ world, print }) => {
    const { tenant } = show.opts<{ tenant?: string }>()
    const slugs = tenant === undefined ? world.view.tenants.map(row => row.tenant) : [tenant]
    const views = await Promise.all(
      slugs.map(async slug => ({ tenant: slug, limits: await world.tenant(slug).limits.get() })),
    )
    print(tenant === undefined ? views : views[0]?.limits, () => limitsTable(views))
  })
  const set = command
    .command('set')
    .argument('<limit=used...>', 'a limit with what is to be used of it: day=limit-1, minute=20')
    .summary(`set what is used of ${LIMIT_NAMES.join(', ')}: a number, limit, or limit-1`)
    .requiredOption('--tenant <slug>', 'tenant of the limits')
  onWorld(set, async ({ world, print }: Target, settings: string[]) => {
    const { tenant } = set.opts<{ tenant: string }>()
    const limits = await world.tenant(tenant).limits.set(readSettings(settings))
    print(limits, () => limitsTable([{ tenant, limits }]))
  })
  withSubcommandExamples(command, {
    show: 'ringback limits show --tenant pro',
    set: 'ringback limits set day=limit-1 burst=0 --tenant pro',
  })
}

function readSettings(settings: readonly string[]): SetLimitsBody {
  const names = settings.map(text => text.split('=')[0] ?? '')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new CommandError(`Set each limit once (got ${shown(twice)} twice).`, EXIT.usage)
  return Object.fromEntries(
    settings.map(text => {
      const [name = '', used = ''] = text.split('=')
      const known = (LIMIT_NAMES as readonly string[]).includes(name)
      if (!known || !/^(\d+|limit|limit-1)$/.test(used))
        throw new CommandError(
          `Write a limit as day=limit-1 or minute=5; there are ${LIMIT_NAMES.join(', ')} (got ${shown(text)}).`,
          EXIT.usage,
        )
      if (!used.startsWith('limit') && !Number.isSafeInteger(Number(used)))
        throw new CommandError(`A limit takes at most ${Number.MAX_SAFE_INTEGER} (got ${shown(text)}).`, EXIT.usage)
      return [name as LimitName, { used: used.startsWith('limit') ? used : Number(used) }]
    }),
  ) as SetLimitsBody
}

function limitsTable(views: readonly { tenant: string; limits: LimitsView }[]): string {
  const rows = views.flatMap(({ tenant, limits }) =>
    LIMIT_NAMES.map(name => {
      const { used, limit, remaining, resets_at } = limits[name]
      return [tenant, name, used, limit ?? 'unlimited', remaining, tokyoTime(resets_at)]
    }),
  )
  return table(['TENANT', 'LIMIT', 'USED', 'OF', 'LEFT', 'RESETS (JST)'], rows)
}
