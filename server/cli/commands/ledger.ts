import type { Command } from 'commander'
import { alsoUnheard, nothingText, totalOf, usedUpText, WHY } from '../ledger-text.ts'
import { addListFlags, listFilter } from '../list-flags.ts'
import { tokyoTime } from '../log-table.ts'
import { table } from '../output.ts'
import { onWorld, withExamples } from '../target.ts'

export function configure(command: Command): void {
  addListFlags(command, 'ledger')
  withExamples(command, 'ringback ledger', 'ringback ledger --tenant pro --event call.missed')
  command.addHelpText('after', '\nThe newest entry stands first.')
  onWorld(command, async ({ world, json, print }) => {
    const filter = listFilter(command, 'ledger')
    const entries = await world.ledger.list(filter)
    const rows = entries.map(entry => [
      tokyoTime(entry.at),
      entry.tenant,
      entry.event,
      entry.reason,
      entry.call_id,
      entry.external_id,
      entry.webhook_id ?? `all of ${entry.tenant}`,
      entry.delivered_at === null
        ? WHY[entry.reason]
        : `${WHY[entry.reason]}; delivered by hand since, at ${tokyoTime(entry.delivered_at)}`,
    ])
    const titles = ['AT (JST)', 'TENANT', 'EVENT', 'REASON', 'CALL', 'EXTERNAL ID', 'WEBHOOK', 'WHY']
    const none = entries.length === 0 && !json ? await nothingText(world, filter) : ''
    print(entries, () => table(titles, rows, none))
    if (json || entries.length === 0) return
    const total = await totalOf(world.client, 'ledger', filter)
    const ofLimit = entries.filter(({ reason }) => reason === 'daily_send_limit').map(({ tenant }) => tenant)
    const notes = [
      ...(total > entries.length
        ? [`the newest ${entries.length} of ${total} entries; --limit ${total} shows them all.`]
        : []),
      ...(await usedUpText(world, ofLimit)),
      ...(await alsoUnheard(world, filter)),
    ]
    // To stderr, since it is no entry.
    for (const note of notes) process.stderr.write(`ringback: ${note}\n`)
  })
}
