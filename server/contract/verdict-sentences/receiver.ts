import type { VerdictText } from './verdict-text.ts'

export const RECEIVER = {
  slow_acknowledgement: {
    says: 'A receiver answers long before the time-out.',
    fix: 'Verify the signature, put the delivery into a queue, answer 2xx, and work afterwards.',
    open: 'Decided by the median of the attempts at a receiver, from the third on. Open are those that took more than a third of the time-out.',
    messages: {
      slow: 'The receiver of webhook {{webhook}} is slow: the median of its last {{attempts}} attempts is {{seconds, duration}}, and an attempt fails after {{timeout, duration}}.',
      timeouts:
        'The receiver of webhook {{webhook}} let {{attempts}} attempts run into the time-out of {{timeout, duration}}, although it had answered before.',
    },
  },
  works_before_answering: {
    says: 'A receiver answers first and works afterwards.',
    fix: 'Answer 2xx as soon as the signature is verified, and send requests of your own from a queue.',
    messages: {
      some: 'While {{attempts}} deliveries waited for their answer, {{requests}} requests to {{endpoint}} came in, more than at any other time. The first is #{{first}}.',
    },
  },
  redirects: {
    says: 'A receiver answers at the address that is registered.',
    fix: 'Register the address that the redirect leads to: redirects are not followed.',
    messages: {
      some_one: 'An attempt for webhook {{webhook}} was answered with a redirect, {{status}}, and so has failed.',
      some_other:
        '{{count}} attempts for webhook {{webhook}} were answered with a redirect, the first with {{status}}, and so have failed.',
    },
  },
  refuses_repeat: {
    says: 'A receiver acknowledges a delivery that it has had already.',
    fix: 'Remember the ids of X-Service-Delivery, and answer 2xx to one that you know without doing anything.',
    open: 'Decided when the receiver acknowledges another delivery, which shows that it was well.',
    messages: {
      some_one:
        'The receiver of webhook {{webhook}} had acknowledged a delivery, and refused it with {{status}} when it came again. It acknowledged others before and after.',
      some_other:
        'The receiver of webhook {{webhook}} had acknowledged {{count}} deliveries, and refused them when they came again, the first with {{status}}. It acknowledged others before and after.',
    },
  },
  accepts_forged: {
    says: 'A receiver refuses what the service has not signed.',
    fix: 'Compute the HMAC over the bytes as they came, with the whole secret, compare in constant time, and answer 401 when it differs.',
    messages: {
      wrong_secret:
        'The receiver of webhook {{webhook}} answered {{status}} to a delivery that was signed with another secret.',
      tampered:
        'The receiver of webhook {{webhook}} answered {{status}} to a delivery whose body was altered after it was signed.',
      no_header: 'The receiver of webhook {{webhook}} answered {{status}} to a delivery without a signature.',
      wrong_secret_later:
        'The receiver of webhook {{webhook}} answered {{status}} to a delivery that was signed with another secret. It may verify later; Ringback cannot see that.',
      tampered_later:
        'The receiver of webhook {{webhook}} answered {{status}} to a delivery whose body was altered after it was signed. It may verify later; Ringback cannot see that.',
      no_header_later:
        'The receiver of webhook {{webhook}} answered {{status}} to a delivery without a signature. It may verify later; Ringback cannot see that.',
      certified_wrong_secret:
        'The receiver at {{address}} answered {{status}} in a certification to a delivery that was signed with another secret.',
      certified_tampered:
        'The receiver at {{address}} answered {{status}} in a certification to a delivery whose body was altered after it was signed.',
      certified_no_header:
        'The receiver at {{address}} answered {{status}} in a certification to a delivery without a signature.',
      certified_wrong_secret_later:
        'The receiver at {{address}} answered {{status}} in a certification to a delivery that was signed with another secret. It may verify later; Ringback cannot see that.',
      certified_tampered_later:
        'The receiver at {{address}} answered {{status}} in a certification to a delivery whose body was altered after it was signed. It may verify later; Ringback cannot see that.',
      certified_no_header_later:
        'The receiver at {{address}} answered {{status}} in a certification to a delivery without a signature. It may verify later; Ringback cannot see that.',
    },
  },
  repeat_has_effect: {
    says: 'A delivery that comes twice does not cause an equal write to this API twice.',
    fix: 'Remember the ids of X-Service-Delivery, and do nothing for one that you know but answer 2xx.',
    open: 'Decided a few seconds after the repeat was acknowledged, by what was written by then.',
    messages: {
      some: '#{{second}} wrote what #{{first}} had written: each followed an attempt of one and the same delivery, and both attempts were acknowledged.',
    },
  },
  two_webhooks_one_url: {
    says: 'One address has one webhook for each kind of event.',
    fix: 'List the webhooks when the program starts, and update the one that is there instead of registering another.',
    messages: {
      some: 'Webhooks {{first}} and {{second}} both send {{events}} to one address.',
    },
  },
  webhooks_left_behind: {
    says: 'Webhooks that a run registers are deleted at its end.',
    fix: 'Delete them when the program or the test ends, or update those that are there.',
    open: 'Decided when the webhooks are deleted, or when the world ends.',
    messages: {
      some_one: '{{count}} webhook was registered in this run and not deleted.',
      some_other: '{{count}} webhooks were registered in this run and not deleted.',
    },
  },
  loss_not_reconciled: {
    says: 'Who lost events, since the sends of a day were used up, lists the calls of that time.',
    fix: 'List the calls of the day before when a new day has begun in Tokyo, and take over those of which no event came.',
    open: 'Decided when the calls of that time are listed, or an hour after the next day has begun in Tokyo.',
    messages: {
      some_one:
        '{{count}} event was never sent, since the sends of the day were used up. Sends began anew on {{day}}, and nobody has listed the calls of that time afterwards.',
      some_other:
        '{{count}} events were never sent, since the sends of the day were used up. Sends began anew on {{day}}, and nobody has listed the calls of that time afterwards.',
    },
  },
} as const satisfies Record<string, VerdictText>
