import type { RulePage } from './rule-page.ts'

export const KEYS = {
  key_in_url: {
    finds: 'An error: a key, svc_live_… or svc_test_…, in the path or the query, from the first request on.',
    why: 'Addresses stand in logs of proxies and servers, where the key can be read for years.',
    bad: ['GET /customers?token=svc_live_…C24l → 200'],
    good: ['GET /customers → 200'],
    spares: 'What is shorter than a key.',
  },
  foreign_key: {
    finds:
      'A warning: a 401 to a key of the right form that no world of this emulator has issued, from the first request on.',
    why: 'It may be a real key: then it is in the configuration of a test, and in its logs.',
    bad: ['GET /customers → 401, key svc_live_…9xYz of no world'],
    good: ['GET /customers → 200'],
    spares: 'Keys that say what they are (fake, test, invalid and the like), and short ones.',
  },
  more_scopes_than_used: {
    finds: 'Information: a key with scopes that no request of the run has asked for.',
    why: 'Whoever gets hold of the key can do all that it allows.',
    bad: ['The key has calls:read, customers:read', 'GET /customers → 200'],
    good: ['The key has customers:read', 'GET /customers → 200'],
    spares: 'Keys that were not used. Of a run that does only a part of the work it says too much.',
  },
} as const satisfies Record<string, RulePage>
