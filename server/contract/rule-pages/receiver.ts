import type { RulePage } from './rule-page.ts'

export const RECEIVER = {
  slow_acknowledgement: {
    finds:
      'A warning: the median of {{attempts}} attempts or more is over a third of the time-out. An error: {{timeouts}} time-outs of a receiver that has answered before.',
    why: 'An attempt that runs into the time-out has failed, and the delivery comes again.',
    bad: ['{{attempts}} × Delivery d1 → 200, taking 4 s'],
    good: ['{{attempts}} × Delivery d1 → 200, taking 0.1 s'],
    spares: 'Inboxes, forgeries, attempts that a fault hit, and webhook tests.',
  },
  works_before_answering: {
    finds:
      'A warning: requests of the tenant come in while an attempt of more than {{long_ms}} ms is open, in {{attempts}} attempts or more, and more than at other times.',
    why: 'The service waits for work that it need not know of, until the time-out.',
    bad: ['2 × Delivery d1 → 200, taking 0.4 s, with GET /calls/7 meanwhile'],
    good: ['Delivery d1 → 200, taking 0.1 s', 'GET /calls/7 → 200, after 1 s'],
    spares:
      'Requests that come as often while no attempt is open. That none comes shows nothing: the rule is kept where the call of a delivery is asked for only after its answer, which came within a third of the time-out.',
  },
  redirects: {
    finds: 'An error: an attempt that is answered 3xx, from the first on.',
    why: 'Redirects are not followed: the delivery has failed, and comes again to the same address.',
    bad: ['Delivery d1 → 301'],
    good: ['Delivery d1 → 200'],
    spares: 'Forgeries.',
  },
  refuses_repeat: {
    finds:
      'A delivery that was acknowledged comes again within a day and is refused, while the receiver acknowledges others before and after: an error with 4xx, a warning with 5xx.',
    why: 'The service takes it for not delivered, and sends it again and again.',
    bad: ['Delivery a → 200', 'Delivery b → 200', 'Delivery a again → 409', 'Delivery c → 200'],
    good: ['Delivery a → 200', 'Delivery b → 200', 'Delivery a again → 200', 'Delivery c → 200'],
    spares: '401, 404, 410 and 429, which are about other things than the repeat.',
  },
  accepts_forged: {
    finds:
      'A forgery that is answered 200 or 201: an error; with another 2xx a warning, since it may be verified later.',
    why: 'Anybody who knows the address can write into the CRM.',
    bad: ['Delivery d1, tampered → 200'],
    good: ['Delivery d1, tampered → 401'],
    spares:
      'Receivers that were never sent a forgery: "certify", a fault with "forge" and the drill "forged" send some.',
  },
  repeat_has_effect: {
    finds:
      'A warning: an equal write in the {{seconds}} s after two attempts of one delivery, both acknowledged, with no other delivery in between.',
    why: 'Deliveries may come twice; what they cause must not.',
    bad: [
      'Delivery d1 → 200',
      'POST /customers external_id=7 → 201, after 1 s',
      'Delivery d1 again → 200, after 10 s',
      'POST /customers external_id=7 → 201, after 1 s',
    ],
    good: [
      'Delivery d1 → 200',
      'POST /customers external_id=7 → 201, after 1 s',
      'Delivery d1 again → 200, after 10 s',
    ],
    spares: 'Effects outside of this API, which Ringback cannot see.',
  },
  two_webhooks_one_url: {
    finds: 'A warning: two enabled webhooks of a tenant with one URL and an event that both subscribe to.',
    why: 'Each event comes twice, under two ids, and uses two of the sends of the day.',
    bad: ['2 × POST /webhooks url=https://crm.example.com/hooks → 201'],
    good: ['POST /webhooks url=https://crm.example.com/hooks → 201', 'PUT /webhooks/1 → 200'],
    spares:
      'Webhooks whose events or filters have nothing in common, that are disabled, or that a fixture or a file has set up.',
  },
  webhooks_left_behind: {
    finds: 'Information: {{from}} webhooks or more that the run registered are still there at its end.',
    why: 'Every run adds some, and each goes on sending to an address that nobody reads any more.',
    bad: ['{{from}} × POST /webhooks → 201'],
    good: ['{{from}} × POST /webhooks → 201', '{{from}} × DELETE /webhooks/1 → 204'],
    spares: 'Webhooks that the fixture or a world file has made.',
  },
  loss_not_reconciled: {
    finds:
      'A warning: events were not sent, since the sends of the day were used up, and {{hours}} h after midnight in Tokyo nobody has listed the calls of that time since.',
    why: 'Events that were not sent never come: without a list the CRM does not have those calls.',
    bad: [
      '2 events are not sent: the sends of the day are used up',
      'Midnight in Tokyo',
      'GET /customers → 200, after 7200 s',
    ],
    good: [
      '2 events are not sent: the sends of the day are used up',
      'Midnight in Tokyo',
      'GET /calls?from=2026-03-10&to=2026-03-10 → 200, after 60 s',
      'GET /customers → 200, after 7200 s',
    ],
    spares: 'Tenants that sent no request in the run.',
  },
} as const satisfies Record<string, RulePage>
