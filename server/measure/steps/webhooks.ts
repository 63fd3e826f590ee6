import type { Json } from '../../contract/assumption-entry.ts'
import { SUBSCRIBABLE_EVENTS } from '../../contract/events.ts'
import type { Known } from '../known.ts'
import type { Step } from '../step.ts'
import { TEXT_LENGTHS } from './customers.ts'

/** Nobody can own a name below .test. */
const NOWHERE = 'https://rbk-measure.test/'
const OWN = '/webhooks/{id:webhook}'
const URL_LENGTHS = [
  64, 100, 128, 200, 250, 254, 255, 256, 300, 500, 511, 512, 1_000, 1_023, 1_024, 1_500, 2_000, 2_047, 2_048, 2_083,
  3_000, 4_000, 4_096, 8_000, 8_192, 16_384,
]
const LIST_LENGTHS = [
  1, 2, 3, 5, 10, 15, 20, 25, 30, 50, 64, 100, 128, 200, 250, 256, 300, 500, 512, 1_000, 1_024, 2_000,
]

const create = (name: string, more: (known: Known) => { [field: string]: Json } = () => ({})): Step => ({
  name,
  class: '2',
  method: 'POST',
  path: '/webhooks',
  body: known => ({
    url: `${NOWHERE}${known.tag(name)}`,
    events: [...SUBSCRIBABLE_EVENTS],
    is_enabled: false,
    ...more(known),
  }),
})
const put = (name: string, body: (known: Known) => Json | undefined, more: Partial<Step> = {}): Step => ({
  name,
  class: '2',
  method: 'PUT',
  path: OWN,
  body,
  ...more,
})
const remove = (name: string, of: string, more: Partial<Step> = {}): Step => ({
  name,
  class: '2',
  method: 'DELETE',
  path: `/webhooks/{id:${of}}`,
  ...more,
})

/** Webhooks of class 2. They are disabled, but for one that is deleted by the next request, and deletion keeps their rows. */
export const WEBHOOK_WRITES: readonly Step[] = [
  {
    ...create('webhook_by_default'),
    body: known => ({ url: `${NOWHERE}${known.tag('webhook_by_default')}`, events: [...SUBSCRIBABLE_EVENTS] }),
  },
  remove('delete_webhook_by_default', 'webhook_by_default'),
  create('webhook', () => ({ filters: { call_status: ['no_answer'] } })),
  { name: 'webhooks', class: '2', method: 'GET', path: '/webhooks', uses: ['webhook'] },
  put(
    'put_filters',
    known => {
      const project = known.number('project')
      return project === undefined ? undefined : { filters: { project_ids: [project] } }
    },
    { uses: ['customers'] },
  ),
  put('put_label', known => ({ label: known.tag('put_label') })),
  put('put_unknown_webhook_field', () => ({ is_enabled: false, zzz: 1 })),
  put('put_no_events', () => ({ events: [] })),
  put('put_event_twice', () => ({ events: ['call.missed', 'call.missed'] })),
  put('put_test_event', () => ({ events: ['webhook.test'] })),
  put('put_unknown_event', () => ({ events: ['call.started'] })),
  put('put_no_event', () => ({ events: ['zzz'] })),
  ...SUBSCRIBABLE_EVENTS.map(event => put(`put_${event.replace('.', '_')}`, () => ({ events: [event] }))),
  put('label_length', () => undefined, {
    times: 8,
    longest: { lengths: TEXT_LENGTHS, body: (_known, length) => ({ label: 'x'.repeat(length) }) },
  }),
  put('url_length', () => undefined, {
    times: 8,
    longest: { lengths: URL_LENGTHS, body: (_known, length) => ({ url: NOWHERE.padEnd(length, 'x') }) },
  }),
  put('filter_length', () => undefined, {
    times: 8,
    uses: ['customers'],
    longest: {
      lengths: LIST_LENGTHS,
      body: (known, length) => {
        const project = known.number('project')
        return project === undefined ? undefined : { filters: { project_ids: Array(length).fill(project) } }
      },
    },
  }),
  create('private_webhook', known => ({ url: `https://localhost/${known.tag('private_webhook')}` })),
  remove('delete_private_webhook', 'private_webhook'),
  remove('delete_webhook', 'webhook', { uses: ['webhooks'] }),
]

const RECEIVED = '/webhooks/{id:received_webhook}'
/** What the receiver answers to the tests, one after another. */
export const TEST_ANSWERS = [200, 204, 302, 500] as const

/** Class 2R: a webhook that really delivers to the receiver, and tests of it. */
export const RECEIVER_STEPS: readonly Step[] = [
  {
    name: 'received_webhook',
    class: '2R',
    method: 'POST',
    path: '/webhooks',
    needs: ['receiver'],
    body: known => {
      const url = known.get('receiver')
      return url === undefined
        ? undefined
        : { url: `${url}/${known.tag('received_webhook')}`, events: [...SUBSCRIBABLE_EVENTS] }
    },
  },
  ...TEST_ANSWERS.map(
    (status): Step => ({
      name: `test_answered_${status}`,
      class: '2R',
      method: 'POST',
      path: `${RECEIVED}/test`,
      needs: ['receiver'],
      receiver: { status },
    }),
  ),
  {
    name: 'test_hangs',
    class: '2R',
    method: 'POST',
    path: `${RECEIVED}/test`,
    needs: ['receiver'],
    receiver: { status: 200, hangs: true },
  },
  { name: 'delete_received_webhook', class: '2R', method: 'DELETE', path: RECEIVED, needs: ['receiver'] },
]
