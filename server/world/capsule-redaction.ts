import { DELIVERY_HEADERS } from '../contract/events.ts'
import { inboxUrl } from '../domain/webhooks/inbox-url.ts'
import { signBody } from '../domain/webhooks/signature.ts'
import { knownSecrets } from '../journal/known-secrets.ts'
import { standIn } from '../journal/redact.ts'
import { Redactor } from '../journal/redactor.ts'
import { META, removeMeta, writeMeta } from '../store/meta.ts'
import { rewriteTexts, type TextTable, textsIn, textTablesOf } from '../store/raw-tables.ts'
import type { Store } from '../store/store.ts'
import { attemptsOf, saveAttemptHeaders, signedDeliveries } from '../store/tables/deliveries.ts'
import { allMessages, saveMessageHeaders } from '../store/tables/inboxes.ts'
import { allKeys, updateKey } from '../store/tables/tenants.ts'
import { allWebhooks, updateWebhook } from '../store/tables/webhooks.ts'
import { unpinFile } from './world-database.ts'

/**
 * Removes from a copy of a world whatever opens something, column by column of every table in the database, so that no new column is
 * forgotten. The replacements have the same length, and signatures are computed again with them. So everything still fits together, and an
 * exchange that is replayed gives the same bytes.
 */
export function redactWorld(store: Store): void {
  unpinFile(store)
  const tables = textTablesOf(store)
  const redactor = new Redactor(knownSecrets(store, allTexts(store, tables)))
  store.transaction(() => {
    signAnew(store, redactor)
    redactKeys(store)
    // The secrets of webhooks are secret whatever they look like.
    for (const { webhook_id, secret } of allWebhooks(store))
      updateWebhook(store, webhook_id, { secret: standIn(secret) })
    for (const table of tables) rewriteTexts(store, table, { rewrite: value => redactor.value(value), numbered })
  })
  removeMeta(store, META.former_keys)
  removeMeta(store, META.label)
  writeMeta(store, META.redacted, 'yes')
}

function* allTexts(store: Store, tables: readonly TextTable[]): Generator<string> {
  for (const table of tables) yield* textsIn(store, table)
}

/** Two values that had to differ may have become equal. */
function numbered(value: unknown, number: number): unknown {
  const mark = String(number)
  return typeof value === 'string' && value.length > mark.length ? value.slice(0, -mark.length) + mark : value
}

/** Valid signatures are replaced by those of the new secret and the new bytes; an invalid one stays invalid. */
function signAnew(store: Store, redactor: Redactor): void {
  const change = (secret: string, body: Buffer) =>
    ({
      before: signBody({ secret, body }),
      after: signBody({ secret: standIn(secret), body: redactor.bytes(body) }),
    }) as const
  const deliveries = signedDeliveries(store)
  const secretOf = new Map(deliveries.map(({ delivery_id, secret }) => [delivery_id, secret]))
  for (const { delivery_seq, body, secret } of deliveries)
    for (const attempt of attemptsOf(store, delivery_seq))
      saveAttemptHeaders(store, attempt, withSignature(attempt.request_headers, change(secret, body)))
  const webhooks = allWebhooks(store)
  for (const { id, name, headers, body, delivery_id } of allMessages(store)) {
    const known = secretOf.get(delivery_id ?? '')
    // A delivery of a certification is in no table. It was signed with the secret of a webhook that leads here.
    const secrets =
      known === undefined
        ? webhooks.filter(({ url }) => url.startsWith(inboxUrl(name))).map(row => row.secret)
        : [known]
    let signed = headers
    for (const secret of secrets) if (signed === headers) signed = withSignature(headers, change(secret, body))
    if (signed !== headers) saveMessageHeaders(store, id, signed)
  }
}

function withSignature(json: string, { before, after }: { readonly before: string; readonly after: string }): string {
  if (!json.includes(before)) return json
  const headers = JSON.parse(json) as Record<string, string>
  for (const name in headers)
    if (name.toLowerCase() === DELIVERY_HEADERS.signature.toLowerCase() && headers[name] === before)
      headers[name] = after
  return JSON.stringify(headers)
}

/** No key opens the world until the file is opened again, which gives fixture keys new values; replays find keys by their id. */
function redactKeys(store: Store): void {
  for (const { key_id, plaintext, masked } of allKeys(store))
    updateKey(store, key_id, { hash: `redacted: ${key_id}`, plaintext: plaintext === null ? null : masked })
}
