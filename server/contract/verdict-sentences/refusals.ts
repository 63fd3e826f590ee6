import type { VerdictText } from './verdict-text.ts'

export const REFUSALS = {
  retry_before_retry_after: {
    says: 'After a 429, or a 503 that names one, the client waits as long as Retry-After says.',
    fix: 'Wait as many seconds as Retry-After says before the next request; add random time to it, never take any off.',
    open: 'Decided by the next requests of the client: whether the wait is over by then.',
    messages: {
      one: '#{{early}} came {{seconds, duration}} before the {{wait, duration}} were over that #{{refused}} had asked for.',
      several:
        '{{requests}} requests came too early: #{{refused}} had asked for a wait of {{wait, duration}}. The first, #{{early}}, came {{seconds, duration}} before that was over.',
      one_besides:
        'Besides {{others}} that may not have known of it, #{{early}} came {{seconds, duration}} before the {{wait, duration}} were over that #{{refused}} had asked for.',
      several_besides:
        'Besides {{others}} that may not have known of the refusal, {{requests}} requests came too early: #{{refused}} had asked for a wait of {{wait, duration}}. The first, #{{early}}, came {{seconds, duration}} before that was over.',
      one_unaware:
        '#{{early}} came {{seconds, duration}} too early, perhaps without knowing of the refusal: #{{refused}} had asked for a wait of {{wait, duration}}, and another connection or worker may have got that answer.',
      two_unaware:
        '#{{early}} and #{{second}} came {{seconds, duration}} and {{later, duration}} too early, perhaps without knowing of the refusal: #{{refused}} had asked for a wait of {{wait, duration}}, and another connection or worker may have got that answer.',
      several_unaware:
        '{{requests}} requests came too early, the first, #{{early}}, by {{seconds, duration}}, perhaps without knowing of the refusal: #{{refused}} had asked for a wait of {{wait, duration}}, and another connection or worker may have got that answer.',
      // Of findings that worlds have kept from before there were the three above.
      unaware_one:
        '#{{early}} came, and was refused, while the {{wait, duration}} of #{{refused}} lasted; its worker may not have known of the refusal.',
      unaware_other:
        'This is about {{count}} of the requests that were refused while the {{wait, duration}} of #{{refused}} lasted, whose workers may not have known of that refusal. The first is #{{early}}.',
    },
  },
  requests_after_quota: {
    says: 'When the requests of the day are used up, the client stops until midnight in Tokyo.',
    fix: 'Stop the queue when quota_exceeded comes, and go on after as many seconds as Retry-After says.',
    open: 'Decided by the next requests of the client: whether the wait is over by then.',
    messages: {
      some_one:
        '#{{early}} came {{seconds, duration}} too early: #{{refused}} had said that the requests of the day were used up for another {{wait, duration}}.',
      some_other:
        '{{count}} requests came after #{{refused}} had said that the requests of the day were used up for another {{wait, duration}}. The first, #{{early}}, came {{seconds, duration}} too early.',
      some_besides_one:
        'Besides {{others}} that may not have known of it, #{{early}} came {{seconds, duration}} too early: #{{refused}} had said that the requests of the day were used up for another {{wait, duration}}.',
      some_besides_other:
        'Besides {{others}} that may not have known of it, {{count}} requests came after #{{refused}} had said that the requests of the day were used up for another {{wait, duration}}. The first, #{{early}}, came {{seconds, duration}} too early.',
      unaware_one:
        '#{{early}} came {{seconds, duration}} too early, perhaps without knowing of the refusal: #{{refused}} had said that the requests of the day were used up for another {{wait, duration}}, and another connection or worker may have got that answer.',
      unaware_other:
        'Besides any that were on their way by then, {{count}} requests came too early, the first, #{{early}}, by {{seconds, duration}}, perhaps without knowing of the refusal: #{{refused}} had said that the requests of the day were used up for another {{wait, duration}}, and another connection or worker may have got that answer.',
    },
  },
  hammering: {
    says: 'A client that was refused does not go on sending.',
    fix: 'Let one place of the client hold back all requests until Retry-After is over.',
    open: 'Decided by the next requests of the client: whether the wait is over by then.',
    messages: {
      one: '{{requests}} requests count with #{{refused}}: they came before the {{wait, duration}} were over that it had asked for.',
      flood:
        'Besides those that may not have known of it, {{requests}} requests count with #{{refused}}: they came before the {{wait, duration}} were over that it had asked for.',
      quota:
        '{{requests}} requests came after #{{refused}} had said that the requests of the day were used up (quota_exceeded) for another {{wait, duration}}.',
      quota_flood:
        'Besides those that may not have known of it, {{requests}} requests came after #{{refused}} had said that the requests of the day were used up (quota_exceeded) for another {{wait, duration}}.',
      quota_row:
        '{{refusals}} times in a row, from #{{refused}} on, the client was asked to wait and came too early, with {{requests}} requests in all; #{{quota}} had said that the requests of the day were used up (quota_exceeded).',
      quota_row_of_floods:
        '{{refusals}} times in a row, from #{{refused}} on, the client was asked to wait and came too early, with {{requests}} requests in all, not counting those that may not have known of it; #{{quota}} had said that the requests of the day were used up (quota_exceeded).',
      row: '{{refusals}} times in a row, from #{{refused}} on, the client was asked to wait and came too early, with {{requests}} requests in all.',
      row_of_floods:
        '{{refusals}} times in a row, from #{{refused}} on, the client was asked to wait and came too early, with {{requests}} requests in all, not counting those that may not have known of it.',
    },
  },
  herd_at_reset: {
    says: 'The requests that were held back do not all come at the instant at which the limit begins anew.',
    fix: 'Add a random part to each wait, or let the requests that were held back out one after the other.',
    open: 'Decided by what comes right after the reset that the refusal named (Retry-After or X-RateLimit-Reset). If nothing comes then, or the clock is stopped or moved before, the case is dropped.',
    messages: {
      at: '{{requests}} requests came within {{milliseconds}} ms after the reset that #{{refused}} had named.',
    },
  },
  no_backoff: {
    says: 'After an error of the server, or a lost answer, the client waits longer from one attempt to the next.',
    fix: 'Double the delay with each attempt, add a random part, and stop after a few.',
    open: 'Decided when the request that failed gets an answer other than 5xx, which keeps the rule only if all waits before it were long enough, or when it has failed three times in a row after short waits of about the same length.',
    messages: {
      apart:
        'After #{{first}} had failed, {{repeats}} more attempts failed, each {{shortest, duration}} to {{longest, clocks}} after the one before had ended. Backing off means waiting a second or more, or at least 30% plus 50 ms longer than before.',
      evenly:
        'After #{{first}} had failed, {{repeats}} more attempts failed, each {{longest, clocks}} after the one before had ended. Backing off means waiting a second or more, or at least 30% plus 50 ms longer than before.',
      poll: '{{attempts}} attempts failed in a row, from #{{first}} on. The request had come at that rate before, so it may be a poll.',
    },
  },
  endless_retries: {
    says: 'A client gives a request up that fails again and again, or lets a long time pass.',
    fix: 'Limit the number of attempts, and keep what could not be sent for a person to see.',
    open: 'Decided when the request has succeeded, has come too often, or has not come for an hour.',
    messages: {
      write: '{{attempts}} attempts at one write, from #{{first}} on, and no success.',
      read: '{{attempts}} attempts at one read, from #{{first}} on, more than {{some}} of them within 10 minutes, and never a success.',
    },
  },
  retried_final_refusal: {
    says: 'A request that was refused for what it is does not come again as it was.',
    fix: 'Do not repeat a request that was answered 400, 401, 403, 404, 405, 409, 413, 415 or 422: change it, or tell somebody.',
    open: 'Decided within a minute of the refusal, by whether the same request comes again.',
    messages: {
      again_one: 'After #{{first}} had been answered {{status}}, the same request came again just as it was.',
      again_other:
        'After #{{first}} had been answered {{status}}, the same request came again {{count}} times, just as it was.',
    },
  },
  gave_up_write: {
    says: 'A write that was refused for a while is sent again after it.',
    fix: 'Keep the write and send it again once Retry-After is over.',
    open: 'Decided when the write comes again, or when twice the wait has gone by without it, in real time and by moves of the emulated clock together.',
    messages: {
      real: '#{{refused}} was answered {{status}} and never came again, although at least {{waited, duration}} of real time went by since, twice the {{wait, duration}} that it was asked to wait.',
      clock_stood:
        '#{{refused}} was answered {{status}} and never came again, although at least {{waited, duration}} of real time went by since, twice the {{wait, duration}} that it was asked to wait. The emulated clock stood still meanwhile.',
      moved:
        '#{{refused}} was answered {{status}} and never came again, although the emulated clock was moved on by at least {{waited, duration}} since, twice the {{wait, duration}} that it was asked to wait.',
      both: '#{{refused}} was answered {{status}} and never came again, although at least {{waited, duration}} went by since, twice the {{wait, duration}} that it was asked to wait: the emulated clock was moved on by {{moved, duration}}, and the rest went by in real time.',
    },
  },
  ignored_remaining: {
    says: 'A client that was told that no request remains waits for the reset.',
    fix: 'When X-RateLimit-Remaining is 0, wait until X-RateLimit-Reset before the next request.',
    open: 'Decided by the reset: whether anything was sent, and refused, before it.',
    messages: {
      some_one: '#{{first}} came, and was refused, after #{{told}} had said that no request remained.',
      some_other:
        '{{count}} requests came, and were refused, after #{{told}} had said that none remained. The first is #{{first}}.',
    },
  },
} as const satisfies Record<string, VerdictText>
