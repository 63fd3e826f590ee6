import type { Command } from 'commander'
import { startListener } from '../../client/listener.ts'
import { durationIn } from '../../contract/duration-text.ts'
import { SUBSCRIBABLE_EVENTS, type SubscribableEvent } from '../../contract/events.ts'
import { shown } from '../../contract/shown.ts'
import { ControlRefusal, type ForwardView, type RegisteredWebhook, type WorldHandle } from '../../index.ts'
import { type ListenEvent, takeDelivery } from '../delivery-log.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { isDelivery, originOf, presence } from '../listen-origin.ts'
import { onWorld, type Target, withExamples } from '../target.ts'

interface Flags {
  forwardTo?: string
  tenant: string
  events: string
  secret?: string
}

interface Wanted {
  readonly forwardTo: string | undefined
  readonly tenant: string
  readonly events: SubscribableEvent[]
  readonly secret?: string | undefined
}

export function configure(command: Command): void {
  command
    .option('--forward-to <url>', 'pass every delivery on to this address, and its response back')
    .option('--tenant <slug>', 'tenant of the events', 'pro')
    .option('--events <kinds>', 'event kinds, separated by commas', SUBSCRIBABLE_EVENTS.join(','))
    .option('--secret <secret>', 'signing secret of the webhook (default: the one it had last time, else a new one)')
  withExamples(
    command,
    'ringback listen --forward-to http://127.0.0.1:3000/hooks',
    'ringback listen --tenant max --secret whsec_0123456789abcdef',
  )
  onWorld(command, async target => {
    const { forwardTo, tenant, events, secret } = command.opts<Flags>()
    if (forwardTo !== undefined && !/^https?:\/\//.test(forwardTo))
      throw new CommandError(`--forward-to takes an http:// address (got ${shown(forwardTo)}).`, EXIT.usage)
    const { slug } = target.world.tenant(tenant)
    await listen(target, { forwardTo, tenant: slug, events: events.split(',') as SubscribableEvent[], secret })
  })
}

/**
 * Registers a webhook whose origin leads to a server of this process, or takes up the one from an earlier time, and removes both at the
 * end.
 */
async function listen({ world, print }: Target, { forwardTo, tenant, events, secret }: Wanted): Promise<void> {
  const stopped = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  const known = Promise.withResolvers<string>()
  const report = (event: ListenEvent) => print(event, logLine(event))
  const from = await originOf(world, { tenant, forwardTo })
  await using listener = await startListener(async request =>
    isDelivery(request) ? takeDelivery(request, { forwardTo, secret: () => known.promise, report }) : presence(from),
  )
  await world.forwards.add({ from, to: listener.url })
  let webhook: RegisteredWebhook | undefined
  try {
    webhook = await world.webhooks.register({ tenant, url: `${from}/`, events, label: 'ringback listen', secret })
    known.resolve(webhook.secret)
    print(
      {
        event: 'listening',
        webhook_id: webhook.webhook_id,
        secret: webhook.secret,
        taken_up: webhook.taken_up,
        tenant,
        events,
        forward_to: forwardTo ?? null,
      },
      beginning(webhook, { forwardTo, tenant, events }),
    )
    await stopped
  } finally {
    await takeAway(world, { from, to: listener.url }, webhook)
  }
}

/** Leaves webhook and forward alone if another `listen` has taken them over. What a reset has already removed is not an error. */
async function takeAway(world: WorldHandle, own: ForwardView, webhook: RegisteredWebhook | undefined): Promise<void> {
  const rules = await world.forwards.get()
  if (rules.find(({ from }) => from === own.from)?.to !== own.to) return
  await world.forwards.set(rules.filter(({ from }) => from !== own.from))
  try {
    if (webhook !== undefined) await world.webhooks.remove(webhook.webhook_id)
  } catch (error) {
    if (!(error instanceof ControlRefusal && error.status === 404)) throw error
  }
}

function beginning({ webhook_id, secret, taken_up }: RegisteredWebhook, { forwardTo, tenant, events }: Wanted): string {
  const again = taken_up ? ' again' : ''
  const to = forwardTo === undefined ? '' : ` and passes them on to ${forwardTo}`
  return `Webhook ${webhook_id}${again} receives ${events.join(' and ')} of ${tenant}${to}.\nIts secret is ${secret}. Press Ctrl+C to stop.`
}

function logLine(event: ListenEvent): string {
  if (event.event === 'delivery') {
    const genuine = event.verified ? 'signature valid' : 'SIGNATURE INVALID'
    return `--> ${event.kind}  ${event.delivery_id}  ${genuine}`
  }
  const took = durationIn('en', event.duration_ms)
  if (event.forward_to === null) return `<-- ${event.status}  ${event.delivery_id}`
  return event.error === null
    ? `<-- ${event.status}  ${event.delivery_id}  ${event.forward_to}  ${took}`
    : `<-- ${event.status}  ${event.delivery_id}  ${event.forward_to} does not answer: ${event.error}`
}
