import { filled, type Sentence } from './sentences.ts'
import { needsQuotes } from './shown.ts'

/**
 * What the control API says when it refuses, by code. A code has a title, and sentences where it is known what they say; the dashboard has all of
 * it in its other languages, and finds the figures of a sentence in the message by its template. A message without a sentence stands as it is.
 */
export const CONTROL_ERRORS = {
  not_found: {
    title: 'It is not there',
    says: {
      none: 'There is no {{what}} "{{name}}".',
      none_by_number: 'There is no {{what}} {{name}}.',
      gone: 'There is no world "{{name}}" any more.',
    },
  },
  method_not_allowed: {
    title: 'The path does not support the method',
    says: { one: '{{method}} is not allowed here. See the Allow header.' },
  },
  invalid_request: {
    title: 'The request is not valid',
    says: {
      world_name: 'world_id has 1 to 64 letters, digits, - and _ (got "{{given}}").',
      snapshot_name: 'The name of a snapshot has 1 to 64 letters, digits, - and _ (got "{{given}}").',
      one_of: '{{name}} must be one or more of {{allowed}} (got "{{given}}").',
      whole_number: '{{name}} must be a whole number (got "{{given}}").',
      no_limit: '{{window}} has no limit for this tenant. Give a number.',
      future_fork: 'at must not be in the future (got "{{given}}"). Fork now, and advance the clock of the fork.',
      receiver: 'receiver must be a URL such as http://127.0.0.1:3000/hooks (got "{{given}}").',
      forward_source_empty:
        'Forward source must be an https:// origin, and it is empty. Name the origin that your code registers, such as https://crm.example.com.',
      forward_source_case:
        'Forward source must be an https:// origin in lower case (got "{{given}}"). Write it as https://, with small letters.',
      forward_source:
        'Forward source must be an https:// origin, with or without a path (got "{{given}}"). Name the origin that your code registers, such as https://crm.example.com.',
      forward_source_user:
        'Forward source must be an https:// origin without a user name or password (got "{{given}}"). Leave out what stands before the @.',
      forward_source_port:
        'Forward source must be an https:// origin with a port from 1 to 65535, or with none (got "{{given}}"). Correct the port.',
      forward_source_query:
        'Forward source must be an https:// origin without a query or fragment (got "{{given}}"). Leave out the ? or # and what follows it.',
      forward_source_inbox:
        'Forward source must not be an inbox of Ringback (got "{{given}}"). Name the origin that your code registers, such as https://crm.example.com.',
      forward_target_empty:
        'Forward target must be an http:// or https:// address, and it is empty. Name where your receiver listens, such as http://127.0.0.1:3000.',
      forward_target_case:
        'Forward target must be an http:// or https:// address in lower case (got "{{given}}"). Write its beginning with small letters.',
      forward_target:
        'Forward target must be an http:// or https:// address, with or without a path (got "{{given}}"). Name where your receiver listens, such as http://127.0.0.1:3000.',
      forward_target_user:
        'Forward target must be an http:// or https:// address without a user name or password (got "{{given}}"). Leave out what stands before the @.',
      forward_target_port:
        'Forward target must be an http:// or https:// address with a port from 1 to 65535, or with none (got "{{given}}"). Correct the port.',
      forward_target_query:
        'Forward target must be an http:// or https:// address without a query or fragment (got "{{given}}"). Leave out the ? or # and what follows it.',
      forward_target_no_inbox: 'Forward target must name an inbox (got "{{given}}"). Write {{inbox}}/<name>.',
      forward_target_not_local:
        'Forward target must be a local address (got "{{given}}"). Use a loopback or private one, for example http://127.0.0.1:3000.',
      forward_twice: 'There are two forwards from "{{given}}". Keep one.',
      egress_invalid_url:
        '"{{url}}" is not a URL that can be sent to. Write it whole: https://crm.example.com/hooks, or http://127.0.0.1:3000/hooks for a receiver on this machine.',
      egress_inbox_name: '{{url}} names no inbox. Update the webhook to {{inbox}}/<name>.',
      egress_no_inbox_host: 'There is no receiver at {{where}}. Use {{inbox}}/<name>.',
      egress_inbox_only:
        'The world was opened from a file, so it delivers to inboxes only, and not to {{where}}. Let it send with "ringback world sending everywhere" or PUT /control/worlds/{world}/sending.',
      egress_http_off:
        '{{url}} is not https. Map its https:// URL with --forward, or switch on webhooks.http_on_loopback.',
      egress_not_loopback:
        'http:// is for loopback hosts only, and {{where}} is not one. Register an https:// URL, and map it with --forward if the receiver is local.',
      egress_public:
        '{{where}} is a public host, and the emulator sends to none unless told to. Map it with --forward, or set webhooks.reach to listed_hosts and list it with --allow-host {{host}}.',
      egress_not_listed:
        '{{where}} is not among the hosts that deliveries may reach. List it with --allow-host {{host}}, map it with --forward, or set webhooks.reach back to loopback_and_private.',
      egress_public_forward:
        'The forward leads to {{where}}, a public host. Forward to a loopback or private address, for example http://127.0.0.1:3000.',
      egress_link_local:
        "{{where}} is a link-local address, where clouds give out credentials; nothing is ever sent there. Map the webhook's origin to your receiver with --forward.",
      egress_metadata:
        "{{where}} is a cloud metadata service; nothing is ever sent there. Map the webhook's origin to your receiver with --forward.",
      egress_multicast: "{{where}} is a multicast address; nothing is ever sent there. Use the receiver's own address.",
      egress_unspecified: '{{where}} is not the address of a receiver. Use 127.0.0.1 for one on this machine.',
      egress_reserved: "{{where}} is in a reserved range; nothing is ever sent there. Use the receiver's own address.",
      egress_own_port:
        '{{where}} is this emulator itself, so the delivery would loop. Use the port of your receiver, or {{inbox}}/<name> to receive inside Ringback.',
      field: '{{field}}: {{problem}}',
    },
  },
  malformed_request: {
    title: 'The request could not be read',
    says: { unread: 'The body could not be read.' },
  },
  payload_too_large: {
    title: 'The body is too large',
    says: {
      body: 'The body may have at most {{bytes}} bytes.',
      received:
        'The received body may have at most {{bytes}} bytes (got {{got}}). No delivery is that large: send the body of one delivery.',
    },
  },
  unsupported_media_type: { title: 'The content type is not supported' },
  world_ended: {
    title: 'The world has ended',
    says: { one: 'The world was reset or closed in the meantime. Send the request again.' },
  },
  world_broken: {
    title: 'The world cannot be opened',
    says: {
      one: 'World "{{world}}" cannot be opened: {{reason}}. Repair it and start again, or remove it with DELETE.',
    },
  },
  world_exists: {
    title: 'The world exists already',
    says: { one: 'World "{{world}}" already exists. Choose another name.' },
  },
  default_world: {
    title: 'The default world stays',
    says: { one: 'The world "default" always exists. Reset it instead.' },
  },
  key_in_use: {
    title: 'A key is in use in another world',
    says: {
      one: 'A key of the file opens the world "{{world}}" already, and a key opens one world. Remove that world, or leave out pin to get keys that are made anew.',
    },
  },
  invalid_world_file: {
    title: 'The world file cannot be used',
    says: {
      packed:
        '{{file}} is a capsule or a snapshot, and no world file. Open it in a world of its own: drop it on the dashboard, or use "ringback world open <file>".',
      bytes: '{{file}} is no text, and so no world file. Write one with "ringback world init".',
    },
  },
  clock_backwards: {
    title: 'The clock cannot go back',
    says: { one: 'The clock cannot go back. Use reset to start again earlier.' },
  },
  clock_out_of_range: { title: 'The instant is outside the years that the clock covers' },
  clock_runaway: { title: 'The clock was stopped: jobs keep adding jobs at one instant' },
  clock_stopped: {
    title: 'The clock was stopped',
    says: { one: 'The world was closed, reset or restored in the meantime. Send the request again.' },
  },
  no_job: {
    title: 'Nothing is scheduled',
    says: { one: 'Nothing is scheduled, so there is no next job.' },
  },
  advance_unfinished: { title: 'The clock has not got as far as it should' },
  advance_reentrant: { title: 'The clock waits for a delivery in flight' },
  advance_called_off: { title: 'The move of the clock was called off' },
  window_over: {
    title: 'That window is over',
    says: {
      one: 'The window of {{window}} that ends at {{given}} is not the current one, which ends at {{current}}. Nothing was changed.',
    },
  },
  impossible_step: {
    title: 'The call cannot take this step',
    says: {
      ended: 'A call that is {{status}} cannot become {{step}}. The call has ended.',
      possible: 'A call that is {{status}} cannot become {{step}}. Possible: {{steps}}.',
    },
  },
  tenant_exists: {
    title: 'The tenant exists already',
    says: { one: 'Tenant "{{tenant}}" already exists. Choose another name.' },
  },
  event_exists: {
    title: 'The event exists already',
    says: { one: 'Event "{{event}}" already exists. Leave event_id out.' },
  },
  /** What there was instead is in `details`. */
  nothing_to_judge: {
    title: 'There is no request to judge',
    says: { nobody_asked: 'No client has asked world "{{world}}" anything yet.' },
  },
  no_webhooks: {
    title: 'The tenant cannot have webhooks now',
    says: {
      plan: 'The plan {{plan}} of "{{tenant}}" has no webhooks. Change it with {{patch}}.',
      disabled:
        'The Open API of "{{tenant}}" is disabled, so nothing is sent to its webhooks. Enable it with {{patch}}.',
    },
  },
  webhook_deleted: {
    title: 'The webhook is deleted',
    says: {
      one: 'The webhook {{webhook}} of this delivery is deleted, so nothing more is sent to it. Register it again and trigger the event again.',
    },
  },
  forged_delivery: {
    title: 'The delivery is forged',
    says: {
      one: 'A fault has forged this delivery ({{how}}), so there is no signature of its webhook to explain. Ask for the genuine delivery.',
    },
  },
  drill_running: {
    title: 'A drill is running in this world',
    says: { one: 'A drill is running in this world. End it with DELETE …/drills/{drill_id}, or use another world.' },
  },
  /** `details.sentence` is one of `drill-sentences.ts`. */
  not_staged: { title: 'This world is none for the drill' },
  not_recorded: {
    title: 'The world cannot be forked there',
    says: {
      nothing:
        'World "{{world}}" cannot be forked there. It does not record. Switch that on with "ringback world recording on" and --world "{{world}}", or with PUT /control/worlds/{{world}}/recording {"recording":true}; it counts from then on.',
      none_yet:
        'World "{{world}}" cannot be forked there. It records, but no request has come since that began, which it does anew with each start, reset and restore.',
      later:
        'World "{{world}}" cannot be forked there. The first request before which it can be forked is #{{oldest}}.',
    },
  },
  not_a_snapshot: { title: 'The file is not a snapshot of Ringback' },
  newer_schema: { title: 'The file comes from a newer Ringback' },
  file_too_large: { title: 'The world is too large for a file' },
  store_unavailable: { title: 'The files of the store cannot be used at present' },
  too_many_streams: {
    title: 'Too many tabs are open',
    says: {
      one: '{{most}} streams are open, which is the most there can be. Close one: every tab of the dashboard uses one.',
    },
  },
  token_required: { title: 'A token is needed' },
  target_not_allowed: { title: 'The target of the request is not allowed' },
  host_not_allowed: { title: 'The host of the request is not allowed' },
  origin_not_allowed: { title: 'The origin of the request is not allowed' },
  cross_site_request: { title: 'The request came from another site' },
  server_error: {
    title: 'The request failed inside the emulator',
    says: { one: 'The request failed inside the service.' },
  },
} as const satisfies Record<string, { readonly title: string; readonly says?: Readonly<Record<string, string>> }>

export type ControlErrorCode = keyof typeof CONTROL_ERRORS

/** What may not be there. */
export const CONTROL_THINGS = {
  assumption: 'assumption',
  call: 'call',
  call_script: 'call script',
  control_path: 'control path',
  customer: 'customer',
  delivery: 'delivery',
  drill: 'drill',
  event: 'event',
  expectation_of: 'expectation of',
  fault: 'fault',
  finding: 'finding',
  inbox: 'inbox that could be called',
  key: 'key',
  request: 'request',
  rule: 'rule',
  snapshot: 'snapshot',
  tenant: 'tenant',
  webhook: 'webhook',
  world: 'world',
} as const satisfies Record<string, string>
export type ControlThing = (typeof CONTROL_THINGS)[keyof typeof CONTROL_THINGS]

/** The names of the sentences of a code. */
export type ControlSentence<Code extends ControlErrorCode> = (typeof CONTROL_ERRORS)[Code] extends {
  readonly says: infer Says
}
  ? keyof Says & string
  : never

/** A sentence with its figures, as the server says it. */
export function controlSentence<Code extends ControlErrorCode>(
  code: Code,
  name: ControlSentence<Code>,
  figures: Sentence['figures'] = {},
): string {
  const { says } = CONTROL_ERRORS[code] as { says?: Readonly<Record<string, string>> }
  return filled(says?.[name] ?? '', figures)
}

/** The sentence of `not_found` for a thing of that name or number. */
export const noSuch = (name: string): 'none' | 'none_by_number' => (needsQuotes(name) ? 'none' : 'none_by_number')
