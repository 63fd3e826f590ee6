import { type AssumptionEntry, assumedError, choice, decided, structured } from './assumption-entry.ts'
import { CALL_STATUSES, CALL_TYPES } from './calls.ts'
import { ERRORS } from './errors.ts'

/**
 * The register of assumptions: every point that the contract leaves open, with the value that Ringback uses and the others that it can use.
 * Code asks for a guess with `get(id)` of a world's register, which notes the id on the exchange.
 */
const EVERY = ['every endpoint'] as const
const CUSTOMER_WRITES = ['createCustomer', 'createCustomersInBulk', 'updateCustomer'] as const
const CUSTOMERS = [...CUSTOMER_WRITES, 'listCustomers', 'getCustomer'] as const
const LISTS = ['listCustomers', 'listCalls', 'reportCalls', 'reportUsers', 'listWebhooks'] as const
const RANGES = ['listCalls', 'reportSummary', 'reportCalls', 'reportUsers'] as const
const WEBHOOKS = ['createWebhook', 'listWebhooks', 'updateWebhook', 'deleteWebhook', 'testWebhook'] as const

const duration = {
  type: 'string',
  description: 'Must be an ISO 8601 duration, like PT40S',
  pattern: '^P(?=\\d|T\\d)(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$',
}
const fieldNames = (names: readonly string[]) => ({ type: 'array', uniqueItems: true, items: { enum: names } })
const BODIES = [...CUSTOMER_WRITES, 'initiateCall', 'createWebhook', 'updateWebhook'] as const
const QUERIES = [...LISTS, 'reportSummary'] as const
const error = ({ status, code }: { status: number; code: string }) => ({ status, code })

const CUSTOMER_FIELDS = ['project_id', 'external_id', 'name', 'tel1', 'name_kana', 'kana']

export const ASSUMPTIONS = {
  'auth.unauthorized': assumedError(
    'Answer to a missing, malformed, unknown or revoked key',
    error(ERRORS.unauthorized),
    { touches: EVERY },
  ),
  'auth.rate_headers_when_unknown': choice('Rate-limit headers when no tenant is known', ['default_limits', 'omit'], {
    touches: EVERY,
  }),
  'gates.order': choice(
    'Order of the checks; quota before scope and licence is documented',
    ['rate,quota,scope,license,route,validation,conflict', 'rate,quota,license,scope,route,validation,conflict'],
    { touches: EVERY },
  ),
  'limits.rejected_counts': choice(
    'Whether a refused request (429 rate_limit_exceeded) uses a slot of the minute and burst windows',
    ['no', 'yes'],
    { touches: EVERY },
  ),
  'limits.failed_counts': choice(
    'Whether 4xx, 5xx and quota_exceeded answers use slots of the minute and burst windows',
    ['yes', 'no'],
    { touches: EVERY },
  ),
  'limits.both_exceeded': choice(
    'Which wait is given when minute and burst are both exceeded',
    ['longest_wait', 'burst_first'],
    { touches: EVERY },
  ),
  'limits.plan_change_mid_window': decided(
    'Counters stay when a plan changes, the new limits apply at once',
    'counters_stay',
    { touches: EVERY },
  ),
  'limits.day_of_admission': decided('A request belongs to the Tokyo day in which it was admitted', 'admission', {
    touches: EVERY,
  }),
  'limits.free_webhook_sends': decided('What "unavailable" means for webhook sends of the Free plan', 0, {
    touches: WEBHOOKS,
  }),
  'license.without_plan': choice(
    'Whether a tenant without a plan has the licence open_api_advanced',
    ['granted', 'refused'],
    { touches: ['reportSummary', 'reportCalls', 'reportUsers', ...WEBHOOKS] },
  ),

  'license.open_api_disabled': choice(
    'What is refused to a tenant with the Open API switched off: all endpoints, or those that need the licence',
    ['everything', 'licensed'],
    { touches: EVERY },
  ),
  'limits.head_counts': choice('Whether HEAD uses the limits as the GET in its place would', ['yes', 'no'], {
    touches: EVERY,
  }),

  'errors.not_found': assumedError(
    "Missing resource, another tenant's resource, unknown path",
    error(ERRORS.not_found),
    { touches: EVERY },
  ),
  'errors.method_not_allowed': assumedError(
    'Known path, unsupported method; with Allow',
    error(ERRORS.method_not_allowed),
    { touches: EVERY },
  ),
  'errors.validation': assumedError(
    'Invalid values; details map each field path to a list of messages',
    error(ERRORS.validation_error),
    { touches: EVERY },
  ),
  'errors.duplicate_external_id': assumedError(
    'external_id of a call is already in use; details name it',
    error(ERRORS.duplicate_external_id),
    { touches: ['initiateCall'] },
  ),
  'errors.malformed': assumedError(
    'JSON that does not parse, invalid UTF-8, nesting over 64 levels, broken HTTP',
    error(ERRORS.malformed_request),
    { touches: EVERY },
  ),
  'errors.too_large': assumedError('Body over 1 MiB (5 MiB for bulk)', error(ERRORS.payload_too_large), {
    touches: EVERY,
  }),
  'errors.media_type': assumedError(
    'A body that is not application/json in UTF-8',
    error(ERRORS.unsupported_media_type),
    { touches: EVERY },
  ),
  'errors.server': assumedError('Defects, and injected faults of status 500', error(ERRORS.server_error), {
    touches: EVERY,
  }),
  'errors.unavailable': assumedError(
    'Injected faults of status 503, and a world that ends during a test of a webhook',
    error(ERRORS.service_unavailable),
    { touches: EVERY },
  ),
  'http.options': choice(
    'OPTIONS on a known path: answered without a key, uses no limit, shows the figures of a key that comes with it; refused without the licence that the path needs',
    ['allow_204', 'method_not_allowed'],
    { touches: EVERY },
  ),
  'time.precision': choice('Fraction of a second in timestamps', ['milliseconds', 'seconds'], { touches: EVERY }),
  'wire.assumption_header': choice('Header that names the assumptions a response rests on', ['off', 'on'], {
    kind: 'concession',
    own: true,
    touches: EVERY,
  }),

  'customers.phonetic_key': choice('Key of the phonetic reading, in and out', ['name_kana', 'kana'], {
    touches: CUSTOMERS,
  }),
  'customers.required': structured(
    'Fields that creation requires',
    ['project_id', 'name', 'tel1'],
    fieldNames(CUSTOMER_FIELDS),
    {
      touches: ['createCustomer', 'createCustomersInBulk'],
      alternatives: [
        ['project_id', 'external_id', 'name', 'tel1'],
        ['project_id', 'name'],
      ],
    },
  ),
  'customers.external_id_unique': choice(
    'Whether the external_id of a customer is unique in its tenant',
    ['no', 'yes'],
    {
      touches: CUSTOMER_WRITES,
    },
  ),
  'customers.tel1_format': choice('Format of tel1: plus and 7 to 15 digits, or any text', ['e164', 'free'], {
    touches: CUSTOMER_WRITES,
  }),
  'customers.unknown_fields': choice('Fields that the contract does not know', ['reject', 'ignore'], {
    touches: CUSTOMER_WRITES,
  }),
  'customers.update_project_id': choice('Sending project_id on update', ['reject', 'ignore'], {
    touches: ['updateCustomer'],
  }),
  'customers.bulk_atomic': choice('Bulk with an invalid element', ['all_or_nothing', 'partial'], {
    touches: ['createCustomersInBulk'],
  }),
  'customers.bulk_response': choice(
    'Body of a bulk: the customers that were stored, or their count; refused elements of a partial one are listed either way',
    ['customers', 'created_count'],
    { touches: ['createCustomersInBulk'] },
  ),
  'customers.update_response': decided('Answer to an update: 200 with the full customer', 'customer', {
    touches: ['updateCustomer'],
  }),
  'customers.text_max_length': structured(
    'Longest name and phonetic reading, in code points',
    255,
    { type: 'integer', minimum: 1, maximum: 65_535 },
    { touches: CUSTOMER_WRITES },
  ),
  'customers.order': choice('Order of the customer list, by id', ['oldest_first', 'newest_first'], {
    touches: ['listCustomers'],
  }),
  'customers.list_filters': structured(
    'Filters of the customer list: exact match, name contains',
    ['external_id', 'project_id', 'tel1', 'name'],
    fieldNames(['external_id', 'project_id', 'tel1', 'name']),
    {
      touches: ['listCustomers'],
      alternatives: [[]],
    },
  ),
  'paging.invalid_page': choice('A page that is zero, negative or not a number', ['reject', 'first'], {
    touches: LISTS,
  }),
  'paging.parameter': decided('Name of the parameter that chooses the page', 'page', { touches: LISTS }),
  'paging.max_page': structured(
    'Last page that can be asked for; a later one is answered as this one',
    1_000_000,
    { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
    { touches: LISTS },
  ),
  'paging.empty_last_page': choice('last_page of an empty list', [1, 0], { touches: LISTS }),
  'paging.unknown_parameters': choice('Query parameters that the endpoint does not know', ['ignore', 'reject'], {
    touches: QUERIES,
  }),
  'queries.empty_values': choice('A query parameter without a value', ['reject', 'ignore'], { touches: QUERIES }),
  'queries.malformed': decided(
    'Broken percent-encoding, a repeated parameter and list notation (page[]=) are invalid values',
    422,
    { touches: QUERIES },
  ),
  'queries.plus': choice(
    'A plus sign in a query that is not written as %2B: a space, as forms write it, or itself',
    ['space', 'literal'],
    { touches: QUERIES },
  ),
  'requests.unexpected_body': choice(
    'A body where the endpoint takes none (GET, DELETE, a test): ignored, or an invalid value',
    ['ignore', 'reject'],
    { touches: [...QUERIES, 'getCustomer', 'getCall', 'deleteWebhook', 'testWebhook'] },
  ),
  'requests.empty_text': choice('An empty string as the value of a text field', ['reject', 'accept'], {
    touches: BODIES,
  }),
  'requests.blank_text': choice('A text field that holds only white space', ['accept', 'reject'], {
    touches: BODIES,
  }),
  'requests.empty_update': choice(
    'An update without any field: whether updated_at moves',
    ['moves_updated_at', 'changes_nothing'],
    { touches: ['updateCustomer', 'updateWebhook'] },
  ),
  'requests.byte_order_mark': choice('A JSON body that begins with a byte order mark', ['reject', 'ignore'], {
    touches: BODIES,
  }),
  'requests.content_encoding': decided(
    'A compressed body (Content-Encoding: gzip) is refused like one of another media type',
    415,
    { touches: BODIES },
  ),
  'requests.null_values': choice(
    'null for a field that may be left out: refused, or treated as left out, and clearing the field on update',
    ['reject', 'accept'],
    { touches: BODIES },
  ),
  'wire.unset_fields': decided('A field without a value is null in answers', 'null', {
    touches: [...CUSTOMERS, 'listCalls', 'getCall', ...WEBHOOKS],
  }),

  'calls.statuses': decided('All statuses of a call; the last five are final', CALL_STATUSES, {
    touches: ['listCalls', 'getCall'],
  }),
  'calls.types': decided('Directions of a call', CALL_TYPES, { touches: ['listCalls', 'getCall'] }),
  'calls.list_filters': structured(
    'Filters of the call list, exact match',
    ['staff_id', 'project_id', 'status', 'call_type', 'external_id'],
    fieldNames(['staff_id', 'project_id', 'status', 'call_type', 'external_id']),
    {
      touches: ['listCalls'],
      alternatives: [[]],
    },
  ),
  'calls.order': choice('Order of the call list, by start', ['newest_first', 'oldest_first'], {
    touches: ['listCalls'],
  }),
  'calls.detail_phone': choice('Phone number in the detail of a call', ['full', 'masked'], { touches: ['getCall'] }),
  'calls.short_number_mask': choice(
    'Masking of a number of seven digits or fewer: its first three and last four are shown, which is all of it, or no digit is',
    ['parts', 'hidden'],
    { touches: ['listCalls', 'getCall', 'events'] },
  ),
  'calls.unknown_reference': choice('Staff or project that the tenant does not have', [422, 404], {
    touches: ['initiateCall', ...CUSTOMER_WRITES, 'createWebhook', 'updateWebhook'],
  }),
  'calls.unknown_fields': choice('Fields of an initiation that the contract does not know', ['reject', 'ignore'], {
    touches: ['initiateCall'],
  }),
  'calls.metadata': choice(
    'Whether metadata of an initiation is returned: never, or in the detail of the call',
    ['stored', 'detail'],
    { touches: ['initiateCall', 'getCall'] },
  ),
  'calls.metadata_max_bytes': structured(
    'Longest metadata of an initiation, in bytes of its JSON text. It is kept and returned as exactly that text: numbers of any size, NUL and lone surrogates as escapes, up to 64 levels',
    16_384,
    { type: 'integer', minimum: 2, maximum: 1_000_000 },
    { touches: ['initiateCall', 'getCall'] },
  ),
  'calls.started_at': choice('The instant that started_at names', ['initiation', 'connection'], {
    touches: ['listCalls', 'getCall'],
  }),
  'calls.ai_fields': decided(
    'AI-derived fields of a call; absent until ready',
    {
      transcript: [{ speaker: 'staff | customer', text: 'string', start_seconds: 'number', end_seconds: 'number' }],
      summary: 'string',
      voice_analysis: {
        talk_ratio: 'number',
        sentiment: 'positive | neutral | negative',
        speech_rate_wpm: 'integer',
        silence_seconds: 'number',
      },
    },
    { touches: ['getCall'] },
  ),
  'calls.ai_delay': structured('Time from the end of a connected call to its AI-derived fields', 'PT40S', duration, {
    touches: ['getCall'],
    alternatives: ['PT0S', 'PT10M'],
  }),
  'calls.default_script': structured(
    'Script of a call that no other script and no magic number decides: it rings after dial and has its outcome at ring, both counted from the initiation; for inbound calls, missed_call replaces no_answer',
    {
      dial: 'PT1S',
      ring: 'PT8S',
      weights: { connected: 62, no_answer: 25, busy: 8, failed: 5 },
      talk_seconds: { min: 20, max: 300 },
    },
    {
      type: 'object',
      required: ['ring', 'weights', 'talk_seconds'],
      additionalProperties: false,
      properties: {
        dial: duration,
        ring: duration,
        weights: {
          type: 'object',
          required: ['connected', 'no_answer', 'busy', 'failed'],
          additionalProperties: false,
          properties: Object.fromEntries(
            ['connected', 'no_answer', 'busy', 'failed'].map(name => [name, { type: 'number', minimum: 0 }]),
          ),
        },
        talk_seconds: {
          type: 'object',
          required: ['min', 'max'],
          additionalProperties: false,
          properties: { min: { type: 'integer', minimum: 1 }, max: { type: 'integer', minimum: 1, maximum: 86_400 } },
        },
      },
    },
    { own: true, touches: ['initiateCall', 'listCalls', 'getCall'] },
  ),
  'calls.magic_numbers': decided(
    'Endings of phone numbers that decide the outcome, with fixed timings: the call rings after dial and has its outcome at ring, both counted from the initiation; connected, it lasts for talk',
    {
      endings: { '0001': 'connected', '0002': 'no_answer', '0003': 'busy', '0004': 'failed', '0005': 'missed_call' },
      dial: 'PT1S',
      ring: 'PT10S',
      talk: 'PT60S',
    },
    { own: true, touches: ['initiateCall', 'listCalls', 'getCall'] },
  ),
  'calls.test_key_lifecycle': choice(
    'Whether a call started with a test key goes through simulated steps and sends events',
    ['simulated', 'initiating_only'],
    { touches: ['initiateCall'] },
  ),
  'dates.zone': choice('Calendar to which from, to and today belong', ['Asia/Tokyo', 'UTC'], { touches: RANGES }),
  'dates.range_counting': choice(
    'How 31 days are counted: both ends included, or the difference',
    ['inclusive', 'difference'],
    { touches: RANGES },
  ),
  'dates.future': choice('Dates after today in from and to', ['accept', 'reject'], { touches: RANGES }),
  'dates.format': choice(
    'How from and to name a day: as YYYY-MM-DD only, or also as an instant on it',
    ['date', 'date_or_instant'],
    { touches: RANGES },
  ),
  'dates.from_after_to': decided('from after to is an invalid value', 422, { touches: RANGES }),

  'reports.summary_shape': decided(
    'Body of the summary report; success rate = connected / total, four decimals; period is day, week or month',
    {
      totals: ['total_calls', 'connected_calls', 'average_duration_seconds', 'success_rate'],
      periods: ['period', 'total_calls', 'connected_calls', 'average_duration_seconds', 'success_rate'],
    },
    { touches: ['reportSummary'] },
  ),
  'reports.calls_shape': decided(
    'Records of the calls report: one per day, status and staff member; filters staff_id and status',
    ['date', 'staff_id', 'status', 'call_count', 'total_duration_seconds', 'average_duration_seconds'],
    { touches: ['reportCalls'] },
  ),
  'reports.users_shape': decided(
    'Records of the users report: one per staff member',
    [
      'staff_id',
      'staff_name',
      'call_count',
      'connected_count',
      'total_duration_seconds',
      'average_duration_seconds',
      'talk_ratio',
    ],
    { touches: ['reportUsers'] },
  ),
  'reports.average_over': choice(
    'Calls that count in the average lengths of all three reports; a call that has not ended has no length',
    ['ended_calls', 'ended_connected_calls'],
    { touches: ['reportSummary', 'reportCalls', 'reportUsers'] },
  ),
  'reports.talk_ratio': choice(
    'talk_ratio of a staff member: time spent talking, divided by the length of all calls or of the connected ones',
    ['of_all_calls', 'of_connected_calls'],
    { touches: ['reportUsers'] },
  ),
  'reports.empty_averages': choice('Averages, rates and ratios of no calls', ['zero', 'null'], {
    touches: ['reportSummary', 'reportCalls', 'reportUsers'],
  }),
  'reports.day_of_call': choice(
    'The day on which a call counts; one that has not ended counts on the day of its start',
    ['start', 'end'],
    { touches: ['reportSummary', 'reportCalls', 'reportUsers'] },
  ),
  'reports.week_starts': choice('First day of a week', ['monday', 'sunday'], { touches: ['reportSummary'] }),
  'reports.week_name': choice(
    'The date that names a week which is only partly in the range: its first day, even before from, or its first day in the range',
    ['first_day', 'first_day_in_range'],
    { touches: ['reportSummary'] },
  ),
  'reports.unfinished_calls': choice('Calls in reports that have not ended', ['counted', 'left_out'], {
    touches: ['reportSummary', 'reportCalls', 'reportUsers'],
  }),

  'webhooks.fields': decided(
    'Fields of a webhook besides the documented ones; secret only in the registration response',
    ['webhook_id', 'created_at', 'updated_at'],
    { touches: WEBHOOKS },
  ),
  'webhooks.statuses': decided(
    'Statuses of success',
    { create: 201, list: 200, update: 200, delete: 204, test: 200 },
    { touches: WEBHOOKS },
  ),
  'webhooks.test_response': decided(
    'Body of a test; sent at once, not retried',
    ['delivery_id', 'event_id', 'success', 'status_code', 'duration_ms', 'error'],
    { touches: ['testWebhook'] },
  ),
  'webhooks.event_kinds': decided(
    'Kinds of event that a webhook can subscribe to; webhook.test is not one',
    ['call.completed', 'call.missed'],
    { touches: WEBHOOKS },
  ),
  'webhooks.unknown_fields': choice('Fields of a webhook that the contract does not know', ['reject', 'ignore'], {
    touches: ['createWebhook', 'updateWebhook'],
  }),
  'webhooks.label_max_length': structured(
    'Longest label, in code points',
    255,
    { type: 'integer', minimum: 1, maximum: 65_535 },
    { touches: ['createWebhook', 'updateWebhook'] },
  ),
  'webhooks.enabled_at_first': decided('is_enabled when a registration leaves it out', true, {
    touches: ['createWebhook'],
  }),
  'webhooks.event_list': decided('events is not empty and names no kind twice', 'set', {
    touches: ['createWebhook', 'updateWebhook'],
  }),
  'webhooks.filter_max_items': structured(
    'Longest list in a filter',
    1_000,
    { type: 'integer', minimum: 1, maximum: 100_000 },
    { touches: ['createWebhook', 'updateWebhook'] },
  ),
  'webhooks.url_rules': structured(
    'Longest webhook URL; user names, fragments and port 0 are refused',
    2_048,
    { type: 'integer', minimum: 64, maximum: 65_536 },
    { touches: ['createWebhook', 'updateWebhook'] },
  ),
  'webhooks.status_to_event': decided(
    'The one event that the final status of a call fires',
    {
      connected: 'call.completed',
      busy: 'call.completed',
      failed: 'call.completed',
      missed_call: 'call.missed',
      no_answer: 'call.missed',
    },
    { touches: ['events'] },
  ),
  'webhooks.update_filters': choice(
    'filters of an update: they replace those before, or are merged into them',
    ['replace', 'merge'],
    { touches: ['updateWebhook'] },
  ),
  'webhooks.open_api_disabled': choice(
    'Events of a tenant whose Open API is switched off: they do not happen, or are sent all the same',
    ['suppress', 'send'],
    { touches: ['events'] },
  ),
  'webhooks.private_urls': choice(
    'Registration of https URLs that cannot be reached from outside: localhost and private addresses',
    ['accept', 'reject'],
    { touches: ['createWebhook', 'updateWebhook'] },
  ),
  'webhooks.payload': decided(
    'Payload of an event; external_id only when set; data holds the list fields of the call, phone masked',
    ['event', 'event_id', 'occurred_at', 'external_id', 'data'],
    { touches: ['events'] },
  ),
  'webhooks.payload_bytes': choice(
    'Spelling of the JSON in deliveries: wide, which no JSON library writes, so a receiver that verifies what it parsed and serialised again fails; or compact, as JSON.stringify writes it',
    ['wide', 'compact'],
    { touches: ['events', 'testWebhook'] },
  ),
  'webhooks.retry_schedule': structured(
    'Waits between the attempts of a delivery, in emulated time',
    ['PT5S', 'PT5M', 'PT30M', 'PT2H', 'PT5H', 'PT10H', 'PT10H'],
    { type: 'array', maxItems: 50, items: duration },
    { touches: ['deliveries'], alternatives: [[]] },
  ),
  'webhooks.retry_url': choice(
    'Where pending attempts go after the URL was updated: to the new one, or to the one at the time of the event',
    ['current', 'of_event'],
    { touches: ['deliveries', 'updateWebhook'] },
  ),
  'webhooks.retry_unsubscribed': choice(
    'Pending attempts for a kind of event that an update removes from events',
    ['go_on', 'cancel'],
    { touches: ['deliveries', 'updateWebhook'] },
  ),
  'webhooks.success': decided('Answers that count as delivered; a redirect is a failure and is never followed', '2xx', {
    touches: ['deliveries', 'testWebhook'],
  }),
  'webhooks.timeout': structured(
    'Longest time to connect, and for the whole attempt, in real seconds',
    { connect_seconds: 5, total_seconds: 15 },
    {
      type: 'object',
      required: ['connect_seconds', 'total_seconds'],
      additionalProperties: false,
      properties: {
        connect_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 300 },
        total_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 300 },
      },
    },
    { touches: ['deliveries', 'testWebhook'] },
  ),
  'webhooks.send_count_without_subscriber': choice(
    'Whether an event that no webhook matches counts as a send of the day',
    ['no', 'yes'],
    { touches: ['events'] },
  ),
  'webhooks.retries_count': decided(
    'Retries of an accepted event are not counted, and go on over the limit and past midnight',
    'no',
    { touches: ['deliveries'] },
  ),
  'webhooks.disabled_drop': choice(
    'Pending attempts when a webhook is disabled; deletion always cancels',
    ['drop', 'hold'],
    { touches: ['deliveries', 'updateWebhook'] },
  ),
  'webhooks.filter_semantics': choice(
    'An empty filter list; every given filter must match',
    ['empty_matches_nothing', 'empty_matches_everything'],
    { touches: ['events'] },
  ),
  'webhooks.max_per_tenant': structured(
    'Most webhooks of a tenant',
    20,
    { type: 'integer', minimum: 1, maximum: 10_000 },
    { touches: ['createWebhook'] },
  ),
  'webhooks.list_paging': choice(
    'GET /webhooks returns all webhooks, which is documented: on one page however many there are, or in pages of 50',
    ['one_page', 'pages'],
    { touches: ['listWebhooks'] },
  ),
  'webhooks.http_on_loopback': choice('Accept http:// for loopback hosts', ['off', 'on'], {
    kind: 'concession',
    touches: ['createWebhook', 'updateWebhook', 'deliveries'],
  }),
  'webhooks.reach': choice(
    'Hosts that deliveries may reach; listed_hosts allows only those listed, and a loopback host has to be listed too',
    ['loopback_and_private', 'listed_hosts', 'anywhere'],
    {
      kind: 'concession',
      touches: ['deliveries', 'testWebhook'],
    },
  ),
} as const satisfies Record<string, AssumptionEntry<unknown>>

export type AssumptionId = keyof typeof ASSUMPTIONS
/** The values of a register, by id. */
export type AssumptionValues = {
  readonly [Id in AssumptionId]: (typeof ASSUMPTIONS)[Id] extends AssumptionEntry<infer Value> ? Value : never
}
export const ASSUMPTION_IDS = Object.keys(ASSUMPTIONS) as AssumptionId[]
export const ASSUMPTION_DEFAULTS = Object.fromEntries(
  ASSUMPTION_IDS.map(id => [id, ASSUMPTIONS[id].default]),
) as unknown as AssumptionValues
