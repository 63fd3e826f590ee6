import { caseOf } from '../cases.ts'
import { Draft, type Glimpse, glimpse } from '../found.ts'
import type { Standing } from '../observations.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

const MOST_TENANTS = 256

type Webhook = Standing['webhooks'][number]

interface State {
  /** The request of each tenant that has registered or changed a webhook last. */
  readonly latest: Recent<string, Glimpse>
}

export const twoWebhooksOneUrl = rule<State>({
  id: 'two_webhooks_one_url',
  group: 'receiver',
  severity: 'warning',
  hears: {
    requests: { endpoints: ['createWebhook', 'updateWebhook'], status: status => status === 200 || status === 201 },
  },
  rests_on: 'contract/README.md#events',
  begin: () => ({ latest: new Recent(MOST_TENANTS) }),
  sees(request, { latest }) {
    if (request.actor.tenant !== null) latest.set(request.actor.tenant, glimpse(request))
  },
  end({ latest }, { standing }) {
    const passed = new Tally()
    const findings: Finding[] = []
    const enabled = standing.webhooks.filter(webhook => webhook.enabled)
    for (const webhooks of Map.groupBy(enabled, ({ tenant, url }) => `${tenant} ${new URL(url).href}`).values()) {
      const seen = latest.peek(webhooks[0]?.tenant ?? '')
      // What a fixture or a file has set up is nobody's mistake.
      if (seen === undefined || !webhooks.some(({ of_the_run }) => of_the_run)) continue
      const pair = overlapping(webhooks)
      if (pair === undefined) passed.addCase(seen.actor, caseOf(seen))
      else findings.push(finding(pair, seen, standing.ended))
    }
    return { passed, open: new Tally(), findings }
  },
})

function overlapping(webhooks: readonly Webhook[]): [Webhook, Webhook, events: string[]] | undefined {
  for (const [index, first] of webhooks.entries()) {
    for (const second of webhooks.slice(index + 1)) {
      if (!first.of_the_run && !second.of_the_run) continue
      const events = first.events.filter(event => second.events.includes(event))
      if (events.length > 0 && !areApart(first, second)) return [first, second, events]
    }
  }
  return undefined
}

/** Whether their filters let through different calls. */
function areApart({ filters: one }: Webhook, { filters: other }: Webhook): boolean {
  const haveNothingInCommon = (a?: readonly unknown[], b?: readonly unknown[]) =>
    a !== undefined && b !== undefined && !a.some(item => b.includes(item))
  return (
    haveNothingInCommon(one?.project_ids, other?.project_ids) ||
    haveNothingInCommon(one?.call_status, other?.call_status)
  )
}

function finding([a, b, events]: [Webhook, Webhook, string[]], seen: Glimpse, ended: boolean): Finding {
  const [first, second] = [a.webhook_id, b.webhook_id]
  const draft = Draft.by(seen, `${a.tenant} ${first} ${second}`)
  draft.add(seen)
  const message = say('two_webhooks_one_url', 'some', { first, second, events: events.join(', ') })
  return draft.finding({ severity: 'warning', message, provisional: ended ? undefined : true })
}
