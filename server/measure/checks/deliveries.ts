import type { Received } from '../receiver.ts'
import { attemptsAt, MARGIN } from '../watch.ts'
import type { Check } from './check.ts'

/** What is documented of deliveries. */
export const DELIVERY_CHECKS: readonly Check[] = [
  delivered('delivery-1', 'POST of application/json from Service-Webhook/1.0', ({ headers }) =>
    headers['user-agent'] === 'Service-Webhook/1.0' && headers['content-type']?.startsWith('application/json')
      ? undefined
      : `${headers['content-type']} from ${headers['user-agent']}`,
  ),
  delivered('delivery-2', 'the event in X-Service-Event', ({ headers, event }) =>
    headers['x-service-event'] === event ? undefined : `${headers['x-service-event']} with ${event}`,
  ),
  delivered('delivery-3', 'a UUID in X-Service-Delivery', ({ headers }) =>
    headers['x-service-delivery'] === 'uuid' ? undefined : 'something else',
  ),
  delivered('signature-3', 'sha256= and the HMAC of the body under the secret', ({ headers, signed }) =>
    headers['x-service-signature'] !== 'sha256=hex' ? 'another form' : signed === false ? 'another digest' : undefined,
  ),
  {
    sentence: 'delivery-3',
    expected: 'one id for each event and webhook, the same when it is sent again',
    find: seen => {
      const own = seen.received.filter(row => row.own && row.step !== '' && row.delivery !== '')
      const ids = [...Map.groupBy(own, ({ step }) => step).values()].map(
        rows => new Set(rows.map(({ delivery }) => delivery)),
      )
      const again = ids.some(set => set.size > 1) ? ['another id when it is sent again'] : []
      const shared = new Set(ids.flatMap(set => [...set])).size < ids.length ? ['one id at two webhooks'] : []
      return [...again, ...shared].map(observed => ({ observed, evidence: `${own.length} attempts of one event` }))
    },
  },
  {
    sentence: 'events-2',
    expected: 'one event_id for all webhooks that receive the event',
    find: seen => {
      const own = seen.received.filter(row => row.own && row.event_id !== '')
      return new Set(own.map(({ event_id }) => event_id)).size > 1
        ? [{ observed: 'several', evidence: `${own.length} attempts of one event` }]
        : []
    },
  },
  {
    sentence: 'endpoints-10',
    expected: 'no attempt for a webhook that was deleted',
    find: seen => {
      const [deleted] = seen.step('delete_watched_deleted').filter(({ status }) => status < 300)
      if (deleted === undefined) return []
      return attemptsAt(seen.received, 'watched_deleted')
        .filter(({ at }) => at > deleted.at + MARGIN)
        .map(({ at }) => ({
          observed: 'attempts',
          evidence: `an attempt ${((at - deleted.at) / 1_000).toFixed(1)} s after the deletion`,
        }))
    },
  },
]

function delivered(sentence: string, expected: string, wrong: (received: Received) => string | undefined): Check {
  return {
    sentence,
    expected,
    find: seen =>
      seen.received.flatMap(received => {
        const observed = wrong(received)
        return observed === undefined ? [] : [{ observed, evidence: `delivery of ${received.event}` }]
      }),
  }
}
