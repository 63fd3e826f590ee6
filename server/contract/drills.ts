import type { Drill } from './drill.ts'

const NOT_EARLY = {
  text: 'no request comes too early',
  rules: ['retry_before_retry_after', 'requests_after_quota', 'hammering'],
} as const

/** What receivers of drills verify with, unless another is given. */
export const DRILL_SECRET = 'whsec_ringback_drill_0000000000000001'
/** Where the webhooks of a drill lead; deliveries there are forwarded to the receiver. */
export const DRILL_ORIGIN = 'https://receiver.drill.example'

/** The drills that Ringback brings along. A drill of one's own is a row like these in a file. */
export const DRILLS: readonly Drill[] = [
  {
    drill: 'minute_full',
    title: 'The minute limit is reached',
    stages: [
      { text: 'the clock runs live from 15 s before the next minute', clock: { before: 'next_minute', by: 'PT15S' } },
      { text: 'one request is left in the minute', limits: { minute: 'limit-1' } },
    ],
    met_when: {
      text: 'a request beyond the minute limit was refused',
      otherwise: 'your client sent no request beyond the minute limit',
      requests: { status: 429, code: 'rate_limit_exceeded' },
    },
    passes_when: [
      NOT_EARLY,
      {
        text: 'each refused request gets its final answer after the wait',
        came_again: { of: { status: 429, code: 'rate_limit_exceeded' }, until: 'final' },
      },
    ],
  },
  {
    drill: 'quota_gone',
    title: 'The daily quota is used up',
    stages: [
      {
        text: 'the clock runs live from 20 s before midnight in Tokyo',
        clock: { before: 'tokyo_midnight', by: 'PT20S' },
      },
      { text: 'one request of the day is left', limits: { day: 'limit-1' } },
    ],
    met_when: {
      text: 'a request beyond the daily quota was refused',
      otherwise: 'your client sent no request beyond the daily quota',
      requests: { status: 429, code: 'quota_exceeded' },
    },
    passes_when: [
      NOT_EARLY,
      {
        text: 'each refused request gets its final answer after midnight',
        came_again: { of: { status: 429, code: 'quota_exceeded' }, until: 'final' },
      },
    ],
    again: 'after_tokyo_midnight',
  },
  {
    drill: 'lost_answer',
    title: 'The response to a call is lost',
    stages: [
      {
        text: 'the first initiation that places a call is handled, and its connection ends without a response',
        faults: [
          {
            match: { method: 'POST', path: '/calls/initiate', outcome: 'success' },
            effect: { drop: true },
            times: 1,
          },
        ],
      },
    ],
    met_when: {
      text: 'a call was placed, and the response to it was lost',
      otherwise: 'your client sent no POST /calls/initiate that places a call',
      requests: { endpoint: 'initiateCall', answered: 'cut', placed_call: true },
    },
    passes_when: [{ text: 'the person is called once', one_call_each: true }],
  },
  {
    drill: 'three_503s',
    title: 'The service is down three times',
    stages: [
      {
        text: 'each endpoint answers 503 three times, the second time with Retry-After: 1',
        faults_everywhere: [
          { effect: { status: 503 }, times: 1 },
          { effect: { status: 503, retry_after: 1 }, times: 1 },
          { effect: { status: 503 }, times: 1 },
        ],
      },
    ],
    met_when: {
      text: 'three requests were answered 503',
      otherwise: 'your client met fewer than three answers of 503',
      requests: { status: 503 },
      times: 3,
    },
    passes_when: [
      { text: 'each request gets its final answer', came_again: { of: { status: 503 }, until: 'final' } },
      { text: 'it waits as long as Retry-After says', rules: ['retry_before_retry_after'], each_for_itself: true },
      {
        text: 'where it does not wait for Retry-After, it is seen to wait clearly longer with each attempt or, from a second on, about as long',
        rules: ['no_backoff'],
        shown: true,
      },
    ],
  },
  {
    drill: 'slow_api',
    title: 'The service hangs now and then',
    stages: [
      {
        text: 'after every four answers the next one is held until the client leaves, at most 60 s',
        when: 'four_answers',
        holds_next: 'PT60S',
      },
    ],
    met_when: {
      text: 'the client left before its response came',
      otherwise: 'your client left no request that was held: it sent fewer than five, or waited for a minute',
      requests: { answered: 'gone' },
    },
    passes_when: [
      {
        text: 'each abandoned request is sent again and answered',
        came_again: { of: { answered: 'gone' }, until: 'whole' },
      },
      { text: 'nobody is called twice', rules: ['double_call', 'fresh_external_id_on_retry'] },
    ],
  },
  {
    drill: 'cut_body',
    title: 'A page breaks off',
    stages: [
      { text: 'there are at least 120 customers', customers: { at_least: 120, room: 5 } },
      { text: 'the second page of the first list is cut off in its body', when: 'first_page', cuts_next_page: true },
    ],
    met_when: {
      text: 'a page broke off',
      otherwise:
        'no second page broke off: your client asked for none, or asked the same list for something else first',
      requests: { status: 200, answered: 'cut', page_from: 2 },
    },
    passes_when: [
      {
        text: 'the page is asked for again, and comes whole',
        came_again: { of: { answered: 'cut', page_from: 2 }, until: 'success' },
      },
    ],
  },
  {
    drill: 'last_page_grows',
    title: 'The list grows while it is read',
    stages: [
      {
        text: 'there are at least 120 customers, and room for five on the last page',
        customers: { at_least: 120, room: 5 },
      },
      {
        text: 'when the first page of customers was answered, ten are added',
        when: 'first_page',
        list: 'listCustomers',
        customers: { more: 10 },
      },
    ],
    met_when: {
      text: 'a list had another total while it was read',
      otherwise: 'your client read no second page of GET /customers',
      total_moved: true,
    },
    passes_when: [{ text: 'every customer is in a page that was returned', all_customers_listed: true }],
  },
  {
    drill: '31_days',
    title: 'More than 31 days of calls',
    stages: [{ text: 'there are calls of the last 90 days', history: { days: 90 } }],
    met_when: {
      text: 'a range of days was asked for',
      otherwise: 'your client sent no request with from and to',
      requests: { range: true },
    },
    passes_when: [
      { text: 'every range is accepted', succeeded: { range: true } },
      { text: 'no day is left out between ranges', rules: ['range_gap'] },
    ],
  },
  {
    drill: 'redelivery',
    title: 'Deliveries come twice',
    stages: [
      { text: 'the event of a completed call is delivered', when: 'first_request', events: ['call.completed'] },
      {
        text: 'every delivery that was acknowledged is sent again 6 s later',
        when: 'acknowledged',
        after: 'PT6S',
        redelivers: true,
      },
    ],
    met_when: {
      text: 'a delivery came again',
      otherwise: 'your receiver acknowledged no delivery',
      attempts: { repeat: true, forged: false },
    },
    passes_when: [
      { text: 'what comes again is acknowledged', acknowledged: { of: { repeat: true, forged: false }, is: true } },
      {
        text: 'it is not refused, and causes no second equal write to the API',
        rules: ['refuses_repeat', 'repeat_has_effect'],
      },
      { text: 'it is not worked on again', works_once: true },
    ],
    needs_receiver: true,
    listens: 'PT5S',
  },
  {
    drill: 'reordered',
    title: 'The newer event comes first',
    stages: [
      {
        text: 'two events of one call are delivered, call.missed before call.completed, which occurred a minute earlier',
        when: 'first_request',
        newest_first: ['call.missed', 'call.completed'],
      },
    ],
    met_when: {
      text: 'both were attempted',
      otherwise: 'your receiver was sent no two events',
      both_attempted: ['call.missed', 'call.completed'],
    },
    passes_when: [{ text: 'both are acknowledged', acknowledged: { of: { forged: false }, is: true } }],
    needs_receiver: true,
  },
  {
    drill: 'forged',
    title: 'Somebody forges deliveries',
    stages: [
      {
        text: 'three forgeries are prepared: signed with another secret, altered after signing, unsigned',
        faults: [
          { effect: { forge: 'wrong_secret' }, times: 1 },
          { effect: { forge: 'tampered' }, times: 1 },
          { effect: { forge: 'no_header' }, times: 1 },
        ],
      },
      {
        text: 'events of three calls are delivered, and the forgeries beside them',
        when: 'first_request',
        events: ['call.completed', 'call.missed', 'call.completed'],
      },
    ],
    met_when: {
      text: 'three forgeries were answered',
      otherwise: 'your receiver answered fewer than three forgeries',
      attempts: { forged: true },
      times: 3,
    },
    passes_when: [
      {
        text: 'no forgery is acknowledged',
        acknowledged: { of: { forged: true }, is: false },
        rules: ['accepts_forged'],
      },
      { text: 'what is genuine is acknowledged', acknowledged: { of: { forged: false }, is: true } },
    ],
    needs_receiver: true,
  },
  {
    drill: 'silent_day',
    title: 'Events are not sent',
    stages: [
      {
        text: 'the clock runs live from 20 s before midnight in Tokyo',
        clock: { before: 'tokyo_midnight', by: 'PT20S' },
      },
      { text: 'the webhook sends of the day are used up', limits: { webhook_sends: 'limit' } },
      { text: 'a call ends, and its event is not sent', call_ends: true },
    ],
    met_when: {
      text: 'an event was not sent',
      otherwise: 'no call ended whose event would have been sent',
      suppressed: true,
    },
    passes_when: [{ text: 'after midnight the calls of that day are listed', listed_after_midnight: true }],
    again: 'after_tokyo_midnight',
  },
]
