import type { Json } from '../../contract/assumption-entry.ts'
import { ASSUMPTIONS } from '../../contract/assumptions.ts'
import { TEST_EVENT } from '../../contract/events.ts'
import { isAccepted, isObject, isRefused, objectIn, rowsIn, told } from '../exchange.ts'
import { never, type Probe, type ProbesOf, type Reading, type Sight } from '../probe.ts'
import { type Seen, sights } from '../seen.ts'
import { TEST_ANSWERS } from '../steps/webhooks.ts'
import { DELIVERIES } from './deliveries.ts'
import { longestOf } from './longest.ts'

const write = (send: readonly string[], read: Probe['read']): Probe => ({
  class: '2',
  send: ['webhook', ...send, 'delete_webhook'],
  read,
  least: 1,
})
const receive = (send: readonly string[], read: Probe['read']): Probe => ({
  class: '2R',
  needs: ['receiver'],
  send: ['received_webhook', ...send, 'delete_received_webhook'],
  read,
  least: 1,
})
const one = (value: Json | undefined, evidence: string): Reading => [{ value, evidence }]
const TESTS = TEST_ANSWERS.map(status => `test_answered_${status}`)
/** Fields of a webhook that are documented. */
const DOCUMENTED = ['label', 'url', 'events', 'filters', 'is_enabled', 'secret']
const STATUSES = ASSUMPTIONS['webhooks.statuses'].default
const FIELDS = ASSUMPTIONS['webhooks.fields'].default
const PAYLOAD = ASSUMPTIONS['webhooks.payload'].default

/** Whether steps that the register expects to be refused are, and those that it expects to be accepted are. */
function asExpected(seen: Seen, refused: readonly string[], accepted: readonly string[], value: Json): Reading {
  const bad = seen.step(...refused)
  const good = seen.step(...accepted)
  if (bad.length < refused.length || good.length < accepted.length) return undefined
  const holds = bad.every(isRefused) && good.every(isAccepted)
  return one(holds ? value : undefined, [...bad, ...good].map(told).join('; '))
}

const tests = (seen: Seen) => seen.received.filter(({ event }) => event === TEST_EVENT)

export const WEBHOOKS: ProbesOf<'webhooks'> = {
  ...DELIVERIES,
  'webhooks.fields': write(['webhooks'], seen => {
    const created = seen.step('webhook').filter(isAccepted).map(objectIn)[0]
    const [list] = seen.step('webhooks').filter(isAccepted)
    if (created === undefined || list === undefined) return undefined
    const further = (row: object) => Object.keys(row).filter(name => !DOCUMENTED.includes(name))
    const rows = [created, ...rowsIn(list)]
    const holds =
      rows.every(row => further(row).join() === FIELDS.join()) && rowsIn(list).every(row => !('secret' in row))
    return one(holds ? FIELDS : undefined, `${told(list)}: ${[...new Set(rows.flatMap(further))].join(', ')}`)
  }),
  'webhooks.statuses': receive(['webhooks', 'webhook', 'put_label', 'delete_webhook', TESTS[0] ?? ''], seen => {
    const status = (name: string) => seen.step(name)[0]?.status
    const found = {
      create: status('webhook'),
      list: status('webhooks'),
      update: status('put_label'),
      delete: status('delete_webhook'),
      test: status(TESTS[0] ?? ''),
    }
    if (Object.values(found).includes(undefined)) return undefined
    const text = JSON.stringify(found)
    return one(text === JSON.stringify(STATUSES) ? STATUSES : undefined, text)
  }),
  'webhooks.test_response': receive(TESTS, seen =>
    sights(seen.step(...TESTS).filter(isAccepted), exchange => {
      const fields = Object.keys(objectIn(exchange) ?? {})
      const { default: expected } = ASSUMPTIONS['webhooks.test_response']
      return fields.join() === expected.join() ? expected : undefined
    }),
  ),
  'webhooks.event_kinds': write(
    ['put_test_event', 'put_unknown_event', 'put_no_event', 'put_call_completed', 'put_call_missed'],
    seen =>
      asExpected(
        seen,
        ['put_test_event', 'put_unknown_event', 'put_no_event'],
        ['put_call_completed', 'put_call_missed'],
        ASSUMPTIONS['webhooks.event_kinds'].default,
      ),
  ),
  'webhooks.unknown_fields': write(['put_unknown_webhook_field'], seen =>
    seen.accepts(['put_unknown_webhook_field'], { accepted: 'ignore', refused: 'reject' }),
  ),
  'webhooks.label_max_length': write(['label_length'], seen => longestOf(seen, 'label_length')),
  'webhooks.enabled_at_first': {
    class: '2',
    send: ['webhook_by_default', 'delete_webhook_by_default'],
    read: seen =>
      sights(seen.step('webhook_by_default').filter(isAccepted), exchange =>
        objectIn(exchange)?.is_enabled === true ? true : undefined,
      ),
    least: 1,
  },
  'webhooks.event_list': write(['put_no_events', 'put_event_twice', 'put_call_missed'], seen =>
    asExpected(seen, ['put_no_events', 'put_event_twice'], ['put_call_missed'], 'set'),
  ),
  'webhooks.filter_max_items': write(['filter_length'], seen => longestOf(seen, 'filter_length')),
  'webhooks.url_rules': write(['url_length'], seen => longestOf(seen, 'url_length')),
  'webhooks.update_filters': write(['put_filters'], seen =>
    sights(seen.step('put_filters').filter(isAccepted), exchange => {
      const filters = objectIn(exchange)?.filters
      if (!isObject(filters) || !Array.isArray(filters.project_ids)) return undefined
      return Array.isArray(filters.call_status) && filters.call_status.length > 0 ? 'merge' : 'replace'
    }),
  ),
  'webhooks.open_api_disabled': never('an administrator would have to switch the Open API off while an event happens'),
  'webhooks.private_urls': {
    class: '2',
    send: ['private_webhook', 'delete_private_webhook'],
    read: seen => seen.accepts(['private_webhook'], { accepted: 'accept', refused: 'reject' }),
    least: 1,
  },
  'webhooks.payload': receive(TESTS, seen => {
    const found = tests(seen).map(({ fields }): Sight => {
      const required = PAYLOAD.filter(name => name !== 'external_id')
      const holds = fields.filter(name => name !== 'external_id').join() === required.join()
      return { value: holds ? PAYLOAD : undefined, evidence: `${TEST_EVENT}: ${fields.join(', ')}` }
    })
    return found.length === 0 ? undefined : found
  }),
  'webhooks.payload_bytes': receive(TESTS, seen => {
    const found = tests(seen).map(
      ({ spelling }): Sight => ({
        value: spelling === 'other' ? undefined : spelling,
        evidence: `${TEST_EVENT} is spelled ${spelling}`,
      }),
    )
    return found.length === 0 ? undefined : found
  }),
  'webhooks.success': receive(TESTS, seen => {
    const answers = TEST_ANSWERS.map(status => seen.step(`test_answered_${status}`).filter(isAccepted).map(objectIn)[0])
    if (answers.some(answer => typeof answer?.success !== 'boolean')) return undefined
    const taken = TEST_ANSWERS.filter((_, index) => answers[index]?.success === true)
    return one(
      taken.join() === '200,204' ? '2xx' : undefined,
      `delivered when the receiver answers ${taken.join(', ')}`,
    )
  }),
  'webhooks.send_count_without_subscriber': never(
    'the count shows only once all webhook sends of a day are used up, and nobody has thousands of calls end for that',
  ),
  'webhooks.retries_count': never(
    'the count shows only once all webhook sends of a day are used up, and nobody has thousands of calls end for that',
  ),
  'webhooks.max_per_tenant': never('it would leave more than twenty webhooks behind'),
  'webhooks.list_paging': never('it would leave more than fifty webhooks behind'),
  'webhooks.http_on_loopback': never('the service is not on this machine: a concession of the emulator'),
  'webhooks.reach': never('the service reaches public hosts: a concession of the emulator'),
}
