import { expect, test } from 'vitest'
import { Store } from '../../store/store.ts'
import { INBOX_LIMIT, Inbox, type InboxLimit } from './inbox.ts'

function inboxes({ limit }: { limit?: InboxLimit } = {}) {
  const store = Store.open(':memory:')
  const inbox = new Inbox({
    store,
    facts: { emit: () => {} },
    now: () => 0,
    secretOf: () => undefined,
    after: () => () => {},
    stopwatch: () => 0,
    ...(limit === undefined ? {} : { limit }),
  })
  const { signal } = new AbortController()
  return {
    inbox,
    signal,
    store,
    /** Lets so many messages come in, each of so many bytes. */
    get: async (name: string, count: number, bytes: number) => {
      for (let message = 0; message < count; message++)
        await inbox.receive({ name, headers: {}, body: Buffer.alloc(bytes), timeoutSeconds: 15, signal })
    },
    ids: (name: string) => inbox.messages(name, 0, 100_000).map(({ id }) => id),
  }
}

const limit = { messages: 100, bytes: 100_000 }
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('inboxes keep their limit of messages, the newest, and a portion more at most', async () => {
  const { get, ids } = inboxes({ limit })
  await get('crm', 100, 1)
  expect(ids('crm')).toEqual(numbers(1, 100))
  await get('crm', 4, 1)
  expect(ids('crm')).toHaveLength(104)
  await get('crm', 1, 1)
  expect(ids('crm')).toEqual(numbers(6, 105))
})

test('inboxes keep their limit of bytes, all together, and the oldest leave first', async () => {
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

test('the limit of a world is 10,000 messages: without one more than a portion nothing leaves', async () => {
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
  const delivery = { name: 'crm', headers: {}, body: Buffer.alloc(200_000), timeoutSeconds: 15, signal }
  expect(await inbox.receive(delivery)).toMatchObject({ target: 'inbox', status_code: null, error: 'connection_reset' })
  store.db.pragma('max_page_count = 1000000')
  expect(await inbox.receive(delivery)).toMatchObject({ status_code: 200, error: null })
  expect(inbox.messages('crm', 0, 10)).toHaveLength(1)
})
