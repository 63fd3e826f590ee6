import type { Command } from 'commander'
import { deliveryUrl } from '../../contract/delivery-url.ts'
import { durationIn } from '../../contract/duration-text.ts'
import type { DeliveryDetailView } from '../../index.ts'
import { noteCut } from '../cut-note.ts'
import { addListFlags, listFilter } from '../list-flags.ts'
import { tokyoTime } from '../log-table.ts'
import { facts, table } from '../output.ts'
import { onWorld, type Target, withExamples, withSubcommandExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback deliveries --status failed',
    'ringback deliveries redeliver 151f4900-a1be-4b1d-bd91-92456864e586',
  )
  const list = command.command('list', { isDefault: true }).summary('list deliveries, newest first')
  onWorld(addListFlags(list, 'deliveries'), async ({ world, json, print }) => {
    const filter = listFilter(list, 'deliveries')
    const deliveries = await world.deliveries.list(filter)
    const rows = deliveries.map(row => [
      row.delivery_id,
      row.forged === null ? row.event : `${row.event} (forged)`,
      row.tenant,
      standing(row),
      row.attempt_count,
      row.last_error ?? row.last_status_code,
      row.next_attempt_at && tokyoTime(row.next_attempt_at),
      deliveryUrl(row),
    ])
    print(deliveries, () =>
      table(['DELIVERY', 'EVENT', 'TENANT', 'STATUS', 'TRIES', 'LAST', 'NEXT (JST)', 'URL'], rows, 'No deliveries.'),
    )
    if (!json) await noteCut(world, { list: 'deliveries', filter, rows: rows.length })
  })
  onWorld(
    command
      .command('show')
      .argument('<delivery_id>', 'id of the delivery')
      .summary('show a delivery with its attempts'),
    async (target, delivery_id: string) => showDelivery(target, await target.world.deliveries.get(delivery_id)),
  )
  onWorld(
    command
      .command('redeliver')
      .argument('<delivery_id>', 'id of the delivery')
      .summary('send a delivery again now, with the same bytes'),
    async (target, delivery_id: string) => showDelivery(target, await target.world.deliveries.redeliver(delivery_id)),
  )
  withSubcommandExamples(command, {
    list: ['ringback deliveries --status failed', 'ringback deliveries list --event call.missed --tenant pro'],
    show: 'ringback deliveries show 151f4900-a1be-4b1d-bd91-92456864e586',
    redeliver: 'ringback deliveries redeliver 151f4900-a1be-4b1d-bd91-92456864e586',
  })
}

/** Where it stands; of a forgery, which a receiver should refuse, whether it was accepted. */
function standing({ status, forged }: Pick<DeliveryDetailView, 'status' | 'forged'>): string {
  if (forged === null || (status !== 'delivered' && status !== 'failed')) return status
  return status === 'delivered' ? 'accepted' : 'not accepted'
}

function showDelivery({ print }: Target, delivery: DeliveryDetailView): void {
  print(delivery, () => {
    const attempts = delivery.attempts.map(row => [
      row.attempt,
      row.due_at && tokyoTime(row.due_at),
      row.started_at && tokyoTime(row.started_at),
      row.trigger,
      row.status_code ?? row.error,
      durationIn('en', row.duration_ms),
      row.target,
    ])
    const known = facts([
      ['Delivery', delivery.delivery_id],
      ['Event', `${delivery.event} ${delivery.event_id}`],
      ['Tenant', delivery.tenant],
      ['Call', delivery.call_id],
      ['External id', delivery.external_id],
      ...(delivery.forged === null ? [] : [['Forged', delivery.forged] as [string, string]]),
      ['To', `${deliveryUrl(delivery)} (webhook ${delivery.webhook_id})`],
      ['Status', standing(delivery)],
      ['Next attempt', delivery.next_attempt_at && `${tokyoTime(delivery.next_attempt_at)} JST`],
      ['Body', delivery.body.text],
    ])
    return attempts.length === 0
      ? known
      : `${known}\n\n${table(['TRY', 'DUE (JST)', 'MADE (JST)', 'BY', 'ANSWER', 'TOOK', 'SENT TO'], attempts)}`
  })
}
