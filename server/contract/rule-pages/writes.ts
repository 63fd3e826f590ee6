import type { RulePage } from './rule-page.ts'

const LOST_AND_FOUND = [
  'POST /calls/initiate external_id=crm-7 → 200, answer lost',
  'POST /calls/initiate external_id=crm-7 → 409, after 1 s',
  'GET /calls?from=2026-03-10&to=2026-03-10&external_id=crm-7 → 200, after 1 s',
]

export const WRITES = {
  call_without_external_id: {
    finds: 'Information: an initiation without external_id, from the first on.',
    why: 'If its answer is lost, nobody can tell whether the person is being called, and a repeat calls again.',
    bad: ['POST /calls/initiate → 200'],
    good: ['POST /calls/initiate external_id=crm-7 → 200'],
    spares: 'Those that double_call is about.',
  },
  double_call: {
    finds:
      'An error: an initiation for the same staff, project and number, at most {{seconds}} s after one that placed a call and whose answer was lost, cut, or left by its client.',
    why: 'A person is called twice.',
    bad: ['POST /calls/initiate → 200, answer lost', 'POST /calls/initiate → 200, after 1 s'],
    good: LOST_AND_FOUND,
    spares:
      'Initiations that were sent before the answer was lost, or once the client had heard of the call: in a list, in its details, by its event, or, more than {{told_seconds}} s before, by a 409 to a repeat with its external_id. Two with different external_ids are fresh_external_id_on_retry.',
  },
  fresh_external_id_on_retry: {
    finds: 'An error: as double_call, both with an external_id, and not the same; at most {{seconds}} s apart.',
    why: 'The external_id is there to keep a repeat from calling again, and a new one takes that away.',
    bad: [
      'POST /calls/initiate external_id=crm-7 → 200, answer lost',
      'POST /calls/initiate external_id=crm-8 → 200, after 1 s',
    ],
    good: LOST_AND_FOUND,
    spares:
      'Initiations that were sent before the answer was lost, or once the client had heard of the call, as for double_call.',
  },
  conflict_not_resolved: {
    finds:
      'A warning: for {{seconds}} s after a 409 on an initiation, the client asks neither for the list of calls nor for the call of that external_id.',
    why: 'The 409 says that the call is there already; without a look the CRM does not have it.',
    bad: ['POST /calls/initiate external_id=crm-7 → 409', 'GET /customers → 200, after {{too_late}} s'],
    good: [
      'POST /calls/initiate external_id=crm-7 → 409',
      'GET /calls?from=2026-03-10&to=2026-03-10&external_id=crm-7 → 200, after 1 s',
      'GET /customers → 200, after {{too_late}} s',
    ],
    spares:
      'A 409 that is the last of the run, a look-up that was refused, and a call of its own under another external_id, unless it is to the person of a call whose answer was lost.',
  },
  same_person_twice: {
    finds:
      'Information: two initiations for the same staff, project and number, the second at most {{seconds}} s after the first had been answered, whether its call is over or not. That answer arrived whole, or a 409 to a repeat with its external_id had told of it more than {{told_seconds}} s before the second.',
    why: 'A button that is pressed twice calls a person twice.',
    bad: ['POST /calls/initiate external_id=crm-7 → 200', 'POST /calls/initiate external_id=crm-8 → 200, after 60 s'],
    good: [
      'POST /calls/initiate external_id=crm-7 → 200',
      'POST /calls/initiate external_id=crm-8 phone_number=03-1234-0002 → 200, after 60 s',
    ],
    spares:
      'Those whose first answer did not arrive whole and of whose call no 409 has told: double_call is about them.',
  },
  duplicate_customer: {
    finds:
      'Information: a customer registered under an external_id that the tenant has already. A warning where the answer to the first did not arrive whole.',
    why: 'The service keeps both, so that later calls of one person are spread over two customers.',
    bad: ['POST /customers external_id=7 → 201, answer lost', 'POST /customers external_id=7 → 201, after 1 s'],
    good: [
      'POST /customers external_id=7 → 201, answer lost',
      'GET /customers → 200, after 1 s',
      'PUT /customers/7 → 200, after 1 s',
    ],
    spares: 'Customers without an external_id.',
  },
  one_by_one: {
    finds:
      'Information: {{from}} registrations of one client with POST /customers within {{within}} s; a warning from {{heavy_from}} on.',
    why: 'Each is one of the requests of the day, where one in bulk would do for up to {{bulk}} customers.',
    bad: ['{{from}} × POST /customers → 201, each after 0.5 s'],
    good: ['POST /customers/bulk → 201'],
    spares: 'Registrations that were refused.',
  },
  write_without_change: {
    finds: 'Information: {{from}} updates of one client whose body changes no field.',
    why: 'Each is one of the requests of the day, for nothing.',
    bad: ['{{from}} × PUT /customers/7 → 200, nothing changed, each after 1 s'],
    good: ['{{from}} × PUT /customers/7 → 200, each after 1 s'],
    spares: 'The repeat of an update whose answer was lost.',
  },
} as const satisfies Record<string, RulePage>
