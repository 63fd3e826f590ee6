import type { Command } from 'commander'
import { addListFlags, listFilter } from '../list-flags.ts'
import { table } from '../output.ts'
import { onWorld, withExamples } from '../target.ts'

export function configure(command: Command): void {
  addListFlags(command, 'ledger')
  withExamples(command, 'ringback ledger')
  onWorld(command, async ({ world, print }) => {
    const entries = await world.ledger.list(listFilter(command, 'ledger'))
    const rows = entries.map(({ at, tenant, event, reason, external_id, webhook_id }) => [
      at,
      tenant,
      event,
      reason,
      external_id,
      webhook_id,
    ])
    print(entries, () =>
      table(['AT', 'TENANT', 'EVENT', 'REASON', 'EXTERNAL ID', 'WEBHOOK'], rows, 'Everything was sent.'),
    )
  })
}
