import { schemaPath } from './own-schema.ts'

/** With comments, and so not plain JSON. */
export const STARTER_NAME = 'ringback.world.jsonc'

/** What `ringback world init` writes: a small world in which every line can be changed. */
export const STARTER = `{
  // An editor completes and checks this file by its schema.
  "$schema": "./node_modules/ringback/world.schema.json",
  "version": 1,

  // The fixture to which this file adds: standard, empty, large or edge. Without it, the world has what is below and no more.
  "extends": "empty",

  // The same seed gives the same ids, outcomes and made-up rows. The clock stands at this instant until somebody advances it.
  "seed": 1,
  "clock": "2026-03-10T09:00:00+09:00",

  "tenants": [
    {
      "tenant": "acme",
      "name": "Acme",
      "plan": "pro", // free, pro, max, or null for none
      "staff": [{ "staff_id": 501, "name": "佐藤 美咲" }],
      "projects": [{ "project_id": 71, "name": "Renewals" }],

      // Keys and secrets stand here by value, and have to contain the word ringback: never put a real one into a file.
      "keys": [
        { "label": "live", "mode": "live", "scopes": ["*"], "key": "svc_live_ringbackAcme0001CrmKey00000" },
        { "label": "reader", "mode": "live", "scopes": ["customers:read", "calls:read"], "key": "derived" },
      ],

      // Rows as the API takes them, and rows that are only counted and made up.
      "customers": [
        { "external_id": "crm-1", "name": "田中 翔太", "name_kana": "タナカ ショウタ", "tel1": "+81312345678", "project_id": 71 },
        { "count": 100 },
      ],

      // Instants are absolute, relative to the clock ("-P3D"), or named ("tokyo-midnight-PT1S").
      "calls": [
        { "external_id": "crm-1", "status": "connected", "started_at": "-P3D", "duration_seconds": 61 },
        { "count": 100, "between": ["-P30D", "-P1D"], "status": { "connected": 0.6, "no_answer": 0.3, "busy": 0.1 } },
      ],

      // A receiver that was written before verifies what is signed with this secret.
      "webhooks": [
        {
          "label": "crm",
          "url": "https://inbox.ringback.test/crm",
          "events": ["call.completed", "call.missed"],
          "secret": "whsec_ringback0123456789",
        },
      ],

      // One request is left of the day: the first succeeds, the second is 429 quota_exceeded.
      "limits": { "day": { "used": "limit-1" } },
    },
  ],

  // The next call to a number that ends in 7777 is busy.
  "call_scripts": [{ "match": { "phone_suffix": "7777" }, "steps": [{ "after": "PT3S", "to": "busy" }], "times": 1 }],

  // The first two requests for a report fail.
  "faults": [{ "match": { "path": "/reports/*" }, "effect": { "status": 503 }, "times": 2 }],

  // The inbox answers its first delivery with 500, so that it is sent again.
  "inbox": { "crm": { "status": 500, "times": 1 } },

  // What the contract leaves open, where the default is not what you expect.
  "assumptions": { "customers.phonetic_key": "name_kana" },
}
`

const SCHEMA_LINES = /^ {2}\/\/ An editor completes.*\n {2}"\$schema": "(.*)",\n/m

/** The same for a file in this folder, with the schema where it is; without those lines where there is none. */
export function starterIn(folder: string): string {
  const schema = schemaPath('world.schema.json', { folder })
  return STARTER.replace(SCHEMA_LINES, (lines, usual: string) =>
    schema === undefined ? '' : lines.replace(usual, () => schema),
  )
}
