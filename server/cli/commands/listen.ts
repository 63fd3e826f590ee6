import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { startListener } from '../../client/listener.ts'
import { SUBSCRIBABLE_EVENTS } from '../../contract/events.ts'
import { ORIGIN_HEADER, type Origin } from '../../contract/origins.ts'
import type { TenantHandle } from '../../index.ts'
import { type ListenEvent, takeDelivery } from '../delivery-log.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { onWorld, type Target, withExamples } from '../target.ts'

/** What this command asks of the API says nothing about the client under test. */
const OWN = { [ORIGIN_HEADER]: 'cli' satisfies Origin }

interface Flags {
  forwardTo?: string
  tenant: string
  events: string
}

export function configure(command: Command): void {
  command
    .option('--forward-to <url>', 'pass every delivery on to this address, and its response back')
    .option('--tenant <slug>', 'tenant of the events', 'pro')
    .option('--events <kinds>', 'event kinds, separated by commas', SUBSCRIBABLE_EVENTS.join(','))
  withExamples(command, 'ringback listen --forward-to http://127.0.0.1:3000/hooks')
  onWorld(command, async target => {
    const { forwardTo, tenant, events } = command.opts<Flags>()
    if (forwardTo !== undefined && !/^https?:\/\//.test(forwardTo))
      throw new CommandError(`--forward-to takes an http:// address (got ${forwardTo}).`, EXIT.usage)
    await listen(target, { forwardTo, tenant: target.world.tenant(tenant), events: events.split(',') })
  })
}

/** Registers a webhook whose origin leads to a server of this process, and takes both away again at the end. */
async function listen(
  { world, print }: Target,
  { forwardTo, tenant, events }: { forwardTo: string | undefined; tenant: TenantHandle; events: string[] },
): Promise<void> {
  const stopped = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  const secret = Promise.withResolvers<string>()
  const report = (event: ListenEvent) => print(event, logLine(event))
  await using listener = await startListener(delivery =>
    takeDelivery(delivery, { forwardTo, secret: () => secret.promise, report }),
  )
  // A name of its own (RFC 2606), so that several can listen to one world.
  const from = `https://listen-${randomBytes(4).toString('hex')}.example`
  await world.forwards.add({ from, to: listener.url })
  try {
    const webhook = await register(tenant, { url: `${from}/`, events, label: 'ringback listen' })
    try {
      secret.resolve(webhook.secret)
      const { webhook_id } = webhook
      const to = forwardTo === undefined ? '' : ` and passes them on to ${forwardTo}`
      print(
        {
          event: 'listening',
          webhook_id,
          secret: webhook.secret,
          tenant: tenant.slug,
          events,
          forward_to: forwardTo ?? null,
        },
        `Webhook ${webhook_id} receives ${events.join(' and ')} of ${tenant.slug}${to}.\nIts secret is ${webhook.secret}. Press Ctrl+C to stop.`,
      )
      await stopped
    } finally {
      await tenant.fetch(`/webhooks/${webhook.webhook_id}`, { method: 'DELETE', headers: OWN })
    }
  } finally {
    await world.forwards.set((await world.forwards.get()).filter(rule => rule.from !== from))
  }
}

async function register(tenant: TenantHandle, body: object): Promise<{ webhook_id: number; secret: string }> {
  const answer = await tenant.fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...OWN },
    body: JSON.stringify(body),
  })
  const content = (await answer.json()) as {
    data?: { webhook_id: number; secret: string }
    error?: { message: string; details: unknown }
  }
  if (content.data !== undefined) return content.data
  const details = content.error?.details ? ` ${JSON.stringify(content.error.details)}` : ''
  throw new CommandError(
    `The webhook of ${tenant.slug} was not registered (${answer.status}): ${content.error?.message}${details}`,
  )
}

function logLine(event: ListenEvent): string {
  if (event.event === 'delivery') {
    const genuine = event.verified ? 'signature valid' : 'SIGNATURE INVALID'
    return `--> ${event.kind}  ${event.delivery_id}  ${genuine}`
  }
  const took = `${event.duration_ms} ms`
  if (event.forward_to === null) return `<-- ${event.status}  ${event.delivery_id}`
  return event.error === null
    ? `<-- ${event.status}  ${event.delivery_id}  ${event.forward_to}  ${took}`
    : `<-- ${event.status}  ${event.delivery_id}  ${event.forward_to} does not answer: ${event.error}`
}
