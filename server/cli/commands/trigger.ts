import type { Command } from 'commander'
import type { LedgerReason } from '../../contract/events.ts'
import { shown } from '../../contract/shown.ts'
import type { Json, TriggerEventBody } from '../../index.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { WHY } from '../ledger-text.ts'
import { facts } from '../output.ts'
import { here } from '../own-command.ts'
import { onWorld, withExamples } from '../target.ts'

interface Flags {
  tenant: string
  call?: string
  data?: string[]
}

interface Way {
  readonly says: string
  readonly command: (tenant: string) => string
}

/** What lets the next one through, of what stops an event before any webhook is asked. */
const WAYS: { readonly [Reason in LedgerReason]?: Way } = {
  daily_send_limit: { says: 'To free the sends', command: tenant => `limits set webhook_sends=0 --tenant ${tenant}` },
  plan: { says: 'For a plan with webhooks', command: tenant => `tenant change ${tenant} --plan pro` },
  open_api_disabled: { says: 'To switch it on', command: tenant => `tenant change ${tenant} --open-api on` },
}

export function configure(command: Command): void {
  command
    .argument('<event>', 'call.completed or call.missed')
    .option('--tenant <slug>', 'whose event', 'pro')
    .option('--call <call_id>', 'call of the event (default: a sample call of the tenant)')
    .option('--data <path=value>', 'override a payload field', (value: string, all?: string[]) => [
      ...(all ?? []),
      value,
    ])
  withExamples(command, 'ringback trigger call.missed --tenant pro --data data.external_id=crm-1')
  onWorld(command, async ({ world, print }, event: TriggerEventBody['event']) => {
    const { tenant, call, data } = command.opts<Flags>()
    const result = await world.events.trigger({
      tenant,
      event,
      call_id: call,
      data: data === undefined ? undefined : Object.fromEntries(data.map(readOverride)),
    })
    if (result.event === null) {
      const { reason } = result.suppressed
      const inWorld = world.id === 'default' ? '' : ` --world ${world.id}`
      const way = WAYS[reason]
      const wayOut = way === undefined ? '' : ` ${way.says}: ${here(`${way.command(tenant)}${inWorld}`)}`
      print(result, `Nothing was sent: ${reason} (${WHY[reason]}).${wayOut}`)
      return
    }
    const receivers = result.deliveries.map(
      ({ delivery_id, webhook_id }) => `webhook ${webhook_id}, delivery ${delivery_id}`,
    )
    print(result, () =>
      facts([
        ['Event', `${result.event} ${result.event_id}`],
        ['At', result.occurred_at],
        ['To', receivers.join('\n    ') || 'nobody: no webhook of the tenant subscribes to it'],
      ]),
    )
  })
}

/** A value is read as JSON if possible, otherwise as text. */
function readOverride(text: string): [string, Json] {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (path === undefined || value === undefined)
    throw new CommandError(`Write an override as data.status=busy (got ${shown(text)}).`, EXIT.usage)
  try {
    return [path, JSON.parse(value) as Json]
  } catch {
    return [path, value]
  }
}
