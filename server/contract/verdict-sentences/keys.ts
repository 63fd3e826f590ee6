import type { VerdictText } from './verdict-text.ts'

export const KEYS = {
  key_in_url: {
    says: 'The key travels in the Authorization header and nowhere else: addresses end up in logs.',
    fix: 'Send Authorization: Bearer and the key, take it out of the address, and revoke it.',
    messages: {
      found_one: '#{{first}} had the key {{key}} in its address.',
      found_other: '{{count}} requests had the key {{key}} in their address. The first is #{{first}}.',
    },
  },
  foreign_key: {
    says: 'Only keys of this emulator are sent to it.',
    fix: 'Give the client under test a key of this world; if the other one is real, find out how it got here.',
    messages: {
      found_one: '#{{first}} carried the key {{key}}, which looks real and which no world has issued.',
      found_other:
        '{{count}} requests carried the key {{key}}, which looks real and which no world has issued. The first is #{{first}}.',
    },
  },
  more_scopes_than_used: {
    says: 'A key has the scopes that its client asks for and no more.',
    fix: 'Issue a key with just the scopes that were used.',
    messages: {
      spare: 'The key {{key}} has scopes that nothing asked for: {{spare}}. A key needs only: {{used}}.',
      none: 'The key {{key}} has scopes that nothing asked for: {{spare}}. No request asked for any.',
    },
  },
} as const satisfies Record<string, VerdictText>
