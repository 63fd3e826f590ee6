import type { VerdictText } from './verdict-text.ts'

export const EXPECTATIONS = {
  expectation_not_met: {
    says: 'What a test expects to be found is found.',
    fix: 'Let the client do what the test is about, or take the expectation back.',
    messages: {
      fewer: 'Expected of {{rule}}: {{times}} or more. Found: {{seen}}.',
      fewer_of: 'Expected of {{rule}} by {{caller}}: {{times}} or more. Found: {{seen}}.',
    },
  },
} as const satisfies Record<string, VerdictText>
