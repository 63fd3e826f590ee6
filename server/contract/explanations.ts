/** The sentences that explain an answer. The dashboard has the same sentences in its other languages. */
export const EXPLANATIONS = {
  passed: 'Every check passed.',
  ignored: 'Ignored, as the endpoint has no such parameter: {{ignored}}.',
  rejected: 'Refused by the check {{gate}}.',
  fault: 'Fault {{fault_id}} of this world answered in place of the service; no limit was used.',
  of_drill: 'The drill {{drill}} staged it.',
  no_key: 'The request presents no API key in an Authorization: Bearer header.',
  unknown_key: 'No valid key of any world has this value; it may be revoked.',
  revoked_key:
    'It looks like {{masked}}, the key "{{label}}" of {{tenant}} ({{key_id}}), which was revoked at {{revoked_at}}.',
  rate: 'The tenant has used {{minute_used}} of {{minute_limit}} requests of this minute and {{burst_used}} of {{burst_limit}} of these ten seconds. A slot is free in {{retry_after}} s.',
  quota:
    'The tenant has used {{used}} of its {{quota}} successful requests of this Tokyo day. The next day begins in {{retry_after, duration}} (Retry-After: {{retry_after}}).',
  scope: 'The endpoint needs the scope {{required}}; the key has {{held}}.',
  no_scope: 'The endpoint needs the scope {{required}}; the key has none.',
  plan: 'The plan {{plan}} does not have the licence open_api_advanced that reports and webhooks need.',
  no_plan: 'A tenant without a plan does not have the licence open_api_advanced that reports and webhooks need.',
  switched_off: 'The Open API is switched off for the tenant.',
  no_path: 'The contract has no such path.',
  no_method: 'The contract has this path, but not with this method. It has {{allow}}.',
  misread: 'The path was read as {{read_as}}; near it is {{near}}.',
  fields: 'Invalid: {{fields}}.',
  body: '{{body}}',
  stored: 'Every check before it passed; what is stored led to {{code}}.',
  stored_error: 'Every check before it passed; what is stored led to an error.',
  otherwise: 'Without that it would have been {{status}} {{code}}.',
  held: 'Fault {{fault_id}} held the answer back.',
  dropped: 'Fault {{fault_id}} kept the answer from arriving.',
  truncated: 'Fault {{fault_id}} cut the answer off.',
  disturbed: 'Fault {{fault_id}} disturbed the answer on its way.',
  of_replay: 'A replay has no connection that could end: this is what a client would have met.',
} as const satisfies Record<string, string>

export type ExplanationId = keyof typeof EXPLANATIONS
