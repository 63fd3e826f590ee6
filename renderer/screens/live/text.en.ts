export const live = {
  about: 'Everything that happens, on the axis of emulated time',
  axis: 'What happened, newest first',
  strip: 'What happened over emulated time, one lane per kind; the list below has the details',
  filters: 'Choose what is shown',
  none: 'Nothing has happened yet',
  none_hint: 'Send a request, place a call or move the clock: it appears here.',
  follow: 'Follow ({{newer}} new)',
  jumped: 'The clock jumped {{by}}',
  pace: 'Pace: {{pace}}',
  ended: 'ended',
  attempt: 'attempt {{attempt}}',
  again_in: 'again in',
  delivery_suppressed: 'not delivered',
  delivery_cancelled: 'delivery cancelled',
  lanes: {
    exchange: 'Requests',
    call: 'Calls',
    event: 'Events',
    delivery: 'Deliveries',
    ledger: 'Not delivered',
    clock: 'Clock',
  },
} as const

export const ledger_reasons = {
  daily_send_limit: 'the daily limit of webhook sends was reached',
  filtered: 'the filters of the webhook exclude it',
  disabled: 'the webhook is disabled',
  deleted: 'the webhook was deleted',
  unsubscribed: 'the webhook no longer subscribes to such events',
  open_api_disabled: 'the Open API of the tenant is switched off',
  plan: 'the plan does not include webhooks',
} as const
