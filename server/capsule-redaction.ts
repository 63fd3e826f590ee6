import { DELIVERY_HEADERS } from './contract/events.ts'
import { signBody } from './domain/webhooks/signature.ts'
import { packHeaders, unpackHeaders } from './journal/header-pack.ts'
import { dummySecret, withDummySecrets } from './journal/redact.ts'
import type { Store } from './store/store.ts'

/** Headers in which clients carry what is nobody else's business. */
const PRIVATE_HEADER = /^(?:cookie|proxy-authorization)$|(?:secret|token|api-?key|password)/i

/**
 * Takes out of a copy of a world what opens something: signing secrets, the values of keys, headers of clients that carry secrets. What
 * takes their place is as long, and signatures are made anew with it, so that everything still fits together and an exchange that is
 * replayed gives the same bytes.
 */
export function redactWorld(store: Store): void {
  signAnew(store)
  for (const { webhook_id, secret } of store.all(store.query.selectFrom('webhooks').select(['webhook_id', 'secret'])))
    store.run(
      store.query
        .updateTable('webhooks')
        .set({ secret: dummySecret(secret) })
        .where('webhook_id', '=', webhook_id),
    )
  redactKeys(store)
  redactJournal(store)
}

/** Signatures that hold are replaced by those of the new secret; one that was wrong stays wrong. */
function signAnew(store: Store): void {
  const { query } = store
  const deliveries = store.all(
    query
      .selectFrom('deliveries')
      .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
      .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')
      .select(['delivery_seq', 'delivery_id', 'body', 'secret']),
  )
  for (const { delivery_seq, delivery_id, body, secret } of deliveries) {
    const before = signBody({ secret, body })
    const after = signBody({ secret: dummySecret(secret), body })
    const attempts = query.selectFrom('attempts').select(['attempt', 'request_headers'])
    for (const { attempt, request_headers } of store.all(attempts.where('delivery_seq', '=', delivery_seq)))
      store.run(
        query
          .updateTable('attempts')
          .set({ request_headers: withSignature(request_headers, before, after) })
          .where('delivery_seq', '=', delivery_seq)
          .where('attempt', '=', attempt),
      )
    const messages = query.selectFrom('inbox_messages').select(['id', 'headers'])
    for (const { id, headers } of store.all(messages.where('delivery_id', '=', delivery_id)))
      store.run(
        query
          .updateTable('inbox_messages')
          .set({ headers: withSignature(headers, before, after) })
          .where('id', '=', id),
      )
  }
}

function withSignature(json: string, before: string, after: string): string {
  const headers = JSON.parse(json) as Record<string, string>
  for (const name in headers)
    if (name.toLowerCase() === DELIVERY_HEADERS.signature.toLowerCase() && headers[name] === before)
      headers[name] = after
  return JSON.stringify(headers)
}

/** No key opens the world until it is opened again, which gives fixture keys values of their own; replays find keys by their id. */
function redactKeys(store: Store): void {
  const { query } = store
  for (const { key_id, plaintext, masked } of store.all(query.selectFrom('keys').selectAll()))
    store.run(
      query
        .updateTable('keys')
        .set({ hash: `redacted: ${key_id}`, plaintext: plaintext === null ? null : masked })
        .where('key_id', '=', key_id),
    )
}

function redactJournal(store: Store): void {
  const { query } = store
  const columns = ['seq', 'request_headers', 'request_body', 'response_body'] as const
  for (const row of store.all(query.selectFrom('exchanges').select(columns))) {
    const headers = unpackHeaders(row.request_headers).map(
      ([name, value]) => [name, PRIVATE_HEADER.test(name) ? '…' : withDummySecrets(value)] as const,
    )
    store.run(
      query
        .updateTable('exchanges')
        .set({
          request_headers: packHeaders(headers),
          request_body: row.request_body && dummyBytes(row.request_body),
          response_body: row.response_body && dummyBytes(row.response_body),
        })
        .where('seq', '=', row.seq),
    )
  }
}

/** Secrets are ASCII and their stand-ins as long, so that the rest of the bytes stays where it is. */
function dummyBytes(bytes: Buffer): Buffer {
  return bytes.includes('whsec_') ? Buffer.from(withDummySecrets(bytes.toString('latin1')), 'latin1') : bytes
}
