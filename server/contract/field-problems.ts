import { filled, pluralOf, type Sentence } from './sentences.ts'

/**
 * What is wrong with a field, a parameter or the body of a request, and what to send instead: each sentence that the emulated API can refuse
 * with. The dashboard has the same in its other languages; `_one` is for one, `_other` for all else.
 */
export const FIELD_PROBLEMS = {
  required: 'Is required.',
  no_body: 'Is required: a JSON object.',
  no_object: 'Must be a JSON object.',
  unknown_or_assumed: 'Is not a field of this request. Leave it out, or set the assumption {{assumption}} to "ignore".',
  unknown: 'Is not one of {{fields}}. Leave it out.',
  unknown_but_near: 'Unknown. Did you mean {{nearest}}?',
  unknown_of_many: 'Unknown. Leave it out.',
  unknown_of: 'Unknown. There are {{fields}}.',
  null: 'Must be {{types}}; got null. Leave the field out instead.',
  type: 'Must be {{types}}; got {{value}}.',
  integer: 'Must be an integer of at most {{most}}; got {{value}}.',
  one_of: 'Must be one of {{allowed}}; got {{value}}.',
  phone_number: 'Must be {{least}} to {{most}} characters of digits, hyphens and +, like 090-1234-5678; got {{value}}.',
  blank: 'Must have more than white space; got {{value}}.',
  text: 'Must be text without NUL characters and lone surrogates; got {{value}}.',
  international: 'Must be in international format, + and 7 to 15 digits, like +819012345678; got {{value}}.',
  pattern: 'Must match {{pattern}}; got {{value}}.',
  minimum: 'Must be at least {{least}}; got {{value}}.',
  maximum: 'Must be at most {{most}}; got {{value}}.',
  more_than: 'Must be more than {{limit}}; got {{value}}.',
  empty: 'Must not be empty.',
  long: 'Must have at most {{most}} characters; it has {{length}}.',
  few_one: 'Must have at least {{count}} element.',
  few_other: 'Must have at least {{count}} elements.',
  many_one: 'Must have at most {{count}} element; it has {{length}}.',
  many_other: 'Must have at most {{count}} elements; it has {{length}}.',
  nothing: 'Must have at least one of {{fields}}.',
  twice: 'Must not name {{value}} more than once.',
  fixed: 'Fixed at creation. Leave it out.',
  phonetic_key:
    'The phonetic reading is called {{name}} here. Rename the field, or set customers.phonetic_key to "{{key}}".',
  metadata: 'Must have at most {{most}} bytes of JSON text; it has {{length}}.',
  all_unknown: 'Has {{number}} fields that the contract does not know. Leave them out.',
  unlisted: '{{number}} more problems are not listed.',

  no_project: 'There is no such project in this tenant.',
  no_staff: 'There is no such staff member in this tenant.',
  no_project_at_all: 'The tenant has no project.',
  taken_external_id: 'Another customer has this external_id already.',

  webhooks_full: 'The tenant already has {{most}} webhooks. Delete one first.',

  no_parameter: 'Is not a parameter of this endpoint. Leave it out, or set the assumption {{assumption}} to "ignore".',
  once: 'Must be given once, as {{name}}=value, not as a list.',
  encoded: 'Must be percent-encoded UTF-8: write a percent sign itself as %25.',
  required_date: 'Is required: a date as YYYY-MM-DD.',
  date: 'Must be a date of the calendar as YYYY-MM-DD; got {{value}}.',
  page: 'Must be an integer of 1 or more; got {{value}}.',
  id: 'Must be an id, an integer; got {{value}}.',
  empty_filter: 'Must not be empty. Leave the parameter out to get everything.',
  filter_nul: 'Must not contain the character NUL.',
  filter_surrogates: 'Must not contain lone surrogates.',
  too_early: 'Must be {{earliest}} or later, at most {{days}} days before today, {{today}} in {{zone}}; got {{value}}.',
  in_future: 'Must be today, {{today}} in {{zone}}, or earlier; got {{value}}.',
  before_from: 'Must not be before from, {{from}}; got {{value}}.',
  long_range:
    'Must be {{latest}} or earlier: a range may not exceed {{days}} days. Ask for consecutive ranges and merge the results; got {{value}}.',

  url_long:
    'Webhook URL must have at most {{most}} characters (got {{length}}). Shorten it, or raise webhooks.url_rules.',
  url_unsafe:
    'Webhook URL must not contain spaces, control or invisible characters (got {{url}}). Leave them out of the host, and percent-encode them after it, for example %20.',
  url_backslash: 'Webhook URL must not contain backslashes (got {{url}}). Write / or %5C.',
  url_no_host:
    'Webhook URL must begin with https:// and a host (got {{url}}). Use https://crm.example.com/hooks or, to receive inside Ringback, {{inbox}}/<name>.',
  url_upper_case:
    'Webhook URL must begin with https:// in lower case (got {{url}}). Write it as https://, with small letters.',
  url_host_missing:
    'Webhook URL must begin with https:// and a host, and there is no host (got {{url}}). Write the host behind the two slashes, as in https://crm.example.com/hooks.',
  url_invalid:
    'Webhook URL must be a valid URL (got {{url}}). Check the host and the port, for example https://crm.example.com:8443/hooks.',
  url_private:
    'Webhook URL must be reachable from outside (got {{url}}). Use a public name and map it with --forward, or set webhooks.private_urls to accept.',
  url_credentials:
    'Webhook URL must not contain a user name or password. Leave them out: deliveries are authenticated by their signature.',
  url_fragment: 'Webhook URL must not contain a fragment (got {{url}}). Leave out # and what follows it.',
  url_port: 'Webhook URL must not use port 0 (got {{url}}). Name the port that the receiver listens on.',
  url_no_inbox:
    'Webhook URL under ringback.test must be an inbox, {{inbox}}/<name> (got {{url}}). Use a name of 1 to 64 letters, digits, dots, underscores and hyphens.',
  url_inbox_port:
    'Webhook URL under ringback.test must be an inbox, {{inbox}}/<name>, without a port (got {{url}}). Leave out :{{port}}.',
  url_inbox_dot:
    'Webhook URL under ringback.test must be an inbox, {{inbox}}/<name>, without a dot after the host (got {{url}}). Leave out that dot.',
  url_inbox_host:
    'Webhook URL under ringback.test must be an inbox, {{inbox}}/<name>, and {{host}} is the host of none (got {{url}}). Write the host as in {{inbox}}.',
  url_http:
    'Webhook URL must be https (got {{url}}). Register the https:// URL, and map it with --forward if the receiver is local.',
  url_http_on_loopback:
    'Webhook URL must be https (got {{url}}). Map it with --forward, or switch on webhooks.http_on_loopback.',

  body_not_taken: 'Is not taken by this endpoint. Leave it out.',
  body_type: 'The body must be application/json in UTF-8 (got {{value}}).',
  body_no_type: 'The body must be application/json in UTF-8 (the header is missing).',
  body_marked: 'The body starts with a byte order mark; send UTF-8 without one.',
  body_no_utf8: 'The body is not valid UTF-8.',
  body_no_json: 'The body is not valid JSON.',
  body_no_json_at: 'The body is not valid JSON (line {{line}}, column {{column}}).',
  body_deep: 'The body is nested deeper than {{most}} levels.',
  body_large: 'The body has more than {{bytes}} bytes. Send less at once.',
  body_encoded: 'The body must not be encoded (got {{encoding}}). Leave Content-Encoding out.',
  body_imprecise: 'The request has values that cannot be stored as they are. See details.',
  body_broken_off: 'The body broke off.',
  value_nul: 'must not contain NUL characters.',
  value_surrogates: 'must not contain lone surrogates.',
  value_infinite: 'must be a finite number.',
  value_unsafe: 'must be an integer between {{least}} and {{most}}.',
  name_nul: 'The name of the field must not contain NUL characters.',
  name_surrogates: 'The name of the field must not contain lone surrogates.',
} as const satisfies Record<string, string>

type Key = keyof typeof FIELD_PROBLEMS
type FieldProblem = Key extends infer Name
  ? Name extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : Name
  : never

export function fieldProblem(id: FieldProblem, figures: Sentence['figures'] = {}): string {
  const key = id in FIELD_PROBLEMS ? id : pluralOf(id, figures.count)
  return filled(FIELD_PROBLEMS[key as Key], figures)
}

/** Which kinds of values there are in `{{types}}`, joined by "or". */
export const VALUE_TYPES = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
} as const satisfies Record<string, string>

/** What a message calls a value that it does not quote: `got a list`. */
export const SHOWN_VALUES = { list: 'a list', object: 'an object', nothing: 'nothing' } as const satisfies Record<
  string,
  string
>
