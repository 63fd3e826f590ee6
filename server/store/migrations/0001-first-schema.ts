import type { Migration } from './migration.ts'

/** Everything a world is: tenants and their data, the queue, the journal, the rules of the harness. Instants are milliseconds. */
export const firstSchema: Migration = {
  version: 1,
  title: 'first schema',
  sql: `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  pace TEXT NOT NULL,
  instant INTEGER NOT NULL,
  wall INTEGER NOT NULL
) STRICT;

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  due_at INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL,
  claimed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX jobs_by_turn ON jobs (claimed, due_at, rank, id);
CREATE INDEX jobs_by_subject ON jobs (subject, kind);

CREATE TABLE tenants (
  tenant_id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan TEXT,
  open_api_enabled INTEGER NOT NULL
) STRICT;
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL
) STRICT;
CREATE INDEX staff_by_tenant ON staff (tenant_id);
CREATE TABLE projects (
  project_id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL
) STRICT;
CREATE INDEX projects_by_tenant ON projects (tenant_id);
CREATE TABLE keys (
  key_id TEXT PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  label TEXT NOT NULL,
  mode TEXT NOT NULL,
  scopes TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  masked TEXT NOT NULL,
  plaintext TEXT,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE TABLE counters (
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  kind TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, kind, window_start)
) STRICT, WITHOUT ROWID;

CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  project_id INTEGER NOT NULL REFERENCES projects,
  external_id TEXT,
  name TEXT,
  tel1 TEXT,
  phonetic TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX customers_by_tenant ON customers (tenant_id, customer_id);
CREATE INDEX customers_by_external_id ON customers (tenant_id, external_id);

CREATE TABLE calls (
  call_seq INTEGER PRIMARY KEY,
  call_id TEXT NOT NULL UNIQUE,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  call_type TEXT NOT NULL,
  status TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  staff_id INTEGER NOT NULL REFERENCES staff,
  project_id INTEGER NOT NULL REFERENCES projects,
  external_id TEXT,
  metadata TEXT,
  mode TEXT NOT NULL,
  origin TEXT NOT NULL,
  initiated_at INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  connected_at INTEGER,
  ended_at INTEGER,
  duration_seconds INTEGER,
  ai_ready_at INTEGER,
  request_id TEXT
) STRICT;
CREATE INDEX calls_by_start ON calls (tenant_id, started_at, call_seq);
CREATE UNIQUE INDEX calls_by_external_id ON calls (tenant_id, external_id) WHERE external_id IS NOT NULL;
CREATE TABLE call_steps (
  step_seq INTEGER PRIMARY KEY,
  call_seq INTEGER NOT NULL REFERENCES calls,
  at INTEGER NOT NULL,
  step TEXT NOT NULL,
  made_by TEXT NOT NULL
) STRICT;
CREATE INDEX call_steps_by_call ON call_steps (call_seq);
CREATE TABLE call_scripts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  match TEXT NOT NULL,
  steps TEXT NOT NULL,
  times INTEGER,
  used INTEGER NOT NULL
) STRICT;

CREATE TABLE webhooks (
  webhook_id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  label TEXT,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  filters TEXT,
  is_enabled INTEGER NOT NULL,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX webhooks_by_tenant ON webhooks (tenant_id, webhook_id);
CREATE TABLE events (
  event_seq INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  kind TEXT NOT NULL,
  call_id TEXT,
  external_id TEXT,
  occurred_at INTEGER NOT NULL,
  origin TEXT NOT NULL,
  body BLOB NOT NULL,
  request_id TEXT
) STRICT;
CREATE INDEX events_by_call ON events (call_id);
CREATE TABLE deliveries (
  delivery_seq INTEGER PRIMARY KEY,
  delivery_id TEXT NOT NULL UNIQUE,
  event_seq INTEGER NOT NULL REFERENCES events,
  webhook_id INTEGER NOT NULL REFERENCES webhooks,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  next_attempt_at INTEGER,
  last_status_code INTEGER,
  last_error TEXT
) STRICT;
CREATE INDEX deliveries_by_event ON deliveries (event_seq);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, status);
CREATE TABLE attempts (
  delivery_seq INTEGER NOT NULL REFERENCES deliveries,
  attempt INTEGER NOT NULL,
  cause TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  target TEXT NOT NULL,
  request_headers TEXT NOT NULL,
  status_code INTEGER,
  response_headers TEXT,
  response_body TEXT,
  error TEXT,
  duration_ms REAL NOT NULL,
  PRIMARY KEY (delivery_seq, attempt)
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  fact TEXT NOT NULL,
  reason TEXT NOT NULL,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  kind TEXT NOT NULL,
  event_id TEXT,
  call_id TEXT,
  external_id TEXT,
  webhook_id INTEGER,
  delivery_id TEXT
) STRICT;

CREATE TABLE inboxes (
  name TEXT PRIMARY KEY,
  behaviour TEXT NOT NULL,
  remaining INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE inbox_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  method TEXT NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  delivery_id TEXT,
  event TEXT,
  verified INTEGER NOT NULL,
  answered_status INTEGER
) STRICT;
CREATE INDEX inbox_messages_by_name ON inbox_messages (name, id);
CREATE TABLE forwards (origin TEXT PRIMARY KEY, target TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE exchanges (
  seq INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  tenant_id INTEGER,
  key_id TEXT,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
  endpoint TEXT,
  status INTEGER NOT NULL,
  code TEXT,
  duration_ms REAL NOT NULL,
  request_headers TEXT NOT NULL,
  request_body BLOB,
  response_headers TEXT NOT NULL,
  response_body BLOB,
  trace TEXT NOT NULL,
  assumptions TEXT NOT NULL,
  fault_id INTEGER
) STRICT;
CREATE TABLE faults (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  match TEXT NOT NULL,
  effect TEXT NOT NULL,
  times INTEGER,
  probability REAL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  seen INTEGER NOT NULL,
  fired INTEGER NOT NULL
) STRICT;
CREATE TABLE assumptions (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
}
