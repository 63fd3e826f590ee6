import { expect, test } from 'vitest'
import { DELIVERY_HEADERS } from '../../contract/events.ts'
import { Store } from '../../store/store.ts'
import { INBOX_LIMIT, Inbox, type InboxLimit } from './inbox.ts'
import { signBody } from './signature.ts'

function inboxes({ limit, secrets }: { limit?: InboxLimit; secrets?: Secrets } = {}) {
  const store = Store.open(':memory:')
  const inbox = new Inbox({
    store,
    facts: { emit: () => {} },
    catchUp: () => 0,
    secretOf: delivery_id => secrets?.of[delivery_id],
    secretsOfInbox: () => secrets?.all ?? [],
    after: () => () => {},
    stopwatch: () => 0,
    ...(limit === undefined ? {} : { limit }),
  })
  const { signal } = new AbortController()
  return {
    inbox,
    signal,
    store,
    /** Receives this many messages of this many bytes. */
    get: async (name: string, count: number, bytes: number) => {
      for (let message = 0; message < count; message++)
        await inbox.receive({
          name,
          path: `/${name}`,
          headers: {},
          body: Buffer.alloc(bytes),
          timeoutSeconds: 15,
          signal,
        })
    },
    ids: (name: string) => inbox.messages(name, 0, 100_000).map(({ id }) => id),
  }
}

interface Secrets {
  /** By the id of a known delivery. */
  readonly of: Readonly<Record<string, string>>
  readonly all: readonly string[]
}

test.each([
  ['a known delivery holds with the secret of its webhook', 'known', 'whsec_own', 1],
  ['a known delivery does not hold with the secret of a webhook beside it', 'known', 'whsec_beside', 0],
  ['an unknown delivery holds with the secret of any webhook of the inbox', 'unknown', 'whsec_beside', 1],
  ['an unknown delivery does not hold with a secret of nobody', 'unknown', 'whsec_nobody', 0],
])('%s (finding D1)', async (_, delivery_id, secret, verified) => {
  const secrets = { of: { known: 'whsec_own' }, all: ['whsec_own', 'whsec_beside'] }
  const { inbox, signal } = inboxes({ secrets })
  const body = Buffer.from('{}')
  const headers = {
    [DELIVERY_HEADERS.delivery]: delivery_id,
    [DELIVERY_HEADERS.signature]: signBody({ secret, body }),
  }
  await inbox.receive({ name: 'crm', path: '/crm', headers, body, timeoutSeconds: 15, signal })
  expect(inbox.messages('crm', 0, 1)).toMatchObject([{ verified }])
})

const limit = { messages: 100, bytes: 100_000 }
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('inboxes keep their limit of messages, the newest, and a portion more at most (threat D13)', async () => {
  const { get, ids } = inboxes({ limit })
  await get('crm', 100, 1)
  expect(ids('crm')).toEqual(numbers(1, 100))
  await get('crm', 4, 1)
  expect(ids('crm')).toHaveLength(104)
  await get('crm', 1, 1)
  expect(ids('crm')).toEqual(numbers(6, 105))
})

test('inboxes keep their limit of bytes, all together, and the oldest leave first (threat D13)', async () => {
  const { get, ids } = inboxes({ limit })
  await get('one', 5, 10_000)
  await get('other', 4, 10_000)
  expect([ids('one'), ids('other')]).toEqual([numbers(1, 5), numbers(6, 9)])
  await get('other', 3, 10_000)
  expect([ids('one'), ids('other')]).toEqual([numbers(4, 5), numbers(6, 12)])
})

test('the newest message stays, however large it is', async () => {
  const { get, ids } = inboxes({ limit })
  await get('crm', 3, 10)
  await get('crm', 1, 500_000)
  expect(ids('crm')).toEqual([4])
})

test('the limit of a world is 10,000 messages: without one more than a portion nothing leaves (without D13)', async () => {
  const { get, ids } = inboxes()
  await get('crm', INBOX_LIMIT.messages, 10)
  expect(ids('crm')).toHaveLength(10_000)
  await get('crm', 500, 10)
  expect(ids('crm')).toEqual(numbers(501, 10_500))
})

test('an inbox that cannot keep a delivery, since the disk is full, does not answer it', async () => {
  const { inbox, signal, store } = inboxes()
  const used = store.db.pragma('page_count', { simple: true })
  store.db.pragma(`max_page_count = ${used}`)
  const delivery = { name: 'crm', path: '/crm', headers: {}, body: Buffer.alloc(200_000), timeoutSeconds: 15, signal }
  expect(await inbox.receive(delivery)).toMatchObject({ target: 'inbox', status_code: null, error: 'connection_reset' })
  store.db.pragma('max_page_count = 1000000')
  expect(await inbox.receive(delivery)).toMatchObject({ status_code: 200, error: null })
  expect(inbox.messages('crm', 0, 10)).toHaveLength(1)
})
